package dev.holdfast.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Operation;
import dev.holdfast.client.Options;
import dev.holdfast.client.transport.Causes;
import dev.holdfast.client.transport.Headers;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever fails, no credential, argument, header or body is in what people read. */
class SecretsTest {
  private static final String HUSH = "hush-4711";

  private final Calls calls = new Calls();
  private final StringBuilder read = new StringBuilder();

  private final Hooks hooks =
      new Hooks() {
        @Override
        public void onRequest(Attempted attempt) {
          read.append(attempt);
        }

        @Override
        public void onRetry(Retrying retry) {
          read.append(retry);
        }

        @Override
        public void onStop(Stopped stop) {
          read.append(stop);
        }
      };

  static Stream<Reply> failures() {
    byte[] body = ("{\"error\": \"" + HUSH + "\"}").getBytes(UTF_8);
    Headers headers = Headers.of(Map.of("Set-Cookie", HUSH, "Retry-After", HUSH, "Date", HUSH));
    return Stream.of(
        new Reply.Answer(503, headers, body),
        new Reply.Answer(401, headers, body),
        new Reply.Answer(429, headers, body),
        new Reply.Answer(302, headers, body),
        new Reply.Answer(200, headers, HUSH.getBytes(UTF_8)),
        new Reply.Answer(200, headers, body),
        new Reply.Bodiless(200, headers, Reply.Flaw.GARBLED),
        new Reply.Unanswered(
            new CallEnding.NeverLeft(),
            Causes.text(new IOException(HUSH, new IllegalStateException(HUSH)))),
        new Reply.Unanswered(new CallEnding.Refused(), ""),
        new Reply.Unanswered(new CallEnding.TimedOut(), ""));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void a_failure_shows_nothing(Reply failure) {
    calls.provider.then(request -> failure);

    attempt(operation());

    assertThat(read).isNotEmpty().asString().doesNotContain(HUSH);
  }

  @Test
  void a_transport_that_throws_shows_nothing() {
    attempt(
        operation(),
        (request, timeout, signal) -> {
          throw new IllegalStateException(HUSH + request);
        });

    assertThat(read).isNotEmpty().asString().doesNotContain(HUSH);
  }

  @Test
  void a_refusal_shows_nothing() {
    attempt(operation().header("Authorization", HUSH));

    assertThat(read).isNotEmpty().asString().doesNotContain(HUSH);
    assertThat(operation().toString()).isEqualTo("READ GET /a");
  }

  @Test
  void an_error_that_was_sent_elsewhere_is_whole() throws Exception {
    calls.provider.answer(503);
    CallException thrown =
        catchThrowableOfType(
            CallException.class,
            () ->
                calls.client().call(Operation.get("/a"), Integer.class, Options.none().retries(0)));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(thrown);
    }

    CallException back = read(bytes.toByteArray());

    assertThat(back.error().status()).hasValue(503);
    assertThat(back.error().attempts()).isEqualTo(1);
  }

  private static CallException read(byte[] bytes) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return (CallException) in.readObject();
    }
  }

  private static Operation operation() {
    return Operation.read("GET", "/a")
        .with("token", HUSH)
        .header("X-Token", HUSH)
        .body(Map.of("password", HUSH));
  }

  private void attempt(Operation operation) {
    attempt(operation, calls.provider);
  }

  private void attempt(Operation operation, Transport transport) {
    Client client =
        calls
            .builder(Calls.api().bearer(HUSH).headerKey("X-Key", HUSH).queryKey("key", HUSH))
            .transport(transport)
            .hooks(hooks)
            .build();
    try {
      client.call(operation, Integer.class);
    } catch (CallException e) {
      StringWriter text = new StringWriter();
      e.printStackTrace(new PrintWriter(text));
      read.append(text).append(e.error());
    }
  }
}
