package dev.holdfast.client;

import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallOutcome;
import dev.holdfast.core.Durations;
import dev.holdfast.core.ErrorCode;
import dev.holdfast.core.RateLimit;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An adapter for any JSON API over HTTP: base URL, credentials, and the provider's own rules where
 * it has some.
 *
 * <p>Immutable and safe for use by many threads. No text of it shows a credential.
 */
public final class HttpApi implements Adapter {
  private static final byte[] NO_BODY = {};
  private static final int TOO_MANY_REQUESTS = 429;

  private final HttpApiBuilder made;
  private final String baseUrl;
  private final Map<String, String> headers;
  private final Paging paging;

  HttpApi(HttpApiBuilder made, String baseUrl) {
    this.made = made;
    this.baseUrl = baseUrl;
    this.headers = Map.copyOf(made.headers);
    this.paging = new Paging(made.pages, baseUrl);
  }

  /**
   * Starts an adapter.
   *
   * @param name the provider's name: 1 to 64 letters, digits, dots, dashes and underscores, the
   *     first a letter or digit
   * @return a builder
   * @throws IllegalArgumentException if the name breaks its rule
   */
  public static HttpApiBuilder named(String name) {
    return new HttpApiBuilder(name);
  }

  @Override
  public String name() {
    return made.name;
  }

  @Override
  public Transport.Request request(Operation operation, JsonCodec codec) {
    byte[] body = body(operation, codec);
    boolean plain =
        body.length == 0 && operation.idempotencyKey().isEmpty() && operation.headers().isEmpty();
    return new Transport.Request(
        operation.method(),
        url(operation),
        plain ? headers : fields(operation, body.length > 0),
        body);
  }

  private Map<String, String> fields(Operation operation, boolean hasBody) {
    Map<String, String> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    fields.putAll(headers);
    if (hasBody) {
      fields.put("Content-Type", "application/json");
    }
    operation
        .headers()
        .forEach((field, value) -> {
          if (made.credentials.contains(field)) {
            throw new IllegalArgumentException(
                "header field "
                    + field
                    + " must not be set by an operation, as the credentials of "
                    + made.name
                    + " stand there, but was");
          }
          if (field.equalsIgnoreCase(made.keyHeader)) {
            throw new IllegalArgumentException(
                "header field "
                    + field
                    + " must not be set by an operation, as it makes none a keyed write, but was;"
                    + " use keyed(key)");
          }
          fields.put(field, value);
        });
    operation.idempotencyKey().ifPresent(key -> fields.put(made.keyHeader, key));
    return fields;
  }

  private byte[] body(Operation operation, JsonCodec codec) {
    return operation
        .body()
        .map(body -> body instanceof byte[] bytes ? bytes : written(body, codec))
        .orElse(NO_BODY);
  }

  private static byte[] written(Object body, JsonCodec codec) {
    try {
      return codec.write(body);
    } catch (JsonCodec.JsonException e) {
      throw new IllegalArgumentException("body must be writable as JSON but was not", e);
    }
  }

  private String url(Operation operation) {
    if (made.pages instanceof PageRule.Link && operation.cursor().isPresent()) {
      // A continuation may come out of a store: it must not lead to another host.
      String page = BaseUrl.checkedPath("continuation", operation.cursor().get());
      return BaseUrl.ascii(baseUrl + page + secret(page.indexOf('?') >= 0));
    }
    StringBuilder url = new StringBuilder(baseUrl).append(operation.path());
    char join = operation.path().indexOf('?') < 0 ? '?' : '&';
    paging.check(operation);
    Map<String, String> page = paging.argument(operation);
    for (Map.Entry<String, List<String>> argument : operation.arguments().entrySet()) {
      for (String value : argument.getValue()) {
        if (!page.containsKey(argument.getKey())) {
          join = append(url, join, argument.getKey(), value);
        }
      }
    }
    for (Map.Entry<String, String> argument : page.entrySet()) {
      join = append(url, join, argument.getKey(), argument.getValue());
    }
    return BaseUrl.ascii(url.append(secret(join == '&')).toString());
  }

