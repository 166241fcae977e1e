package dev.holdfast.cli.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A timer that rings when told to. */
final class ManualTimer implements Timer {
  final List<Duration> delays = new ArrayList<>();
  private final List<Runnable> tasks = new ArrayList<>();

  @Override
  public void after(Duration delay, Runnable task) {
    delays.add(delay);
    tasks.add(task);
  }

  /** Rings for the nth time that was set, counted from 0. */
  void ring(int index) {
    tasks.get(index).run();
  }
}
