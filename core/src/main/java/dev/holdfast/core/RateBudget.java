package dev.holdfast.core;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * When requests may go, so that the limits that a provider states are never exceeded, and one that
 * answers 429 is left in peace.
 *
 * <p>Stated limits are sliding windows, all of them kept at once: the n-th last send must be as old
 * as its window is long. A 429 pauses every send. After the pause one goes at once, and then they
 * go evenly spaced at half the stated rate, the strictest of several, or where none is stated half
 * the rate of the last ten seconds; never slower than one a second. A tenth of the full rate is
 * regained every ten seconds. A 429 to a request that was sent before the pause had ended may
 * lengthen the pause, and halves nothing again; a later one halves what was allowed then.
 *
 * <p>First come, first served. Times are nanoseconds from any point on; one that goes back counts
 * as the latest before it. Not safe for many threads.
 */
public final class RateBudget {
  private static final int RECENT_SECONDS = 10;
  private static final long SECOND = 1_000_000_000L;

  private final int[] counts;
  private final long[] lengths;
  private final double statedInterval;
  private final SendTimes sends;
  private final RecentSends recent = new RecentSends(RECENT_SECONDS);
  private final SequencedSet<Place> waiting = new LinkedHashSet<>();
  // All who wait have their times in sends, or none has and they must be planned before one is
  // read.
  private int planned;
  private long latest = Long.MIN_VALUE;
  private long pausedUntil = Long.MIN_VALUE;
  // Those that went or are planned since the last pause: the first of them is not spaced.
  private long sinceThePause;
  private @Nullable Pace pace;

  /**
   * Starts without a send.
   *
   * @param limits what the provider states; may be empty
   */
  public RateBudget(List<RateLimit> limits) {
    this.counts = limits.stream().mapToInt(RateLimit::requests).toArray();
    this.lengths = limits.stream().mapToLong(limit -> limit.per().toNanos()).toArray();
    this.statedInterval =
        limits.stream()
            .mapToDouble(limit -> (double) limit.per().toNanos() / limit.requests())
            .max()
            .orElse(0);
    this.sends = new SendTimes(limits.stream().mapToInt(RateLimit::requests).max().orElse(1));
  }

  /** One who waits to send. */
  public static final class Place {
    private final long deadline;
    private final Runnable moved;
    private long at;
    private boolean refused;

    private Place(long deadline, Runnable moved) {
      this.deadline = deadline;
      this.moved = moved;
    }

    /**
     * Whether it would be due only after its deadline, and has been taken away.
     *
     * @return true once it has lost its place
     */
    public boolean refused() {
      return refused;
    }
  }

  /**
   * Sends now, if nobody waits and nothing forbids it.
   *
   * @param time now
   * @return whether it may go, and is counted
   */
  public boolean trySend(long time) {
    long now = now(time);
    if (!waiting.isEmpty() || earliest(now) > now) {
      return false;
    }
    add(now, 0);
    recent.add(now);
    return true;
  }

  /**
   * Takes a place behind all who wait.
   *
   * @param time now
   * @param deadline the latest time to be due, {@link Long#MAX_VALUE} for any
   * @param moved run when the place is refused, and when it comes to be the first: it must be quick
   *     and must not call this
   * @return a place; one that is refused at once holds up nobody
   */
  public Place join(long time, long deadline, Runnable moved) {
    plan(now(time));
    Place place = new Place(deadline, moved);
    waiting.add(place);
    planned(place, latest);
    return place;
  }

  /**
   * Sends now, if a place is the first and due.
   *
   * @param place one that was neither refused nor left
   * @param time now
   * @return whether it may go, and is counted
   */
  public boolean trySend(Place place, long time) {
    long now = now(time);
    if (place.refused || waiting.getFirst() != place) {
      return false;
    }
    // The first is due when a newcomer would be, if nobody had been planned.
    long at = planned == 0 ? earliest(now) : place.at;
    if (at > now) {
      return false;
    }
    if (at < now || planned == 0) {
      // Those behind it must keep their distance from when it went.
      unplan();
      add(now, 0);
    } else {
      planned--;
    }
    recent.add(now);
    waiting.remove(place);
    tellFirst();
    return true;
  }

