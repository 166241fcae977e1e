package dev.holdfast.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.jetty.http.HttpFields;
import org.jspecify.annotations.Nullable;

/** From a request to its answer. */
final class Routes {
  private final Intake intake;
  private final Page page;
  private final Answer style;

  Routes(Intake intake, Page page) {
    this.intake = intake;
    this.page = page;
    this.style = Answer.css(resource("style.css"));
  }

  /** A request's body, read only by the route that wants one. */
  interface Body {
    byte[] read() throws Problem.Found;
  }

  Answer answer(String method, String path, HttpFields headers, Body body) throws Problem.Found {
    return switch (path) {
      case "/v1/events" -> {
        requireMethod(method, "POST");
        requireJson(headers.get("Content-Type"));
        List<String> keys = headers.getValuesList("Idempotency-Key");
        yield intake.accept(body.read(), keys);
      }
      case "/" -> {
        requireMethod(method, "GET", "HEAD");
        yield page.show();
      }
      case "/style.css" -> {
        requireMethod(method, "GET", "HEAD");
        yield style;
      }
      default ->
          throw new Problem.Found(
              new Problem(404, "There is no such page", "known are / and POST /v1/events"));
    };
  }

  private static void requireMethod(String method, String... allowed) throws Problem.Found {
    if (!List.of(allowed).contains(method)) {
      throw new Problem.Found(
          new Problem(
              405,
              "The method is not allowed here",
              "the method must be " + String.join(" or ", allowed),
              Map.of("Allow", String.join(", ", allowed))));
    }
  }

  // A page of another site can't send this type without asking first, and is refused then.
  private static void requireJson(@Nullable String contentType) throws Problem.Found {
    String type = contentType == null ? "" : contentType.split(";", 2)[0].strip();
    if (!type.toLowerCase(Locale.ROOT).equals("application/json")) {
      throw new Problem.Found(
          new Problem(
              415, "The content type is not supported", "Content-Type must be application/json"));
    }
  }

  private static String resource(String name) {
    try (InputStream in = Routes.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the resource " + name + " is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
