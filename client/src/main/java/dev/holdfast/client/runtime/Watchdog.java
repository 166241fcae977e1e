package dev.holdfast.client.runtime;

import dev.holdfast.core.Ticker;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Timers made to be stopped: nearly every timeout is.
 *
 * <p>Why not a {@code ScheduledThreadPoolExecutor}: starting and stopping one of its timers costs a
 * microsecond, and by default a stopped one is kept until its time. Here a heap that knows each
 * timer's place takes it out at once, and as timeouts are mostly alike, a new one goes to the end
 * and comes from the end. The thread is woken only by a timer that is due before all others, and
 * ends when there has been none for a while.
 */
final class Watchdog implements Timers {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Ticker ticker;
  private final Function<Runnable, Thread> threads;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Entry[] heap = new Entry[16];
  private int size;
  private @Nullable Thread thread;
  // When the thread looks next, by the ticker; only with the lock.
  private long looksAt;

  Watchdog(Ticker ticker, Function<Runnable, Thread> threads) {
    this.ticker = ticker;
    this.threads = threads;
  }

  @Override
  public Timer start(long nanos, Runnable onExpiry) {
    // Half of the ticker's range, so that differences never overflow: about 146 years.
    Entry entry = new Entry(ticker.nanos() + Math.min(nanos, Long.MAX_VALUE / 2), onExpiry);
    lock.lock();
    try {
      // First: where no thread can be started, no timer is kept that nobody looks at.
      watch(entry.due);
      add(entry);
    } finally {
      lock.unlock();
    }
    return entry;
  }

  /** How many timers are kept. */
  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  /** Sees to it that the thread looks in time. */
  private void watch(long due) {
    Thread running = thread;
    if (running == null) {
      looksAt = due;
      running = threads.apply(this::loop);
      running.start();
      thread = running;
    } else if (due - looksAt < 0) {
      looksAt = due;
      LockSupport.unpark(running);
    }
  }

  private void loop() {
    boolean idle = false;
    while (true) {
      Entry due = null;
      long left = IDLE_NANOS;
      lock.lock();
      try {
        long now = ticker.nanos();
        if (size > 0) {
          idle = false;
          left = heap[0].due - now;
          due = left <= 0 ? heap[0] : null;
        } else if (idle) {
          thread = null;
          return;
        } else {
          idle = true;
        }
        if (due != null) {
          remove(due);
        }
        looksAt = now + left;
      } finally {
        lock.unlock();
      }
      if (due == null) {
        LockSupport.parkNanos(this, left);
      } else {
        due.expire();
      }
    }
  }

  private void stop(Entry entry) {
    lock.lock();
    try {
      if (entry.place >= 0) {
        remove(entry);
      }
    } finally {
      lock.unlock();
    }
  }

  private void add(Entry entry) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    size++;
    rise(entry, size - 1);
  }

  private void remove(Entry entry) {
    size--;
    Entry last = heap[size];
    heap[size] = null;
    if (last != entry) {
      int place = entry.place;
      sink(last, place);
      if (last.place == place) {
        rise(last, place);
      }
    }
    entry.place = -1;
  }

  private void rise(Entry entry, int from) {
    int place = from;
    while (place > 0 && entry.due - heap[(place - 1) / 2].due < 0) {
      put(heap[(place - 1) / 2], place);
      place = (place - 1) / 2;
    }
    put(entry, place);
  }

  private void sink(Entry entry, int from) {
    int place = from;
    while (2 * place + 1 < size) {
      int child = 2 * place + 1;
      if (child + 1 < size && heap[child + 1].due - heap[child].due < 0) {
        child++;
      }
      if (heap[child].due - entry.due >= 0) {
        break;
      }
      put(heap[child], place);
      place = child;
    }
    put(entry, place);
  }

  private void put(Entry entry, int place) {
    heap[place] = entry;
    entry.place = place;
  }

  private final class Entry implements Timer {
    private final long due;
    private final Runnable onExpiry;
    // In the heap; -1 outside it.
    private int place = -1;

    Entry(long due, Runnable onExpiry) {
      this.due = due;
      this.onExpiry = onExpiry;
    }

    void expire() {
      try {
        onExpiry.run();
      } catch (RuntimeException | Error e) {
        // All other timers need the thread.
        LOG.warn("a timer's action threw {}", e.getClass().getName());
      }
    }

    @Override
    public void stop() {
      Watchdog.this.stop(this);
    }
  }
}
