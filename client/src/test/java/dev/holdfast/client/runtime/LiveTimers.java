package dev.holdfast.client.runtime;

/** Tells how many timers the system's runtime keeps. */
public final class LiveTimers {
  private LiveTimers() {}

  public static int count() {
    return ((Watchdog) SystemRuntime.get().timers()).size();
  }
}
