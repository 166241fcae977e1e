package dev.holdfast.client;

import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.RateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes an {@link HttpApi}. Not safe for many threads. */
public final class HttpApiBuilder {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

  final String name;
  final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  final Set<String> credentials = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
  final Set<Integer> passing = new TreeSet<>();
  final Set<String> reads = new TreeSet<>();
  String queryKey = "";
  String keyHeader = "";
  PageRule pages = new PageRule.None();
  List<RateLimit> limits = List.of();
  Duration retryAfterUnit = Duration.ofSeconds(1);
  @Nullable String retryAfterAt;
  @Nullable BodyRule bodyRule;
  @Nullable Transport transport;
  private @Nullable String baseUrl;

  HttpApiBuilder(String name) {
    require(
        NAME.matcher(name).matches(),
        "name must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or"
            + " digit, but was not");
    this.name = name;
    headers.put("Accept", "application/json");
  }

  /**
   * Sets what each path is put behind.
   *
   * @param url http or https, a host, no user info, query or fragment
   * @return this
   * @throws IllegalArgumentException if it breaks a rule; the message does not repeat it
   */
  public HttpApiBuilder baseUrl(String url) {
    this.baseUrl = BaseUrl.checked("base URL of " + name, url);
    return this;
  }

  /**
   * Sends a token with each request: {@code Authorization: Bearer …} (RFC 6750).
   *
   * @param token visible ASCII
   * @return this
   * @throws IllegalArgumentException if it breaks its rule; the message does not repeat it
   */
  public HttpApiBuilder bearer(String token) {
    return credential("Authorization", "Bearer ", token);
  }

  /**
   * Sends a key with each request in a header field of the provider's own.
   *
   * @param field the field's name
   * @param key visible ASCII
   * @return this
   * @throws IllegalArgumentException if either breaks its rule; the message does not repeat the key
   */
  public HttpApiBuilder headerKey(String field, String key) {
    return credential(field, "", key);
  }

  /**
   * Sends a key with each request as an argument of its query. Prefer a header where the provider
   * takes one: URLs end up in logs of proxies and servers.
   *
   * @param parameter the argument's name
   * @param key anything
   * @return this
   */
  public HttpApiBuilder queryKey(String parameter, String key) {
    require(!key.isEmpty(), "key of " + name + " must not be empty but was");
    this.queryKey = Operation.encoded(parameter) + "=" + Operation.encoded(key);
    return this;
  }

  /**
   * Sends a header field with each request.
   *
   * @param field the field's name
   * @param value visible ASCII, spaces only between others
   * @return this
   * @throws IllegalArgumentException if either breaks its rule; the message does not repeat the
   *     value
   */
  public HttpApiBuilder header(String field, String value) {
    headers.put(Fields.name(field), Fields.value(field, value));
    return this;
  }

  private HttpApiBuilder credential(String field, String scheme, String value) {
    require(
        !Objects.requireNonNull(
                value, () -> "credential in " + field + " of " + name + " must not be null")
            .isEmpty(),
        "credential in " + field + " of " + name + " must not be empty but was");
    header(field, value);
    headers.put(field, scheme + value);
    credentials.add(field);
    return this;
  }

  /**
   * Says that the provider takes idempotency keys, in {@code Idempotency-Key}: keyed writes are
   * tried again then.
   *
   * @return this
   */
  public HttpApiBuilder idempotencyKeys() {
    return idempotencyKeys("Idempotency-Key");
  }

  /**
   * Says that the provider takes idempotency keys: keyed writes are tried again then.
   *
   * @param field the header field that takes them
   * @return this
   * @throws IllegalArgumentException if it is not a field's name
   */
  public HttpApiBuilder idempotencyKeys(String field) {
    this.keyHeader = Fields.name(field);
    return this;
  }

  /**
   * Says which statuses are worth another attempt besides 408, 429, 500, 502, 503 and 504.
   *
   * @param statuses each 400 to 999, such as 529
   * @return this
   * @throws IllegalArgumentException if one is out of range
   */
  public HttpApiBuilder alsoRetry(int... statuses) {
    for (int status : statuses) {
      require(
          status >= 400 && status <= 999,
          "status to retry must be between 400 and 999 but was " + status);
      passing.add(status);
    }
    return this;
  }

  /**
   * Says how the provider tells of failures in its bodies, whatever the status.
   *
   * @param rule finds a failure in a body
   * @return this
   */
  public HttpApiBuilder bodyRule(BodyRule rule) {
    this.bodyRule = rule;
    return this;
  }

  /**
   * Says where a failed answer's body has a number that tells how long to wait.
   *
   * @param place names with dots between them, such as {@code error.retry_after}
   * @param unit what one of it is, such as a second
   * @return this
   */
  public HttpApiBuilder retryAfterAt(String place, Duration unit) {
    this.retryAfterAt = place;
    this.retryAfterUnit = unit;
    return this;
  }

  /**
   * Says how the provider pages.
   *
   * @param rule the rule. Default: it does not
   * @return this
   */
  public HttpApiBuilder pages(PageRule rule) {
    this.pages = rule;
    return this;
  }

  /**
   * States the provider's limits, which are then never exceeded by the client.
   *
   * @param all each of them
   * @return this
   */
  public HttpApiBuilder limits(RateLimit... all) {
    this.limits = List.of(all);
    return this;
  }

  /**
   * Says that a raw request changes nothing, although its method is not {@code GET}.
   *
   * @param method its HTTP method
   * @param path its path
   * @return this
   */
  public HttpApiBuilder knownRead(String method, String path) {
    reads.add(method.toUpperCase(Locale.ROOT) + " " + path);
    return this;
  }

  HttpApiBuilder transport(Transport brought) {
    this.transport = brought;
    return this;
  }

  /**
   * Makes the adapter.
   *
   * @return a new adapter
   * @throws IllegalArgumentException if there is no base URL
   */
  public HttpApi build() {
    if (baseUrl == null) {
      throw new IllegalArgumentException("base URL of " + name + " must be given but was not");
    }
    return new HttpApi(copy(), baseUrl);
  }

  /** What is built stays as it is, whatever becomes of the builder. */
  private HttpApiBuilder copy() {
    HttpApiBuilder copy = new HttpApiBuilder(name);
    copy.headers.putAll(headers);
    copy.credentials.addAll(credentials);
    copy.passing.addAll(passing);
    copy.reads.addAll(reads);
    copy.queryKey = queryKey;
    copy.keyHeader = keyHeader;
    copy.pages = pages;
    copy.limits = new ArrayList<>(limits);
    copy.retryAfterUnit = retryAfterUnit;
    copy.retryAfterAt = retryAfterAt;
    copy.bodyRule = bodyRule;
    copy.transport = transport;
    return copy;
  }

  /** Finds a failure in a body, as providers have them that answer everything with 200. */
  @FunctionalInterface
  public interface BodyRule {

    /**
     * Reads one answer.
     *
     * @param status its HTTP status
     * @param body its body, as maps, lists and values
     * @return what went wrong; empty where the status decides. {@code Provider} and {@code
     *     RateLimited} are tried again, the others never
     */
    Optional<ErrorCode> meaning(int status, Object body);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
