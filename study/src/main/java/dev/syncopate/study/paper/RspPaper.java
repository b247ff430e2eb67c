package dev.syncopate.study.paper;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.BoxPlotFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.grid.ResultCell;
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

  private final PublishedText.Rsp published = PublishedText.all().rsp();
  private final List<StudySubject> subjects = published.subjects();

  @Override
  public String name() {
    return "rsp";
  }

  @Override
  public String title() {
    return "Synchronization using remote-scope promotion: the evaluation, simulated again";
  }

  @Override
  public List<StudySubject> subjects() {
    return subjects;
  }

  @Override
  public List<ResultCell> cells(StudySetup setup) {
    return JobMatrix.cells(setup, MACHINE, QUEUES, subjects, SCENARIOS);
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
    return StudyPhrases.of(setup, "8 compute units (machine rsp-8cu, the paper's table 1)", QUEUES);
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    Ratios ratios = ratios(grid);
    return List.of(
        ratios.speedups(
            "fig8",
            "Speed-up over the baseline (rsp fig. 8)",
            "Cycles of the baseline over cycles of the scenario. Higher is better. "
                + StudyPhrases.MEANS,
            IMPROVED,
            StudyPhrases.stated(published, IMPROVED)),
        workGroupTimes(grid),
        ratios.relative(
            "fig10",
            "L1 misses relative to the baseline (rsp fig. 10)",
            "Loads that had to wait for bytes from the L2. Lower is better.",
            "L1 misses over the baseline's",
            IMPROVED,
            PaperMeasures::l1Misses,
            List.of()),
        table(
            grid,
            "table3-stolen",
            "Queue elements stolen (rsp table 3)",
            "Elements taken from another work-group's queue, per cent of all elements.",
            "% of elements",
            0,
            PaperMeasures::percentStolen),
        table(
            grid,
            "table3-failed",
            "Steals that fail (rsp table 3)",
            "Steals that found an element and lost it to another work-group, per cent of the"
                + " steals that found one. Looks into empty queues are not counted.",
            "% of steals",
            2,
            PaperMeasures::percentFailed));
  }

  /** Comparisons with the baseline. */
  Ratios ratios(ResultGrid grid) {
    return new Ratios(grid, MACHINE, labels(), BASELINE);
  }

  private List<String> labels() {
    return subjects.stream().map(StudySubject::label).toList();
  }

  private Figure workGroupTimes(ResultGrid grid) {
    List<BoxPlotFigure.Box> boxes = new ArrayList<>();
    List<String> scenarios = SCENARIOS.stream().map(PaperScenario::label).toList();
    for (String subject : labels()) {
      double unit = baselineMean(grid, subject);
      for (String scenario : scenarios) {
        long[] samples = workGroups(grid, subject, scenario);
        if (samples.length > 0 && unit > 0) {
          boxes.add(BoxPlotFigure.Box.of(subject, scenario, samples, unit));
        }
      }
    }
    return new BoxPlotFigure(
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
        .map(jobResult -> jobResult.distribution(PaperMeasures.WORKGROUP_CYCLES))
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
    List<BarFigure.Group> groups = new ArrayList<>();
    List<BarFigure.Stated> stated = new ArrayList<>();
    for (String subject : labels()) {
      groups.add(
          new BarFigure.Group(
              subject,
              scenarios.stream()
                  .map(scenario -> grid.measure(subject, scenario, MACHINE, quantity))
                  .toList()));
      for (int i = 0; i < scenarios.size(); i++) {
        double value = published.percentStolen(subject, first + i);
        stated.add(new BarFigure.Stated(subject, scenarios.get(i), value, Double.toString(value)));
      }
    }
    return new BarFigure(id, title, note, axis, "%", scenarios, groups, List.of(), stated);
  }

  @Override
  public List<Claim> claims(ResultGrid grid) {
    List<String> scenarios = SCENARIOS.stream().map(PaperScenario::label).toList();
    return ClaimFile.judge(
            name(), RspVocabulary.of(ratios(grid), scenarios), PublishedText.data(name()))
        .claims();
  }
}
