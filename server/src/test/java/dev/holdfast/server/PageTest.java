package dev.holdfast.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.server.Http.Answered;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final Pattern TAGS = Pattern.compile("<[^>]*>|\\s+");

  @SuppressWarnings("NullAway.Init") // Started before each test.
  private RunningServer server;

  @BeforeEach
  void start(@TempDir Path folder) throws Exception {
    server =
        new RunningServer(
            folder,
            """
            connections: { payments: { url: "http://127.0.0.1:1" } }
            subscribers: { a: { on: A, post: /a, connection: payments } }
            engine: { poll: 1h, tick: 1h }
            """);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String page() throws Exception {
    Answered answer =
        server.http().send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  /** The page as a person reads it. */
  private String text() throws Exception {
    return TAGS.matcher(page()).replaceAll(" ").replaceAll(" +", " ");
  }

  private void delivery(String id, String subscriber, String state, long dueAt) throws Exception {
    server.change(
        """
        INSERT INTO holdfast_event (id, type, payload, emitted_at)
          VALUES ('%1$s', 'A', x'31', 1000);
        """
            .formatted(id));
    server.change(
        """
        INSERT INTO holdfast_delivery (id, event_id, subscriber, state, due_at, started_at)
          VALUES ('%1$s', '%1$s', '%2$s', '%3$s', %4$d, 1000)
        """
            .formatted(id, subscriber, state, dueAt));
  }

  private void breaker(String connection) throws Exception {
    server.change(
        """
        INSERT INTO holdfast_breaker
          (connection, period, state, opened_at, pause_ms, probe_at)
          VALUES ('%s', 1, 'open', 1559563200000, 60000, 32503680000000)
        """
            .formatted(connection));
    server.change(
        """
        INSERT INTO holdfast_outage (id, connection, period, opened_at, down_alerted_at)
          VALUES (77, '%s', 1, 1559563200000, 1559563201000)
        """
            .formatted(connection));
  }

  @Test
  void an_empty_store_says_so() throws Exception {
    assertThat(text())
        .contains(
            " pending 0 running 0 held 0 parked 0 succeeded 0 failed 0 cancelled 0 ",
            " Breakers No connection has failed yet. ",
            " Latest alerts None so far. ");
  }

  @Test
  void every_state_is_counted_and_every_outage_has_its_id() throws Exception {
    long never = 32_503_680_000_000L;
    breaker("payments");
    delivery("1", "a", "pending", 1_000);
    delivery("2", "a", "pending", 1_000);
    delivery("3", "a", "pending", never);
    for (String state : new String[] {"running", "parked", "failed", "cancelled"}) {
      delivery(state, "a", state, 1_000);
    }
    for (int i = 0; i < 3; i++) {
      delivery("s" + i, "a", "succeeded", 1_000);
    }

    assertThat(text())
        .contains(
            " pending 1 running 1 held 2 parked 1 succeeded 3 failed 1 cancelled 1 ",
            " payments open 2 a probe goes out at 00:00:00 UTC ",
            " 77 payments 2019-06-03 12:00:00 ",
            " so far 2019-06-03 12:00:01 ");
  }

  @Test
  void a_name_is_text_whatever_it_holds() throws Exception {
    breaker("<script>alert(\"1\")</script>&amp;''");

    assertThat(page())
        .contains("<td>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;amp;&#39;</td>")
        .doesNotContain("<script");
  }

  @Test
  void a_page_that_can_not_be_read_is_a_problem() throws Exception {
    server.change("ALTER TABLE holdfast_outage RENAME TO elsewhere");

    Answered answer =
        server.http().send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).doesNotContain("sqlite", "elsewhere");
  }
}
