package dev.holdfast.client;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collections of records, asked by requests. */
final class MemoryTransport implements Transport {
  private static final byte[] NOTHING = {};

  private final int pageSize;
  private final JsonCodec codec;
  private final Map<String, Map<String, Map<String, Object>>> collections = new LinkedHashMap<>();
  private final Map<String, Reply> byKey = new LinkedHashMap<>();
  private long created;

  MemoryTransport(int pageSize, JsonCodec codec) {
    this.pageSize = pageSize;
    this.codec = codec;
  }

  void collection(String path, List<Map<String, Object>> records) {
    Map<String, Map<String, Object>> byId = new LinkedHashMap<>();
    for (Map<String, Object> record : records) {
      Object id = record.get("id");
      if (id == null || byId.put(id.toString(), new LinkedHashMap<>(record)) != null) {
        throw new IllegalArgumentException(
            "each record of " + path + " must have an id of its own but one had not");
      }
    }
    collections.put(path, byId);
  }

  @Override
  public synchronized Reply send(Request request, Duration timeout, Signal signal) {
    if (signal.fired() || Thread.currentThread().isInterrupted()) {
      return new Reply.Unanswered(new CallEnding.Cancelled(CallEnding.Sent.NO), "");
    }
    String key = request.headers().get("Idempotency-Key");
    if (key != null && byKey.containsKey(key)) {
      return Objects.requireNonNull(byKey.get(key));
    }
    Reply reply = answer(request);
    if (key != null) {
      byKey.put(key, reply);
    }
    return reply;
  }

  private Reply answer(Request request) {
    String path = request.uri().getPath();
    try {
      if (collections.containsKey(path)) {
        return whole(request, Objects.requireNonNull(collections.get(path)));
      }
      int slash = path.lastIndexOf('/');
      Map<String, Map<String, Object>> records = collections.get(path.substring(0, slash));
      String id = path.substring(slash + 1);
      return records == null || !records.containsKey(id) ? status(404) : one(request, records, id);
    } catch (JsonCodec.JsonException e) {
      return status(400);
    }
  }

  private Reply whole(Request request, Map<String, Map<String, Object>> records)
      throws JsonCodec.JsonException {
    return switch (request.method()) {
      case "GET" -> page(arguments(request), records);
      case "POST" -> {
        Map<String, Object> record = body(request);
        Object id = record.computeIfAbsent("id", key -> "new-" + ++created);
        yield records.putIfAbsent(id.toString(), record) == null ? ok(201, record) : status(409);
      }
      default -> status(405);
    };
  }

  private Reply page(Map<String, String> arguments, Map<String, Map<String, Object>> records)
      throws JsonCodec.JsonException {
    String from = arguments.remove("cursor");
    List<Map<String, Object>> matching =
        records.values().stream().filter(record -> matches(record, arguments)).toList();
    int start = from == null ? 0 : position(from, matching.size());
    int end = Math.min(start + pageSize, matching.size());
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("items", matching.subList(start, end));
    page.put("next", end < matching.size() ? Integer.toString(end) : null);
    return ok(200, page);
  }

  private static boolean matches(Map<String, Object> record, Map<String, String> arguments) {
    return arguments.entrySet().stream()
        .allMatch(
            argument -> argument.getValue().equals(String.valueOf(record.get(argument.getKey()))));
  }

  private static int position(String cursor, int size) {
    try {
      return Math.clamp(Integer.parseInt(cursor), 0, size);
    } catch (NumberFormatException e) {
      return size;
    }
  }

  private Reply one(Request request, Map<String, Map<String, Object>> records, String id)
      throws JsonCodec.JsonException {
    Map<String, Object> record = Objects.requireNonNull(records.get(id));
    return switch (request.method()) {
      case "GET", "HEAD" -> ok(200, record);
      case "PUT", "PATCH" -> {
        Map<String, Object> changed =
            request.method().equals("PUT") ? new LinkedHashMap<>() : new LinkedHashMap<>(record);
        changed.putAll(body(request));
        changed.put("id", Objects.requireNonNull(record.get("id")));
        records.put(id, changed);
        yield ok(200, changed);
      }
      case "DELETE" -> {
        records.remove(id);
        yield status(204);
      }
      default -> status(405);
    };
  }

  @SuppressWarnings("unchecked") // JSON's objects have texts as names
  private Map<String, Object> body(Request request) throws JsonCodec.JsonException {
    Map<String, Object> read = codec.read(request.body(), Map.class);
    if (read == null) {
      throw new JsonCodec.JsonException(true, "no object");
    }
    return new LinkedHashMap<>(read);
  }

  private static Map<String, String> arguments(Request request) {
    Map<String, String> arguments = new LinkedHashMap<>();
    for (String pair : Optional.ofNullable(request.uri().getRawQuery()).orElse("").split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        arguments.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
      }
    }
    return arguments;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private Reply ok(int status, Object body) throws JsonCodec.JsonException {
    return new Reply.Answer(status, Headers.NONE, codec.write(body));
  }

  private static Reply status(int status) {
    return new Reply.Answer(status, Headers.NONE, NOTHING);
  }
}
