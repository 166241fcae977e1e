package dev.holdfast.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.client.runtime.Signal;
import dev.holdfast.client.transport.Reply;
import dev.holdfast.client.transport.Transport;
import dev.holdfast.core.CallEnding;
import dev.holdfast.core.CallEnding.Sent;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScriptedProviderTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final VirtualTime time = VirtualTime.create();
  private final Signal signal = Signal.create();
  private final ScriptedProvider provider = ScriptedProvider.on(time);

  private static Transport.Request get(String path) {
    return new Transport.Request(
        "GET", URI.create("https://crm.example" + path), Map.of("x-page", "2"), new byte[0]);
  }

  private Reply send() {
    return provider.send(get("/"), TIMEOUT, signal);
  }

  private static int status(Reply reply) {
    return reply instanceof Reply.Answer answer ? answer.status() : 0;
  }

  private static CallEnding ending(Reply reply) {
    return ((Reply.Unanswered) reply).ending();
  }

  @AfterEach
  void forget_an_interrupt() {
    Thread.interrupted();
  }

  @Test
  void gives_each_request_the_next_answer_and_repeats_the_last() {
    provider.answer(503, 429).answer(200);

    assertThat(status(send())).isEqualTo(503);
    assertThat(status(send())).isEqualTo(429);
    assertThat(status(send())).isEqualTo(200);
    assertThat(status(send())).isEqualTo(200);
    assertThat(provider.count()).isEqualTo(4);
  }

  @Test
  void an_entry_added_later_is_the_next_to_be_given() {
    provider.answer(503);
    send();
    send();
    provider.answer(200);

    assertThat(status(send())).isEqualTo(200);
  }

  @Test
  void an_answer_has_its_header_fields_and_its_body() {
    provider.answer(429, Map.of("Retry-After", "20"), "späť");

    Reply.Answer answer = (Reply.Answer) send();

    assertThat(answer.headers().first("retry-after")).hasValue("20");
    assertThat(answer.body()).asString().isEqualTo("späť");
  }

  @Test
  void remembers_what_arrived_in_order() {
    provider.answer(200);
    provider.send(get("/one"), TIMEOUT, signal);
    provider.send(get("/two"), TIMEOUT, signal);

    assertThat(provider.requests())
        .extracting(request -> request.uri().getPath())
        .containsExactly("/one", "/two");
    assertThat(provider.requests().getFirst().method()).isEqualTo("GET");
    assertThat(provider.requests().getFirst().headers()).containsEntry("x-page", "2");
  }

  @Test
  void offline_never_left_and_broken_may_have_arrived() {
    provider.offline().broken();

    assertThat(ending(send())).isEqualTo(new CallEnding.NeverLeft());
    assertThat(ending(send())).isEqualTo(new CallEnding.Broken());
  }

  @Test
  void a_function_answers_by_the_request() {
    provider.then(request ->
        request.uri().getPath().equals("/here")
            ? new Reply.Unanswered(new CallEnding.Broken(), "")
            : new Reply.Unanswered(new CallEnding.NeverLeft(), ""));

    assertThat(ending(provider.send(get("/here"), TIMEOUT, signal)))
        .isEqualTo(new CallEnding.Broken());
    assertThat(ending(provider.send(get("/there"), TIMEOUT, signal)))
        .isEqualTo(new CallEnding.NeverLeft());
  }

  @Test
  void a_request_hangs_until_its_timeout() {
    provider.hang();

    assertThat(ending(send())).isEqualTo(new CallEnding.TimedOut());
    assertThat(time.nanos()).isEqualTo(TIMEOUT.toNanos());
    assertThat(time.waits()).isEmpty();
    assertThat(signal.listeners()).isZero();
  }

  @Test
  void a_request_hangs_until_its_signal_where_that_is_sooner() {
    provider.hang();
    time.start(Duration.ofSeconds(2).toNanos(), signal::fire);

    assertThat(ending(send())).isEqualTo(new CallEnding.Cancelled(Sent.MAYBE));
    assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
  }

  @Test
  void a_request_hangs_until_an_interrupt_which_stays_set() {
    provider.hang();
    time.start(Duration.ofSeconds(2).toNanos(), Thread.currentThread()::interrupt);

    assertThat(ending(send())).isEqualTo(new CallEnding.Cancelled(Sent.MAYBE));
    assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    assertThat(Thread.currentThread().isInterrupted()).isTrue();
    assertThat(signal.listeners()).isZero();
  }

  @Test
  void a_cancelled_request_does_not_arrive() {
    provider.answer(200);
    Thread.currentThread().interrupt();
    assertThat(ending(send())).isEqualTo(new CallEnding.Cancelled(Sent.NO));
    assertThat(Thread.interrupted()).isTrue();

    signal.fire();
    assertThat(ending(send())).isEqualTo(new CallEnding.Cancelled(Sent.NO));
    assertThat(provider.count()).isZero();
  }

  @Test
  void on_the_systems_time_a_request_really_hangs() throws InterruptedException {
    ScriptedProvider real = ScriptedProvider.onSystemTime().hang();
    Thread caller =
        Thread.ofPlatform().start(() -> real.send(get("/"), Duration.ofDays(1), signal));

    while (signal.listeners() == 0) {
      Thread.onSpinWait();
    }
    assertThat(caller.isAlive()).isTrue();
    signal.fire();
    caller.join();

    assertThat(real.count()).isEqualTo(1);
  }

  @Test
  void an_empty_script_is_blamed() {
    assertThatThrownBy(this::send)
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("script must have an entry");
  }

  @Test
  void threads_share_the_script_and_each_entry_is_given_once() throws InterruptedException {
    int each = 1_000;
    for (int i = 0; i < 2 * each; i++) {
      provider.answer(200 + i % 100);
    }
    int[] sums = new int[2];
    Thread one = Thread.ofPlatform().start(() -> sums[0] = sum(each));
    Thread two = Thread.ofPlatform().start(() -> sums[1] = sum(each));
    one.join();
    two.join();

    // 20 rounds through the statuses 200 to 299.
    assertThat(sums[0] + sums[1]).isEqualTo(20 * (200 + 299) * 50);
    assertThat(provider.count()).isEqualTo(2 * each);
  }

  private int sum(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += status(send());
    }
    return sum;
  }
}
