package dev.holdfast.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What a contender did in a slice of time.
 *
 * @param calls how many calls
 * @param nanos how long it took
 * @param cpuNanos how much processor time this process used
 */
record HttpSlice(long calls, long nanos, long cpuNanos) {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  static HttpSlice run(HttpContender contender, int threads, Duration time) throws Exception {
    long cpu = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    long calls = 0;
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> counts = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        counts.add(executor.submit(() -> count(contender, start + time.toNanos())));
      }
      for (Future<Long> each : counts) {
        calls += each.get();
      }
    }
    return new HttpSlice(calls, System.nanoTime() - start, SYSTEM.getProcessCpuTime() - cpu);
  }

  private static long count(HttpContender contender, long end) throws Exception {
    long calls = 0;
    while (System.nanoTime() - end < 0) {
      contender.send();
      calls++;
    }
    return calls;
  }

  double perSecond() {
    return calls * 1e9 / nanos;
  }
}
