package dev.syncopate.app.report;

import dev.syncopate.check.interval.Interval;
import dev.syncopate.check.interval.Intervals;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counters of each interval, without those that are always zero. */
public final class IntervalTable {
  private IntervalTable() {}

  /** Comma-separated values (RFC 4180): a header, then a line for each interval. */
  public static String csv(Intervals intervals) {
    List<String> counters = List.copyOf(intervals.counters());
    StringBuilder csv = new StringBuilder("launch,kernel,from,to");
    counters.forEach(name -> csv.append(',').append(name));
    csv.append("\r\n");
    for (Interval interval : intervals.all()) {
      csv.append(interval.launch()).append(',').append(interval.kernel());
      csv.append(',').append(interval.start()).append(',').append(interval.end());
      for (String name : counters) {
        csv.append(',').append(interval.counters().getOrDefault(name, 0L));
      }
      csv.append("\r\n");
    }
    return csv.toString();
  }

  /** The same as members of a document. */
  public static List<Object> json(Intervals intervals) {
    List<String> counters = List.copyOf(intervals.counters());
    List<Object> descriptions = new ArrayList<>();
    for (Interval interval : intervals.all()) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("launch", interval.launch());
      described.put("kernel", interval.kernel());
      described.put("from", interval.start());
      described.put("to", interval.end());
      Map<String, Long> counted = new TreeMap<>();
      counters.forEach(name -> counted.put(name, interval.counters().getOrDefault(name, 0L)));
      CounterTree.add(described, counted);
      descriptions.add(described);
    }
    return descriptions;
  }
}
