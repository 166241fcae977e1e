package dev.holdfast.benchmarks;

import java.lang.management.ManagementFactory;

/**
 * What a measurement shared its time with.
 *
 * @param cores how many processors there are
 * @param load the load average of the last minute before it began, below 0 where it is unknown
 */
record Machine(int cores, double load) {

  static Machine now() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return new Machine(system.getAvailableProcessors(), system.getSystemLoadAverage());
  }
}
