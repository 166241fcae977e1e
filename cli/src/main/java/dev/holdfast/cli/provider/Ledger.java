package dev.holdfast.cli.provider;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** What was received, and which keys were answered. Not safe for use by many threads. */
final class Ledger {

  /** The newest requests and keys kept; the counts go on. */
  static final int KEPT_MAX = 10_000;

  private final Deque<Received> received = new ArrayDeque<>();
  private final LinkedHashMap<String, Integer> answered = new LinkedHashMap<>();
  private int requests;
  private int keysAnswered;
  private int repeats;

  Received take(Behaviour answer, String method, String path, Optional<String> key, String body) {
    requests++;
    Optional<Integer> repeatOf = key.map(answered::get);
    if (repeatOf.isPresent()) {
      repeats++;
    } else if (answer == Behaviour.OK) {
      key.ifPresent(this::answered);
    }
    Received taken = new Received(requests, answer, method, path, key, body, repeatOf);
    received.addLast(taken);
    if (received.size() > KEPT_MAX) {
      received.removeFirst();
    }
    return taken;
  }

  private void answered(String key) {
    keysAnswered++;
    answered.put(key, requests);
    if (answered.size() > KEPT_MAX) {
      answered.pollFirstEntry();
    }
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  String summary() {
    return "requests received: %d, distinct keys answered: %d, repeats: %d"
        .formatted(requests, keysAnswered, repeats);
  }
}