  private String secret(boolean more) {
    return made.queryKey.isEmpty() ? "" : (more ? "&" : "?") + made.queryKey;
  }

  private static char append(StringBuilder url, char join, String name, String value) {
    url.append(join).append(Operation.encoded(name)).append('=').append(Operation.encoded(value));
    return '&';
  }

  @Override
  public Meaning meaning(Operation operation, Reply.Answer answer, JsonCodec codec) {
    Meaning byStatus =
        made.passing.contains(answer.status()) && answer.status() != TOO_MANY_REQUESTS
            ? Meaning.passing(ErrorCode.PROVIDER, operation.kind())
            : Meaning.of(answer.status(), operation.kind());
    HttpApiBuilder.BodyRule rule = made.bodyRule;
    if (rule == null) {
      return byStatus;
    }
    return read(answer, codec)
        .flatMap(body -> rule.meaning(answer.status(), body))
        .map(code -> ofBody(code, operation))
        .orElse(byStatus);
  }

  private static Meaning ofBody(ErrorCode code, Operation operation) {
    return switch (code) {
      case RATE_LIMITED, PROVIDER -> Meaning.passing(code, operation.kind());
      case INVALID, UNAUTHORIZED, NOT_FOUND, UNSUPPORTED ->
          new Meaning.Failure(code, CallOutcome.Next.PERMANENT);
    };
  }

  @Override
  public Optional<Duration> retryAfter(Reply.Answer answer, JsonCodec codec) {
    String field = made.retryAfterAt;
    if (field == null) {
      return Optional.empty();
    }
    return read(answer, codec)
        .flatMap(body -> Tree.at(body, field))
        .filter(Number.class::isInstance)
        .flatMap(number -> times(((Number) number).doubleValue(), made.retryAfterUnit));
  }

  private static Optional<Duration> times(double number, Duration unit) {
    if (!(number >= 0)) {
      return Optional.empty();
    }
    double millis = Math.ceil(number * unit.toMillis());
    return Optional.of(
        millis >= Durations.LONGEST.toMillis()
            ? Durations.LONGEST
            : Duration.ofMillis((long) millis));
  }

  /** Error pages are often no JSON: then there is nothing to be found in them. */
  private static Optional<Object> read(Reply.Answer answer, JsonCodec codec) {
    if (answer.body().length == 0) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(codec.read(answer.body(), Object.class));
    } catch (JsonCodec.JsonException e) {
      return Optional.empty();
    }
  }

  @Override
  public boolean pages() {
    return !(made.pages instanceof PageRule.None);
  }

  @Override
  public List<?> items(@Nullable Object body) {
    return paging.items(body);
  }

  @Override
  public Optional<String> next(Operation operation, Headers headers, @Nullable Object body) {
    Optional<String> next = paging.next(operation, headers, body);
    return made.pages instanceof PageRule.Link ? next.map(this::withoutKey) : next;
  }

  /** A provider may repeat our key in its links, which are shown and stored. */
  private String withoutKey(String link) {
    int query = link.indexOf('?');
    if (query < 0 || made.queryKey.isEmpty()) {
      return link;
    }
    String name = made.queryKey.substring(0, made.queryKey.indexOf('=') + 1);
    String rest =
        Arrays.stream(link.substring(query + 1).split("&", -1))
            .filter(argument -> !argument.startsWith(name))
            .collect(Collectors.joining("&"));
    return link.substring(0, query) + (rest.isEmpty() ? "" : "?" + rest);
  }

  @Override
  public boolean knownRead(String method, String path) {
    return Adapter.super.knownRead(method, path) || made.reads.contains(method + " " + path);
  }

  @Override
  public boolean honoursIdempotencyKeys() {
    return !made.keyHeader.isEmpty();
  }

  @Override
  public List<RateLimit> limits() {
    return made.limits;
  }

  @Override
  public Optional<Transport> transport() {
    return Optional.ofNullable(made.transport);
  }

  /**
   * Tells what can do no harm in a log.
   *
   * @return the provider's name
   */
  @Override
  public String toString() {
    return "HttpApi[" + made.name + "]";
  }
}
