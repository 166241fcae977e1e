package dev.holdfast.client.transport;

import static dev.holdfast.client.transport.Wire.head;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Transport.Request;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class JdkTransportLogTest {
  private static final String CANARY = "c4n4ry";

  private final Logger logger = (Logger) LoggerFactory.getLogger("dev.holdfast.client.transport");
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void listen() {
    logger.setLevel(Level.TRACE);
    logger.addAppender(log);
    log.start();
  }

  @AfterEach
  void stop() {
    logger.detachAppender(log);
  }

  @Test
  void one_warning_tells_of_reads_that_may_be_sent_twice() throws IOException {
    try (JdkTransport transport = JdkTransport.create();
        RawServer server = new RawServer(peer -> peer.read().write(head("204 None")))) {
      send(transport, server.uri("http", "/"));
      send(transport, server.uri("http", "/"));
    }

    // Not set where these tests run.
    assertThat(log.list).hasSize(Resends.ofReads(System::getProperty) ? 1 : 0);
    assertThat(messages())
        .allMatch(
            "The JDK's HTTP client may send a GET twice, so that an error can't tell whether a read was sent: start with -Djdk.httpclient.redirects.retrylimit=1, or use another transport"
                ::equals);
  }

  @Test
  void neither_a_reply_nor_the_log_shows_a_secret() throws IOException {
    String answer = head("200 OK", "X-Secret: " + CANARY, CANARY + " " + CANARY + ": x");
    List<Reply> replies = new ArrayList<>();
    try (JdkTransport transport = JdkTransport.create();
        RawServer garbled = new RawServer(peer -> peer.read().write(answer).hang());
        RawServer cut = new RawServer(peer -> peer.read().write(CANARY))) {
      for (RawServer server : List.of(garbled, cut)) {
        URI uri = server.uri("http", "/" + CANARY + "?key=" + CANARY);
        replies.add(send(transport, uri));
        replies.add(send(transport, URI.create(uri.toString().replace("//", "//" + CANARY + "@"))));
      }
      replies.add(send(transport, URI.create("http://" + CANARY + ".invalid/?" + CANARY)));
      replies.add(send(transport, URI.create("http://127.0.0.1:99999/?" + CANARY)));
      replies.add(
          transport.send(
              new Request("GET", cut.uri("http", "/"), Map.of("Key", CANARY + "\n"), new byte[0]),
              Duration.ofSeconds(20),
              Signal.never()));
    }

    assertThat(replies).hasSize(7).noneMatch(reply -> reply.toString().contains(CANARY));
    assertThat(messages()).noneMatch(message -> message.contains(CANARY));
  }

  private List<String> messages() {
    return log.list.stream()
        .map(event -> event.getFormattedMessage() + event.getThrowableProxy())
        .map(message -> message.replaceFirst("null$", ""))
        .toList();
  }

  private static Reply send(Transport transport, URI uri) {
    Request request =
        new Request("POST", uri, Map.of("Authorization", CANARY), CANARY.getBytes(UTF_8));
    return transport.send(request, Duration.ofSeconds(20), Signal.never());
  }
}
