package dev.syncopate.check.interval;

import dev.syncopate.machine.observer.Meter;
import dev.syncopate.machine.observer.Sampler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Keeps what is counted in each interval: those of a launch add up to what the launch counted. */
public final class Intervals implements Sampler {
  private final long cycles;
  private final List<Interval> intervals = new ArrayList<>();
  private Map<String, Long> last = Map.of();
  private int launch = -1;
  private String kernel = "";
  private long start;

  /**
   * @param cycles of an interval, at least 1
   */
  public Intervals(long cycles) {
    this.cycles = cycles;
  }

  @Override
  public long interval() {
    return cycles;
  }

  @Override
  public void begun(String name, long cycle, Meter meter) {
    launch++;
    kernel = name;
    start = cycle;
    last = meter.counters();
  }

  @Override
  public void sampled(long cycle, Meter meter) {
    add(cycle, since(meter));
  }

  @Override
  public void ended(long cycle, Meter meter) {
    SortedMap<String, Long> counters = since(meter);
    if (cycle > start || intervals.isEmpty() || intervals.getLast().launch() != launch) {
      add(cycle, counters);
      return;
    }
    Interval previousInterval =
        intervals.removeLast(); // whose look came in the window behind the end
    previousInterval.counters().forEach((name, value) -> counters.merge(name, value, Long::sum));
    intervals.add(new Interval(launch, kernel, previousInterval.start(), cycle, counters));
  }

  private void add(long end, SortedMap<String, Long> counters) {
    intervals.add(new Interval(launch, kernel, start, end, counters));
    start = end;
  }

  private SortedMap<String, Long> since(Meter meter) {
    Map<String, Long> now = meter.counters();
    SortedMap<String, Long> difference = new TreeMap<>();
    now.forEach((name, value) -> difference.put(name, value - last.getOrDefault(name, 0L)));
    last = now;
    return difference;
  }

  /** The intervals so far, in order. */
  public List<Interval> all() {
    return List.copyOf(intervals);
  }

  /** Names of the counters that have counted anything, sorted. */
  public SortedSet<String> counters() {
    SortedSet<String> names = new TreeSet<>();
    for (Interval interval : intervals) {
      interval
          .counters()
          .forEach((name, value) -> {
            if (value != 0) {
              names.add(name);
            }
          });
    }
    return names;
  }
}
