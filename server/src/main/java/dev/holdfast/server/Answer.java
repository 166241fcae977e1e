package dev.holdfast.server;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/** What is answered to a request. */
record Answer(int status, String contentType, String body, Map<String, String> headers) {

  private Answer(int status, String contentType, String body) {
    this(status, contentType, body, Map.of());
  }

  static Answer json(int status, String body) {
    return new Answer(status, "application/json", body);
  }

  static Answer html(String body) {
    return new Answer(200, "text/html; charset=utf-8", body);
  }

  static Answer css(String body) {
    return new Answer(200, "text/css; charset=utf-8", body);
  }

  static Answer problem(Problem problem) {
    String body =
        Json.object(json -> {
          json.writeStringProperty("title", problem.title());
          json.writeNumberProperty("status", problem.status());
          json.writeStringProperty("detail", problem.detail());
        });
    return new Answer(problem.status(), "application/problem+json", body, problem.headers());
  }

  byte[] bytes() {
    return body.getBytes(StandardCharsets.UTF_8);
  }
}
