package dev.syncopate.study.job;

import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Sums over a device's launches. A launch of some CTAs only stands for all of its grid.
 *
 * @param cycles core cycles
 * @param statistics counters by the names of docs/use/statistics.md
 */
public record LaunchTotals(long cycles, SortedMap<String, Long> statistics) {
  public LaunchTotals {
    statistics = Collections.unmodifiableSortedMap(new TreeMap<>(statistics));
  }

  /** Of all launches so far. */
  public static LaunchTotals of(Device device) {
    TreeMap<String, Long> totals = new TreeMap<>();
    long cycles = 0;
    for (LaunchResult launch : device.launches()) {
      cycles += Math.round(launch.scaledCycles());
      launch
          .statistics()
          .forEach((name, value) -> totals.merge(name, scaled(launch, value), Long::sum));
    }
    return new LaunchTotals(cycles, totals);
  }

  /** What a launch of some CTAs only counts stands for all of its grid. */
  private static long scaled(LaunchResult launch, long counted) {
    return launch.isSampled() ? Math.round(counted * launch.scale()) : counted;
  }
}
