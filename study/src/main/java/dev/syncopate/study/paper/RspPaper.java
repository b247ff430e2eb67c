package dev.syncopate.study.paper;

import dev.syncopate.study.figure.Bars;
import dev.syncopate.study.figure.Boxes;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.grid.Cell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.claim.ClaimFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Remote scope promotion (rsp §5 and §6): three workloads on ten inputs in four scenarios on eight
 * compute units.
 */
public final class RspPaper implements Paper {
  static final String MACHINE = "rsp-8cu";

  /** Table 1. */
  private static final int QUEUES = 8;

  static final String BASELINE = PaperScenario.BASELINE.label();
  static final String SCOPE_ONLY = PaperScenario.SCOPE_ONLY.label();
  static final String STEAL_ONLY = PaperScenario.STEAL_ONLY.label();
  static final String REM_SYNC = "rem-sync";

  private static final List<PaperScenario> SCENARIOS =
      List.of(
          PaperScenario.BASELINE,
          PaperScenario.SCOPE_ONLY,
          PaperScenario.STEAL_ONLY,
          PaperScenario.remote(REM_SYNC, "brsp"));
  private static final List<String> IMPROVED = List.of(SCOPE_ONLY, STEAL_ONLY, REM_SYNC);

  private final Published.Rsp published = Published.all().rsp();
  private final List<Subject> subjects = published.subjects();

  @Override
  public String name() {
    return "rsp";
  }

  @Override
  public String title() {
    return "Synchronization using remote-scope promotion: the evaluation, simulated again";
  }

  @Override
  public List<Subject> subjects() {
    return subjects;
  }

  @Override
  public List<Cell> cells(StudySetup setup) {
    return Matrix.cells(setup, MACHINE, QUEUES, subjects, SCENARIOS);
  }

  @Override
  public List<String> headlines() {
    return List.of(
        "mean-scope-only",
        "mean-steal-only",
        "mean-rem-sync",
        "remote-is-faster",
        "remote-is-faster-overall");
  }

  @Override
  public Optional<Paper> readings() {
    return Optional.of(
        new StealingReadings(
            this, published, MACHINE, SCENARIOS, QUEUES, StealingReadings.ALL, this::ratios));
  }

  @Override
  public List<String> facts(StudySetup setup) {
    return Facts.of(setup, "8 compute units (machine rsp-8cu, the paper's table 1)", QUEUES);
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    Ratios ratios = ratios(grid);
    return List.of(
        ratios.speedups(
            "fig8",
            "Speed-up over the baseline (rsp fig. 8)",
            "Cycles of the baseline over cycles of the scenario. Higher is better. " + Facts.MEANS,
            IMPROVED,
            Facts.stated(published, IMPROVED)),
        workGroupTimes(grid),
        ratios.relative(
            "fig10",
            "L1 misses relative to the baseline (rsp fig. 10)",
            "Loads that had to wait for bytes from the L2. Lower is better.",
            "L1 misses over the baseline's",
            IMPROVED,
            Measures::l1Misses,
            List.of()),
        table(
            grid,
            "table3-stolen",
            "Queue elements stolen (rsp table 3)",
            "Elements taken from another work-group's queue, per cent of all elements.",
            "% of elements",
            0,
            Measures::percentStolen),
        table(
            grid,
            "table3-failed",
            "Steals that fail (rsp table 3)",
            "Steals that found an element and lost it to another work-group, per cent of the"
                + " steals that found one. Looks into empty queues are not counted.",
            "% of steals",
            2,
            Measures::percentFailed));
  }

  /** Comparisons with the baseline. */
  Ratios ratios(ResultGrid grid) {
    return new Ratios(grid, MACHINE, labels(), BASELINE);
  }

  private List<String> labels() {
    return subjects.stream().map(Subject::label).toList();
  }

  private Figure workGroupTimes(ResultGrid grid) {
    List<Boxes.Box> boxes = new ArrayList<>();
    List<String> scenarios = SCENARIOS.stream().map(PaperScenario::label).toList();
    for (String subject : labels()) {
      double unit = baselineMean(grid, subject);
      for (String scenario : scenarios) {
        long[] samples = workGroups(grid, subject, scenario);
        if (samples.length > 0 && unit > 0) {
          boxes.add(Boxes.Box.of(subject, scenario, samples, unit));
        }
      }
    }
    return new Boxes(
        "fig9",
        "Work-group execution times (rsp fig. 9)",
        "Cycles from dispatch to exit of every work-group of every launch, over the mean of the"
            + " baseline's on the same subject. Box: 25th to 75th percentile, line: median, tails:"
            + " minimum and maximum. Long upper tails are load imbalance.",
        "time over the baseline's mean",
        scenarios,
        boxes);
  }

  /** Cycles of every work-group of every launch; empty if not measured. */
  static long[] workGroups(ResultGrid grid, String subject, String scenario) {
    Optional<JobResult> result = grid.at(subject, scenario, MACHINE);
    return result
        .map(jobResult -> jobResult.distribution(Measures.WORKGROUP_CYCLES))
        .orElse(new long[0]);
  }

  private static double baselineMean(ResultGrid grid, String subject) {
    return Arrays.stream(workGroups(grid, subject, BASELINE)).average().orElse(0);
  }

  /** One half of table 3: its columns from {@code first} on. */
  private Figure table(
      ResultGrid grid,
      String id,
      String title,
      String note,
      String axis,
      int first,
      ToDoubleFunction<JobResult> quantity) {
    List<String> scenarios = List.of(STEAL_ONLY, REM_SYNC);
    List<Bars.Group> groups = new ArrayList<>();
    List<Bars.Stated> stated = new ArrayList<>();
    for (String subject : labels()) {
      groups.add(
          new Bars.Group(
              subject,
              scenarios.stream()
                  .map(scenario -> grid.measure(subject, scenario, MACHINE, quantity))
                  .toList()));
      for (int i = 0; i < scenarios.size(); i++) {
        double value = published.percentStolen(subject, first + i);
        stated.add(new Bars.Stated(subject, scenarios.get(i), value, Double.toString(value)));
      }
    }
    return new Bars(id, title, note, axis, "%", scenarios, groups, List.of(), stated);
  }

  @Override
  public List<Claim> claims(ResultGrid grid) {
    List<String> scenarios = SCENARIOS.stream().map(PaperScenario::label).toList();
    return ClaimFile.judge(
            name(), RspVocabulary.of(ratios(grid), scenarios), Published.data(name()))
        .claims();
  }
}
