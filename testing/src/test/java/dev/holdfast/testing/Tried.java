package dev.holdfast.testing;

import dev.holdfast.client.Guard;
import dev.holdfast.client.Hooks;
import dev.holdfast.client.Options;
import dev.holdfast.client.runtime.ClientRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A guard on virtual time, chance fixed at a half, with tasks that count their attempts. */
final class Tried {
  final VirtualTime time = VirtualTime.create();
  final ClientRuntime runtime = VirtualRuntime.forCalls(time, () -> 0.5);
  final AtomicInteger attempts = new AtomicInteger();
  final List<Record> told = new CopyOnWriteArrayList<>();

  /** Remembers all that hooks are told. */
  final Hooks hooks =
      new Hooks() {
        @Override
        public void onRequest(Attempted attempt) {
          told.add(attempt);
        }

        @Override
        public void onRetry(Retrying retry) {
          told.add(retry);
        }

        @Override
        public void onStop(Stopped stop) {
          told.add(stop);
        }
      };

  Guard guard(Options options) {
    return builder(options).build();
  }

  Guard watched(Options options) {
    return builder(options).hooks(hooks).build();
  }

  Guard.Builder builder(Options options) {
    return Guard.named("crm").options(options).runtime(runtime);
  }

  /** A task that always fails. */
  String fail() throws IOException {
    throw new IOException("down, attempt " + attempts.incrementAndGet());
  }

  /** A task that fails so many times, then answers. */
  String failFirst(int times) throws IOException {
    return attempts.get() < times ? fail() : "answer after " + attempts.get();
  }

  /** A task that takes its time and answers. */
  String take(Duration duration) throws InterruptedException {
    attempts.incrementAndGet();
    time.sleep(duration);
    return "answer";
  }

  /** Something happens at a time counted from now. */
  void at(Duration in, Runnable happens) {
    runtime.timers().start(in.toNanos(), happens);
  }

  Duration elapsed() {
    return Duration.ofNanos(time.nanos());
  }

  <T extends Record> List<T> told(Class<T> type) {
    return told.stream().filter(type::isInstance).map(type::cast).toList();
  }

  static Duration ms(long millis) {
    return Duration.ofMillis(millis);
  }
}