  /**
   * When a place is due, as things stand: nobody need look before, unless it is told to.
   *
   * @param place one that has neither sent nor left
   * @param time now
   * @return nanoseconds; where it is refused, when it would have been due
   */
  public long due(Place place, long time) {
    plan(now(time));
    return place.at;
  }

  /**
   * Gives a place back: those behind it move up.
   *
   * @param place one that has not sent
   * @param time now
   */
  public void leave(Place place, long time) {
    now(time);
    if (waiting.remove(place)) {
      unplan();
      tellFirst();
    }
  }

  /**
   * Slows down after a 429.
   *
   * @param sentAt when the request was sent that was answered so
   * @param time now
   * @param pause how long nothing goes: what was asked for, or else that attempt's backoff;
   *     nanoseconds, at least 0
   */
  public void slowDown(long sentAt, long time, long pause) {
    long now = now(time);
    long end = Nanos.plus(now, pause);
    unplan();
    Pace before = pace;
    if (before == null || sentAt >= pausedUntil) {
      double share = before == null ? 1 : Math.min(1, before.share(now));
      double full = before == null || share == 1 ? fullInterval(now) : before.fullInterval();
      pause(new Pace(full, share / 2, end), end);
    } else if (end > pausedUntil) {
      pause(before.resumedAt(end), end);
    }
    // Some may be too late now, and need not wait to be told.
    plan(now);
  }

  private void pause(Pace after, long end) {
    pace = after;
    pausedUntil = end;
    sinceThePause = 0;
  }

  /**
   * When a newcomer could send.
   *
   * @param time now
   * @return now or later, as things stand
   */
  public long expected(long time) {
    plan(now(time));
    return earliest(latest);
  }

  /**
   * How long a pause after a 429 goes on.
   *
   * @param time now
   * @return nanoseconds, 0 where there is none
   */
  public long pauseLeft(long time) {
    long now = now(time);
    return pausedUntil <= now ? 0 : pausedUntil - now;
  }

  /**
   * How many wait.
   *
   * @return the number of places taken
   */
  public int waiting() {
    return waiting.size();
  }

  private long now(long time) {
    latest = Math.max(latest, time);
    return latest;
  }

  private double fullInterval(long now) {
    // Without a send in ten seconds there is no rate: then it is the slowest.
    return statedInterval > 0
        ? statedInterval
        : (double) RECENT_SECONDS * SECOND / Math.max(1, recent.count(now));
  }

  /** When the next send may go, after all that went and all that are planned. */
  private long earliest(long now) {
    long at = Math.max(now, pausedUntil);
    for (int i = 0; i < counts.length; i++) {
      if (sends.size() >= counts[i]) {
        at = Math.max(at, Nanos.plus(sends.last(counts[i]), lengths[i]));
      }
    }
    if (pace != null && sinceThePause > 0) {
      at = pace.next(at, sends.last(1));
    }
    return at;
  }

  private void tellFirst() {
    if (!waiting.isEmpty()) {
      waiting.getFirst().moved.run();
    }
  }

  private void add(long time, int ahead) {
    sends.add(time, ahead);
    sinceThePause++;
  }

  private void unplan() {
    sends.dropLast(planned);
    sinceThePause -= planned;
    planned = 0;
  }

  /** Plans all who wait, in their order, where that is not done. */
  private void plan(long now) {
    if (planned == 0 && !waiting.isEmpty()) {
      List.copyOf(waiting).forEach(place -> planned(place, now));
    }
  }

  private void planned(Place place, long now) {
    place.at = earliest(now);
    if (place.at > place.deadline) {
      place.refused = true;
      waiting.remove(place);
      place.moved.run();
      tellFirst();
    } else {
      planned++;
      add(place.at, planned);
    }
  }
}
