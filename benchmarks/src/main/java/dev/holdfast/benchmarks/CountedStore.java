package dev.holdfast.benchmarks;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.StoredAnswer;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * A store that counts how often it is asked.
 *
 * @param store what does the work
 * @param reads how often an answer was looked for
 * @param writes how often one was kept or forgotten
 */
record CountedStore(AnswerStore store, LongAdder reads, LongAdder writes) implements AnswerStore {
  CountedStore(AnswerStore store) {
    this(store, new LongAdder(), new LongAdder());
  }

  @Override
  public @Nullable StoredAnswer get(String key) {
    reads.increment();
    return store.get(key);
  }

  @Override
  public void set(String key, StoredAnswer answer, Duration ttl) {
    writes.increment();
    store.set(key, answer, ttl);
  }

  @Override
  public void delete(String key) {
    writes.increment();
    store.delete(key);
  }
}
