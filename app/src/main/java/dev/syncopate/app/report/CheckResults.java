package dev.syncopate.app.report;

import dev.syncopate.app.extract.RaceJudgement;
import dev.syncopate.app.report.ReportedProblem.Seen;
import dev.syncopate.check.Checker;
import dev.syncopate.check.confluence.ConfluenceExtent;
import dev.syncopate.check.report.Check;
import dev.syncopate.sim.text.KernelName;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks of a run and their findings.
 *
 * @param checks that were asked for
 * @param reported what was found, in the order of finding, and launches that a fault or a hang has
 *     ended
 * @param allowed what was found and is allowed: findings, by rule
 * @param unchecked what could not be checked, a sentence each
 * @param kernels that ran, each once, in the order of first launches
 * @param looked how much was looked at for races; null where nothing was
 * @param orders mbarriers whose orders were examined; null where that was not asked for
 */
public record CheckResults(
    Set<Check> checks,
    List<ReportedProblem> reported,
    SortedMap<String, Long> allowed,
    List<String> unchecked,
    Collection<String> kernels,
    @Nullable RaceCheckSummary looked,
    @Nullable ConfluenceExtent orders) {

  /** What is said of a run without time. */
  private static final String OWN_SCHEDULE =
      "the schedule is the functional tier's own, one warp after the other on memory without caches;"
          + " a run without --functional has the machine's, and looks at others";

  /**
   * What is known of a device's launches so far.
   *
   * @param checker what watched it
   */
  public static CheckResults of(Checker checker, Device device) {
    List<ReportedProblem> reports = new ArrayList<>();
    Seen sighting = seen(device);
    checker.findings().forEach(finding -> reports.add(ReportedProblem.of(finding, sighting)));
    int judged = 0;
    for (Checker.Recorded recorded : checker.recorded()) { // the findings begin with these
      reports.set(judged, reports.get(judged).judged(RaceJudgement.of(recorded)));
      judged++;
    }
    reports.addAll(stopped(device));
    List<String> unchecked = new ArrayList<>(checker.unchecked());
    for (LaunchResult launch : device.launches()) {
      switch (launch.ending()) {
        case MAX_CYCLES, NO_PROGRESS, INTERRUPTED ->
            unchecked.add(KernelName.readable(launch.kernel()) + " was stopped before its end");
        case DONE, HANG, FAULT -> {}
      }
    }
    return new CheckResults(
        checker.checks(),
        reports,
        checker.allowed(),
        unchecked,
        device.launches().stream().map(LaunchResult::kernel).distinct().toList(),
        checker.checks().contains(Check.RACES) ? looked(checker, device) : null,
        checker.checks().contains(Check.CONFLUENCE) ? checker.confluence() : null);
  }

  private static RaceCheckSummary looked(Checker checker, Device device) {
    RaceCheckSummary looked = RaceCheckSummary.once(checker.extent());
    return device.functional() ? looked.because(OWN_SCHEDULE) : looked;
  }

  /** What is known of launches that nothing watched. */
  public static CheckResults of(Device device) {
    return new CheckResults(
        Set.of(),
        stopped(device),
        new TreeMap<>(),
        List.of(),
        device.launches().stream().map(LaunchResult::kernel).distinct().toList(),
        null,
        null);
  }

  /** With something else that went wrong. */
  public CheckResults with(ReportedProblem added) {
    List<ReportedProblem> reports = new ArrayList<>(reported);
    reports.add(added);
    return new CheckResults(checks, reports, allowed, unchecked, kernels, looked, orders);
  }

  /** The same, and why no other schedules were looked at. */
  public CheckResults because(String reason) {
    RaceCheckSummary once = looked;
    return once == null
        ? this
        : new CheckResults(
            checks, reported, allowed, unchecked, kernels, once.because(reason), orders);
  }

  /**
   * These, of the machine's own schedule, under which nothing counted was found, with those of
   * others.
   *
   * @param second what all of these have shown
   */
  public CheckResults and(CheckResults second) {
    List<ReportedProblem> reports = new ArrayList<>(reported);
    second.reported.stream()
        .filter(candidate -> reported.stream().noneMatch(candidate::is))
        .forEach(reports::add);
    SortedMap<String, Long> either = new TreeMap<>(second.allowed);
    either.putAll(allowed);
    RaceCheckSummary ownLooked = looked;
    RaceCheckSummary otherLooked = second.looked;
    return new CheckResults(
        checks,
        reports,
        either,
        unchecked,
        kernels,
        ownLooked == null || otherLooked == null ? ownLooked : ownLooked.and(otherLooked),
        orders);
  }

  /** Launches that a fault or a hang has ended. */
  private static List<ReportedProblem> stopped(Device device) {
    return device.launches().stream()
        .filter(launch -> launch.ending() == Ending.FAULT || launch.ending() == Ending.HANG)
        .map(launch -> ReportedProblem.of(launch, seen(device)))
        .toList();
  }

  /** Under which schedule a device runs; null for the machine's own. */
  static @Nullable Seen seen(Device device) {
    int seed = device.perturbSeed();
    return seed == 0 ? null : new Seen(1, 1, seed);
  }

  /** What was found and counts, without notes. */
  public List<ReportedProblem> counted() {
    return reported.stream().filter(ReportedProblem::counts).toList();
  }

  /** Whether nothing was found that counts. */
  public boolean clean() {
    return counted().isEmpty();
  }
}
