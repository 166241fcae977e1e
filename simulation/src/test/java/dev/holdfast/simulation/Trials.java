package dev.holdfast.simulation;

import dev.holdfast.simulation.ScriptedOutcome.Answer;
import dev.holdfast.simulation.ScriptedOutcome.NetworkError;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Runs a property on many random inputs; a failure names the seed that repeats it alone.
 *
 * <p>{@code -Dtrials=200} runs fewer, for mutation tests.
 */
final class Trials {
  private static final int TRIALS = trials();
  private static final List<String> CODES =
      List.of("ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "ECONNRESET", "EPIPE");
  private static final List<Integer> STATUSES =
      List.of(429, 503, 429, 503, 503, 200, 299, 300, 500);

  private Trials() {}

  private static int trials() {
    int trials = Integer.getInteger("trials", 5_000);
    if (trials < 1) {
      throw new IllegalArgumentException("trials must be at least 1 but was " + trials);
    }
    return trials;
  }

  static void check(Consumer<Source> property) {
    Long only = Long.getLong("seed");
    if (only != null) {
      property.accept(new Source(only));
      return;
    }
    long first = new SplittableRandom().nextLong();
    for (long seed = first; seed < first + TRIALS; seed++) {
      try {
        property.accept(new Source(seed));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("fails with -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
  }

  /** Random simulations; the awkward values come more often than chance would have them. */
  static final class Source {
    private final SplittableRandom random;

    Source(long seed) {
      random = new SplittableRandom(seed);
    }

    List<ScriptedOutcome> script() {
      int size = random.nextInt(10) == 0 ? random.nextInt(1_200) : random.nextInt(12);
      return Stream.generate(this::outcome).limit(size).toList();
    }

    SimulationOptions options(int scriptSize) {
      return new SimulationOptions(
          millis(),
          millis(),
          1 + random.nextInt(scriptSize + 3),
          IntStream.rangeClosed(0, scriptSize).mapToObj(each -> unit()).toList(),
          maybeMillis(),
          maybeMillis(),
          OptionalLong.of(random.nextLong(100_000)));
    }

    private ScriptedOutcome outcome() {
      return random.nextInt(3) == 0
          ? new NetworkError(one(CODES), millis())
          : new Answer(one(STATUSES), asked(), millis());
    }

    private AskedWait asked() {
      return switch (random.nextInt(4)) {
        case 0 -> new AskedWait.For(millis());
        case 1 -> new AskedWait.Until(Instant.ofEpochSecond(random.nextInt(200)));
        default -> AskedWait.NONE;
      };
    }

    private OptionalLong maybeMillis() {
      return random.nextBoolean() ? OptionalLong.of(millis() * 8) : OptionalLong.empty();
    }

    /** Small enough that a thousand of them don't saturate: that has a test of its own. */
    private long millis() {
      return switch (random.nextInt(4)) {
        case 0 -> 0;
        case 1 -> random.nextLong(10);
        case 2 -> random.nextLong(100_000);
        default -> random.nextLong(100_000_000_000L);
      };
    }

    private double unit() {
      return switch (random.nextInt(5)) {
        case 0 -> 0;
        case 1 -> Math.nextDown(1.0);
        default -> random.nextDouble();
      };
    }

    private <T> T one(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }
  }
}
