package dev.holdfast.testing.plugins;

import dev.holdfast.client.plugins.AnswerStore;
import dev.holdfast.client.plugins.StoredAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A store that remembers what it was asked, keeps for ever, and does what it is told before. */
final class FakeStore implements AnswerStore {
  final Map<String, StoredAnswer> entries = new TreeMap<>();
  final List<String> log = new ArrayList<>();
  Runnable beforeGet = () -> {};
  Runnable beforeSet = () -> {};

  @Override
  public @Nullable StoredAnswer get(String key) {
    log.add("get");
    beforeGet.run();
    return entries.get(key);
  }

  @Override
  public void set(String key, StoredAnswer answer, Duration ttl) {
    log.add("set " + ttl);
    beforeSet.run();
    entries.put(key, answer);
  }

  @Override
  public void delete(String key) {
    log.add("delete");
    entries.remove(key);
  }

  /** Puts something else in the place of all entries. */
  void replaceAll(StoredAnswer answer) {
    entries.replaceAll((key, kept) -> answer);
  }
}
