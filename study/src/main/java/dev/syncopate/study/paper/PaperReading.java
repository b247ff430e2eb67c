package dev.syncopate.study.paper;

import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Alternative reading of a point that a paper leaves open: a change to each of its simulations.
 *
 * @param label in figures, without a comma
 * @param about workloads or inputs whose options alone change; empty for all
 * @param options of the workload
 * @param settings of the machine
 * @param scenarios that are simulated; empty for all
 * @param ofScenario options of the workload in one scenario alone, by its name
 */
record PaperReading(
    String label,
    List<String> about,
    Map<String, String> options,
    List<String> settings,
    List<String> scenarios,
    Map<String, Map<String, String>> ofScenario) {
  /** The study's own. */
  static final PaperReading USUAL =
      new PaperReading("as in the study", List.of(), Map.of(), List.of(), List.of(), Map.of());

  private static final String SCENARIO = "scenario";

  /**
   * Scopes whose synchronisation costs nothing: what the study runs as scope-only takes its own
   * elements without any.
   */
  static final PaperReading IDEAL_SCOPES =
      new PaperReading(
          "scopes that cost nothing",
          List.of(),
          Map.of(),
          List.of(),
          List.of(PaperScenario.BASELINE.label(), PaperScenario.SCOPE_ONLY.label()),
          Map.of(
              PaperScenario.SCOPE_ONLY.label(),
              Map.of(SCENARIO, PaperScenario.BASELINE.label(), "queued", "none")));

  /**
   * The machine is otherwise.
   *
   * @param settings each {@code path=value}
   */
  static PaperReading machine(String label, String... settings) {
    return new PaperReading(label, List.of(), Map.of(), List.of(settings), List.of(), Map.of());
  }

  /**
   * Programs are otherwise.
   *
   * @param option {@code name=value}
   * @param about workloads or inputs whose programs alone are; none for all
   */
  static PaperReading programs(String label, String option, String... about) {
    String[] sides = option.split("=", 2);
    return new PaperReading(
        label, List.of(about), Map.of(sides[0], sides[1]), List.of(), List.of(), Map.of());
  }

  /** This one on another one's machine. */
  PaperReading with(PaperReading second) {
    List<String> allSettings = new ArrayList<>(settings);
    allSettings.addAll(second.settings);
    return new PaperReading(
        label + " and " + second.label, about, options, allSettings, scenarios, ofScenario);
  }

  /** Whether a scenario of the study is simulated. */
  boolean has(String scenario) {
    return scenarios.isEmpty() || scenarios.contains(scenario);
  }

  private boolean isAbout(Job job) {
    return about.isEmpty()
        || about.contains(job.workload())
        || (job.input() instanceof JobInput.Named named
            && about.contains(named.name().split("/", 2)[0]));
  }

  /** A simulation of the study, so read. */
  Job of(Job job) {
    SortedMap<String, String> changed = new TreeMap<>(job.options());
    if (isAbout(job)) {
      changed.putAll(options);
    }
    String scenario = job.options().getOrDefault(SCENARIO, "");
    changed.putAll(ofScenario.getOrDefault(scenario, Map.of()));
    List<String> allSettings = new ArrayList<>(job.settings());
    allSettings.addAll(settings);
    return new Job(
        job.workload(),
        job.input(),
        changed,
        job.machine(),
        allSettings,
        job.protocol(),
        job.model(),
        job.seed());
  }
}
