package dev.holdfast.client;

import dev.holdfast.core.OperationKind;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a provider, as plain data: which kind of operation it is, and all its arguments.
 *
 * <p>Whether it reads or writes is said here and not by the HTTP method, as some providers list by
 * {@code POST}. Immutable: every method returns a copy.
 */
public final class Operation {

  /** A client would send anything beyond ASCII as a question mark: different keys, made one. */
  private static final Pattern KEY = Pattern.compile("[!-~]([ -~]{0,253}[!-~])?");

  private static final int METHOD_MAX = 20;

  private final OperationKind kind;
  private final String method;
  private final String route;
  private final String path;
  private final Map<String, List<String>> arguments;
  private final Map<String, String> headers;
  private final @Nullable Object body;
  private final @Nullable String key;
  private final @Nullable String cursor;
  private final boolean page;

  private Operation(
      OperationKind kind,
      String method,
      String route,
      String path,
      Map<String, List<String>> arguments,
      Map<String, String> headers,
      @Nullable Object body,
      @Nullable String key,
      @Nullable String cursor,
      boolean page) {
    this.kind = kind;
    this.method = method;
    this.route = route;
    this.path = path;
    this.arguments = arguments;
    this.headers = headers;
    this.body = body;
    this.key = key;
    this.cursor = cursor;
    this.page = page;
  }

  /**
   * A read by {@code GET}.
   *
   * @param path where, behind the base URL; starts with one slash. Each {@code {}} in it stands for
   *     a segment
   * @param segments what is put in the place of each {@code {}}, encoded: no slash in an id leads
   *     elsewhere
   * @return an operation
   * @throws IllegalArgumentException if the path breaks its rule, or segments are too few, too many
   *     or empty
   */
  public static Operation get(String path, Object... segments) {
    return read("GET", path, segments);
  }

  /**
   * A read by any method, such as a search by {@code POST}.
   *
   * @param method the HTTP method, in capitals
   * @param path as for {@link #get}
   * @param segments as for {@link #get}
   * @return an operation
   * @throws IllegalArgumentException as for {@link #get}
   */
  public static Operation read(String method, String path, Object... segments) {
    return new Operation(
        OperationKind.READ,
        checkedMethod(method),
        path,
        filled(path, segments),
        Map.of(),
        Map.of(),
        null,
        null,
        null,
        false);
  }

  /**
   * A write, sent once unless it is {@link #keyed}.
   *
   * @param method the HTTP method, in capitals
   * @param path as for {@link #get}
   * @param segments as for {@link #get}
   * @return an operation
   * @throws IllegalArgumentException as for {@link #get}
   */
  public static Operation write(String method, String path, Object... segments) {
    return new Operation(
        OperationKind.WRITE,
        checkedMethod(method),
        path,
        filled(path, segments),
        Map.of(),
        Map.of(),
        null,
        null,
        null,
        false);
  }

  /**
   * Adds an argument to the query. One that was given before is kept: it is sent twice.
   *
   * @param name its name
   * @param value its value, written by {@link Object#toString}; a number plainly, so that what is
   *     equal is sent alike: 1.0 as 1, 1e10 as 10000000000
   * @return a copy
   * @throws IllegalArgumentException if it is no finite number, or a collection: give one value
   *     after the other
   */
  public Operation with(String name, Object value) {
    Map<String, List<String>> more = new TreeMap<>(arguments);
    List<String> values = new ArrayList<>(more.getOrDefault(name, List.of()));
    values.add(Argument.text(name, value));
    more.put(name, List.copyOf(values));
    return new Operation(kind, method, route, path, sorted(more), headers, body, key, cursor, page);
  }

  /**
   * Sets a header field.
   *
   * @param name its name
   * @param value its value, visible ASCII, spaces only between others
   * @return a copy
   * @throws IllegalArgumentException if either breaks its rule; the message does not repeat the
   *     value
   */
  public Operation header(String name, String value) {
    Map<String, String> more = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    more.putAll(headers);
    more.put(Fields.name(name), Fields.value(name, value));
    return new Operation(
        kind,
        method,
        route,
        path,
        arguments,
        Collections.unmodifiableMap(more),
        body,
        key,
        cursor,
        page);
  }

  /**
   * Sets the body.
   *
   * @param value what is written as JSON; a {@code byte[]} is sent as it is
   * @return a copy
   */
  public Operation body(Object value) {
    return new Operation(kind, method, route, path, arguments, headers, value, key, cursor, page);
  }

