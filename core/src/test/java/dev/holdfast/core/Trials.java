package dev.holdfast.core;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Runs a property on many random inputs; a failure names the seed that repeats it alone.
 *
 * <p>{@code -Dtrials=200} runs fewer, for mutation tests.
 */
final class Trials {
  private static final int TRIALS = trials();

  private Trials() {}

  private static int trials() {
    int trials = Integer.getInteger("trials", 20_000);
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

  /** Random values, with the awkward ones more often than chance would have them. */
  static final class Source {
    private final SplittableRandom random;

    Source(long seed) {
      random = new SplittableRandom(seed);
    }

    long millis() {
      return switch (random.nextInt(6)) {
        case 0 -> 0;
        case 1 -> random.nextLong(10);
        case 2 -> random.nextLong(100_000);
        case 3 -> random.nextLong(100_000_000_000L);
        case 4 -> Long.MAX_VALUE - random.nextLong(10);
        default -> random.nextLong(Long.MAX_VALUE);
      };
    }

    int attempt() {
      return switch (random.nextInt(4)) {
        case 0 -> Integer.MAX_VALUE - random.nextInt(3);
        case 1 -> 1 + random.nextInt(70);
        default -> 1 + random.nextInt(12);
      };
    }

    double unit() {
      return switch (random.nextInt(5)) {
        case 0 -> 0;
        case 1 -> Math.nextDown(1.0);
        default -> random.nextDouble();
      };
    }

    int below(int bound) {
      return random.nextInt(bound);
    }

    <T> T one(List<T> of) {
      return of.get(random.nextInt(of.size()));
    }

    String text(String alphabet, int longest) {
      StringBuilder text = new StringBuilder();
      for (int left = random.nextInt(longest + 1); left > 0; left--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      return text.toString();
    }
  }
}
