package dev.syncopate.app.report;

import dev.syncopate.app.report.ReportedProblem.Seen;
import dev.syncopate.check.confluence.ConfluenceExtent;
import dev.syncopate.check.report.Check;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Results of a program under several schedules, each mistake once. */
public final class ScheduleResults {
  /**
   * A schedule.
   *
   * @param seed by which it was drawn
   * @param code the exit code of a command that ran it alone
   * @param failed whether something was found, the answer was wrong, or it did not end by itself
   * @param verified whether the answer was right; null if unknown
   * @param cycles of all its launches
   * @param results what was found, wrong answers included
   */
  public record Schedule(
      int seed,
      int code,
      boolean failed,
      @Nullable Boolean verified,
      long cycles,
      CheckResults results) {}

  /** Identity of a mistake, independent of the schedule. */
  private record Key(String rule, String kernel, String identity) {
    static Key of(ReportedProblem reported) {
      return new Key(reported.rule(), reported.kernel(), reported.identity());
    }
  }

  private final List<Schedule> schedules = new ArrayList<>();

  public void add(Schedule schedule) {
    schedules.add(schedule);
  }

  /** Those that were run, in order. */
  public List<Schedule> schedules() {
    return List.copyOf(schedules);
  }

  /** The first that failed; null for none. */
  public @Nullable Schedule firstFailing() {
    return failing().stream().findFirst().orElse(null);
  }

  /** All that did. */
  public List<Schedule> failing() {
    return schedules.stream().filter(Schedule::failed).toList();
  }

  /** All together, in the order of finding. */
  public CheckResults merged() {
    Set<Check> checks = EnumSet.noneOf(Check.class);
    Map<Key, Tally> tallies = new LinkedHashMap<>();
    SortedMap<String, Long> allowed = new TreeMap<>();
    Set<String> unchecked = new LinkedHashSet<>();
    Set<String> kernels = new LinkedHashSet<>();
    RaceCheckSummary looked = null;
    ConfluenceExtent orders = null; // of the last schedule
    for (Schedule schedule : schedules) {
      CheckResults results = schedule.results();
      checks.addAll(results.checks());
      for (ReportedProblem reported : results.reported()) {
        tallies
            .computeIfAbsent(Key.of(reported), key -> new Tally(reported))
            .add(reported, schedule.seed());
      }
      results.allowed().forEach((rule, count) -> allowed.merge(rule, count, Long::sum));
      unchecked.addAll(results.unchecked());
      kernels.addAll(results.kernels());
      orders = results.orders();
      RaceCheckSummary scheduleLooked = results.looked();
      looked =
          looked == null
              ? scheduleLooked
              : scheduleLooked == null ? looked : looked.and(scheduleLooked);
    }
    List<ReportedProblem> merged = tallies.values().stream().map(this::together).toList();
    return new CheckResults(
        checks, merged, allowed, List.copyOf(unchecked), kernels, looked, orders);
  }

  private ReportedProblem together(Tally tally) {
    return tally.first.seen(
        tally.count, new Seen(tally.seeds.size(), schedules.size(), tally.seeds.getFirst()));
  }

  /** Count of a mistake: in one schedule perhaps as two findings, either way round. */
  private static final class Tally {
    final ReportedProblem first;
    final List<Integer> seeds = new ArrayList<>();
    long count;

    Tally(ReportedProblem first) {
      this.first = first;
    }

    void add(ReportedProblem reported, int seed) {
      count += reported.count();
      if (seeds.isEmpty() || seeds.getLast() != seed) {
        seeds.add(seed);
      }
    }
  }

  /** For the JSON document: a member for each schedule. */
  public List<Object> json() {
    List<Object> entries = new ArrayList<>();
    for (Schedule schedule : schedules) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("seed", schedule.seed());
      entry.put("exitCode", schedule.code());
      entry.put("verified", schedule.verified());
      entry.put("cycles", schedule.cycles());
      entry.put("findings", schedule.results().counted().size());
      entries.add(entry);
    }
    return entries;
  }
}
