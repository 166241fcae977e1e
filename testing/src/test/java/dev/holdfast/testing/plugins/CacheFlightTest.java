package dev.holdfast.testing.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.holdfast.client.CallError;
import dev.holdfast.client.CallException;
import dev.holdfast.client.Client;
import dev.holdfast.client.Meta;
import dev.holdfast.client.Options;
import dev.holdfast.client.Plugin;
import dev.holdfast.client.Response;
import dev.holdfast.client.plugins.Cache;
import dev.holdfast.client.plugins.MemoryStore;
import dev.holdfast.client.runtime.Signal;
import dev.holdfast.core.StopReason;
import dev.holdfast.testing.plugins.Crowd.Asked;
import dev.holdfast.testing.plugins.Crowd.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that read the same thing at the same time, on real threads. */
@Timeout(30)
class CacheFlightTest {
  private final Crowd crowd = new Crowd();
  private final Client client = crowd.client(Cache.in(MemoryStore.create(), Duration.ofHours(1)));

  private Caller<@Nullable Integer> caller(Options options) {
    return new Caller<>(() -> client.get("/a", Integer.class, options));
  }

  /** A caller that waits, after those that were there before. */
  private Caller<@Nullable Integer> waiting(Options options) throws InterruptedException {
    Caller<@Nullable Integer> caller = caller(options);
    crowd.untilWaiting(1);
    return caller;
  }

  private Caller<@Nullable Integer> waiting() throws InterruptedException {
    return waiting(Options.none());
  }

  private List<Caller<@Nullable Integer>> waiting(int callers) throws InterruptedException {
    List<Caller<@Nullable Integer>> all = new ArrayList<>();
    for (int i = 0; i < callers; i++) {
      all.add(waiting());
    }
    return all;
  }

  private static CallError error(Caller<?> caller) throws InterruptedException {
    return assertThat(caller.failure()).asInstanceOf(type(CallException.class)).actual().error();
  }

  private void nobodyIsForgotten() throws Exception {
    assertThat(crowd.asked).isEmpty();
    var other = new Caller<>(() -> client.get("/other", Integer.class));
    crowd.asked.take().answer(200, "0");
    assertThat(other.result().value()).isZero();
  }

  @Test
  void all_wait_for_one_request_and_one_of_them_has_made_it() throws Exception {
    List<Caller<@Nullable Integer>> callers = waiting(8);
    crowd.asked.take().answer(200, "7");

    List<Meta> metas = new ArrayList<>();
    for (Caller<@Nullable Integer> each : callers) {
      assertThat(each.result().value()).isEqualTo(7);
      metas.add(each.result().meta());
    }

    Set<Instant> times = metas.stream().map(Meta::fetchedAt).collect(Collectors.toSet());
    assertThat(times).hasSize(1);
    assertThat(metas).noneMatch(Meta::stale);
    assertThat(metas.stream().map(Meta::requests)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0);
    nobodyIsForgotten();
  }

  @Test
  void each_of_them_has_a_value_of_its_own() throws Exception {
    var one = new Caller<>(() -> client.get("/a", Map.class));
    crowd.untilWaiting(1);
    var other = new Caller<>(() -> client.get("/a", Map.class));
    crowd.untilWaiting(1);
    crowd.asked.take().answer(200, "{\"n\": 1}");

    Object first = one.result().value();
    Object second = other.result().value();
    assertThat(first).isEqualTo(second).isNotSameAs(second);
  }

  @Test
  void the_request_goes_on_when_the_one_leaves_who_began_it() throws Exception {
    Signal signal = Signal.create();
    Caller<@Nullable Integer> first = waiting(Options.none().signal(signal));
    Caller<@Nullable Integer> second = waiting();
    Asked request = crowd.asked.take();

    signal.fire();
    CallError left = error(first);
    request.answer(200, "7");

    assertThat(left.aborted()).isTrue();
    assertThat(second.result().value()).isEqualTo(7);
    assertThat(second.result().meta().requests()).isZero();
    assertThat(signal.listeners()).isZero();
    nobodyIsForgotten();
  }

  @Test
  void the_request_is_cancelled_when_the_last_one_leaves() throws Exception {
    Signal signal = Signal.create();
    Caller<@Nullable Integer> first = waiting(Options.none().signal(signal));
    Caller<@Nullable Integer> second = waiting();
    crowd.asked.take();

    second.interrupt();
    assertThat(error(second).aborted()).isTrue();
    assertThat(second.interruptedAtEnd()).isTrue();
    signal.fire();
    assertThat(error(first).aborted()).isTrue();

    // Nobody answers the first request: it ended by its cancel, and this one begins another.
    Caller<@Nullable Integer> third = caller(Options.none());
    crowd.asked.take().answer(200, "3");
    assertThat(third.result().value()).isEqualTo(3);
    assertThat(third.result().meta().requests()).isEqualTo(1);
    nobodyIsForgotten();
  }