  /**
   * Makes a write safe to repeat: every attempt carries the same key, by which the provider tells a
   * repeat.
   *
   * @param idempotencyKey 1 to 255 visible ASCII characters, spaces only between others
   * @return a copy
   * @throws IllegalArgumentException if the key breaks its rule, or this is a read
   */
  public Operation keyed(String idempotencyKey) {
    require(
        kind != OperationKind.READ, "an idempotency key must belong to a write but a read had one");
    require(
        KEY.matcher(idempotencyKey).matches(),
        "idempotency key must be 1 to 255 visible ASCII characters, spaces only between others, but"
            + " was not");
    return new Operation(
        OperationKind.KEYED_WRITE,
        method,
        route,
        path,
        arguments,
        headers,
        body,
        idempotencyKey,
        cursor,
        page);
  }

  /**
   * The same operation, further on: the page that a continuation leads to.
   *
   * @param continuation what the page before gave, as it was
   * @return a copy
   */
  public Operation at(String continuation) {
    return new Operation(
        kind, method, route, path, arguments, headers, body, key, continuation, page);
  }

  /** The same operation, read as a page of a listing. */
  Operation asPage() {
    return new Operation(kind, method, route, path, arguments, headers, body, key, cursor, true);
  }

  /**
   * What it does to the provider.
   *
   * @return read, write or keyed write
   */
  public OperationKind kind() {
    return kind;
  }

  /**
   * The HTTP method.
   *
   * @return in capitals
   */
  public String method() {
    return method;
  }

  /**
   * Where, behind the base URL.
   *
   * @return the path, segments filled in
   */
  public String path() {
    return path;
  }

  /**
   * The path as it was given, before segments were filled in: what metrics and traces are told
   * apart by, as there are only so many.
   *
   * @return such as {@code /campaigns/{}}, without a query
   */
  public String route() {
    return shown(route);
  }

  /**
   * Whether it is read as a page of a listing, which leads to the next.
   *
   * @return true within a walk
   */
  public boolean isPage() {
    return page;
  }

  /**
   * The query's arguments.
   *
   * @return values by name, sorted by name: the order in which they were given does not matter
   */
  public Map<String, List<String>> arguments() {
    return arguments;
  }

  /**
   * The header fields that were set.
   *
   * @return values by name
   */
  public Map<String, String> headers() {
    return headers;
  }

  /**
   * The body.
   *
   * @return what is written as JSON, or bytes; empty where there is none
   */
  public Optional<Object> body() {
    return Optional.ofNullable(body);
  }

  /**
   * The idempotency key.
   *
   * @return set for keyed writes alone
   */
  public Optional<String> idempotencyKey() {
    return Optional.ofNullable(key);
  }

  /**
   * Where in a walk it is.
   *
   * @return the continuation, empty for the first page
   */
  public Optional<String> cursor() {
    return Optional.ofNullable(cursor);
  }

  /**
   * Tells what can do no harm in a log: arguments and bodies may hold secrets.
   *
   * @return the kind, method and path
   */
  @Override
  public String toString() {
    return kind + " " + method + " " + path;
  }

  private static Map<String, List<String>> sorted(Map<String, List<String>> values) {
    return Collections.unmodifiableMap(values);
  }

  private static String checkedMethod(String method) {
    boolean capitals = !method.isEmpty() && method.length() <= METHOD_MAX;
    for (int i = 0; i < method.length(); i++) {
      capitals &= 'A' <= method.charAt(i) && method.charAt(i) <= 'Z';
    }
    require(capitals, "method must be 1 to " + METHOD_MAX + " capitals but was not");
    return method;
  }

  private static String filled(String path, Object... segments) {
    StringBuilder filled = new StringBuilder();
    int from = 0;
    for (Object segment : segments) {
      int at = path.indexOf("{}", from);
      require(
          at >= 0,
          "path must have a {} for each of its "
              + segments.length
              + " segment(s) but was "
              + shown(path));
      String text =
          Objects.requireNonNull(segment, "a segment of a path must not be null").toString();
      // A dot segment would climb to another path, encoded or not.
      require(
          !text.isEmpty() && !text.equals(".") && !text.equals(".."),
          "a segment of a path must not be empty, . or .. but was");
      filled.append(path, from, at).append(encoded(text));
      from = at + 2;
    }
    require(
        path.indexOf("{}", from) < 0,
        "path must be given a segment for each {} but was given "
            + segments.length
            + " for "
            + shown(path));
    return BaseUrl.checkedPath("path", filled.append(path.substring(from)).toString());
  }

  /** Different texts would be encoded alike. */
  private static boolean wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  /** What of a path can do no harm in a message: a query may hold a secret. */
  private static String shown(String path) {
    int query = path.indexOf('?');
    return query < 0 ? path : path.substring(0, query);
  }

  static String encoded(String text) {
    require(wellFormed(text), "text must be well-formed Unicode but had half a surrogate pair");
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