  @Test
  void a_deadline_ends_the_wait_of_its_call_alone() throws Exception {
    Caller<@Nullable Integer> first = waiting();
    Caller<@Nullable Integer> hasty = caller(Options.none().deadline(Duration.ofMillis(30)));
    Asked request = crowd.asked.take();

    CallError late = error(hasty);
    request.answer(200, "7");

    assertThat(late).hasToString("Provider: The call passed its deadline to example");
    assertThat(late.timedOut()).isTrue();
    assertThat(late.aborted()).isFalse();
    assertThat(late.attempts()).isZero();
    assertThat(late.stop()).contains(StopReason.DEADLINE);
    assertThat(first.result().value()).isEqualTo(7);
    nobodyIsForgotten();
  }

  @Test
  void a_deadline_ends_the_wait_of_the_one_who_began_too() throws Exception {
    // Long enough for the second to come, on any machine.
    Caller<@Nullable Integer> first = waiting(Options.none().deadline(Duration.ofSeconds(1)));
    Caller<@Nullable Integer> second = waiting();
    Asked request = crowd.asked.take();

    CallError late = error(first);
    request.answer(200, "7");

    assertThat(late.timedOut()).isTrue();
    assertThat(late.attempts()).isEqualTo(1);
    assertThat(second.result().value()).isEqualTo(7);
    nobodyIsForgotten();
  }

  @Test
  void a_failure_is_that_of_the_one_who_began_and_the_others_try_again_one_after_the_other()
      throws Exception {
    List<Caller<@Nullable Integer>> callers = waiting(3);
    crowd.asked.take().answer(503, "");
    assertThat(error(callers.getFirst()).status()).hasValue(503);

    Asked second = crowd.asked.take();
    // Both wait again: one for its own request, one for that of the other.
    crowd.untilWaiting(2);
    assertThat(crowd.asked).isEmpty();
    second.answer(429, "");
    crowd.asked.take().answer(200, "7");

    List<Integer> failed = new ArrayList<>();
    for (Caller<@Nullable Integer> each : callers.subList(1, 3)) {
      try {
        assertThat(each.result().value()).isEqualTo(7);
        assertThat(each.result().meta().requests()).isEqualTo(1);
      } catch (ExecutionException e) {
        failed.add(error(each).status().orElseThrow());
      }
    }
    assertThat(failed).containsExactly(429);
    nobodyIsForgotten();
  }

  @Test
  void a_permanent_failure_is_that_of_all() throws Exception {
    List<Caller<@Nullable Integer>> callers = waiting(3);
    crowd.asked.take().answer(404, "");

    for (Caller<@Nullable Integer> each : callers) {
      assertThat(error(each)).hasToString("NotFound: example responded 404");
    }
    nobodyIsForgotten();
  }

  @Test
  void the_bounds_of_the_one_who_began_fail_nobody_else() throws Exception {
    Caller<@Nullable Integer> hasty = waiting(Options.none().retries(3).maxRequests(1));
    Caller<@Nullable Integer> second = waiting();
    crowd.asked.take().answer(503, "");

    assertThat(error(hasty).message()).startsWith("The call used its budget");
    crowd.asked.take().answer(200, "7");
    assertThat(second.result().value()).isEqualTo(7);
    nobodyIsForgotten();
  }

  @Test
  void one_that_reads_the_answer_as_something_else_asks_for_itself() throws Exception {
    var text = new Caller<>(() -> client.get("/a", String.class));
    crowd.untilWaiting(1);
    Caller<@Nullable Integer> number = waiting();
    crowd.asked.take().answer(200, "\"x\"");
    assertThat(text.result().value()).isEqualTo("x");

    crowd.asked.take().answer(200, "7");
    assertThat(number.result().value()).isEqualTo(7);
    nobodyIsForgotten();
  }

  @Test
  void a_stale_answer_is_stale_for_all_and_not_kept() throws Exception {
    Plugin inner =
        Plugs.plugin((operation, next, info) -> {
          Response response = next.proceed(operation);
          return response.with(new Meta(2, Duration.ZERO, Instant.EPOCH, true));
        });
    MemoryStore store = MemoryStore.create();
    Client served = crowd.client(Cache.in(store, Duration.ofHours(1)), inner);
    List<Caller<@Nullable Integer>> callers = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      callers.add(new Caller<>(() -> served.get("/a", Integer.class)));
      crowd.untilWaiting(1);
    }
    crowd.asked.take().answer(200, "7");

    assertThat(callers.getFirst().result().meta())
        .isEqualTo(new Meta(2, Duration.ZERO, Instant.EPOCH, true));
    assertThat(callers.getLast().result().meta())
        .isEqualTo(new Meta(0, Duration.ZERO, Instant.EPOCH, true));
    assertThat(store.size()).isZero();
  }

  @Test
  void reads_of_different_things_go_out_beside_each_other() throws Exception {
    Caller<@Nullable Integer> one = waiting();
    var other = new Caller<>(() -> client.get("/b", Integer.class));
    crowd.untilWaiting(1);
    Asked first = crowd.asked.take();
    crowd.asked.take().answer(200, "2");
    assertThat(other.result().value()).isEqualTo(2);

    first.answer(200, "1");
    assertThat(one.result().value()).isEqualTo(1);
  }
}
