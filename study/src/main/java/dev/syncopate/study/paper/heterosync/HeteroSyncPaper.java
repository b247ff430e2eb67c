package dev.syncopate.study.paper.heterosync;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.SmallMultiplesFigure;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.Paper;
import dev.syncopate.study.paper.Percentages;
import dev.syncopate.study.paper.PublishedSuite;
import dev.syncopate.study.paper.PublishedText;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.study.paper.StudySubject;
import dev.syncopate.study.paper.StudyVariant;
import dev.syncopate.study.paper.claim.ClaimFile;
import dev.syncopate.study.paper.claim.Verdicts;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * HeteroSync (§IV and §V): synchronisation primitives and uses of relaxed atomics on 1, 2, 4, 8 and
 * 15 compute units, under GPU coherence and DeNovo with the models that the paper gives them.
 */
public final class HeteroSyncPaper implements Paper {
  /**
   * GPGPU-Sim 3.2.1 (§IV-B) keeps a reconvergence stack. With independent thread scheduling the
   * other lanes of a warp whose first lane polls for long go ahead by themselves, and the critical
   * section is run through twice.
   */
  static final List<String> SETTINGS = List.of("core.divergence=ipdom");

  @Override
  public String name() {
    return "heterosync";
  }

  @Override
  public String title() {
    return "HeteroSync: the scaling study, simulated again";
  }

  @Override
  public List<StudySubject> subjects() {
    return Arrays.stream(HeterosyncBenchmark.values())
        .map(benchmark ->
            new StudySubject(
                benchmark.label(),
                benchmark.workload(),
                new JobInput.Generated(benchmark.size(EvaluationScale.FULL)).describe()))
        .toList();
  }

  @Override
  public List<String> machines() {
    return MachineReadings.names();
  }

  @Override
  public List<StudyVariant> variants(StudySetup setup, List<String> names) {
    return names.stream()
        .map(name ->
            StudyVariant.of(
                name,
                Presets.about(HeterosyncMeasurements.preset(), name),
                cells(setup, Presets.reading(HeterosyncMeasurements.preset(), name))))
        .toList();
  }

  @Override
  public Optional<PublishedSuite> suite() {
    return Optional.of(new HeteroSyncSuite());
  }

  @Override
  public List<ResultCell> cells(StudySetup setup) {
    return cells(setup, HeterosyncMeasurements.preset());
  }

  private static List<ResultCell> cells(StudySetup setup, String machine) {
    List<ResultCell> cells = new ArrayList<>();
    for (HeterosyncFigure part : HeterosyncFigure.ALL) {
      for (HeterosyncBenchmark benchmark : part.benchmarks()) {
        for (HeterosyncConfiguration configuration : part.configurations()) {
          for (int units : HeterosyncMeasurements.UNITS) {
            cells.add(
                cell(
                    setup,
                    machine,
                    benchmark,
                    configuration.name(),
                    configuration,
                    SETTINGS,
                    units));
          }
        }
      }
    }
    List<String> settings = new ArrayList<>(SETTINGS);
    settings.addAll(HeterosyncReadings.SETTINGS);
    for (HeterosyncBenchmark benchmark : HeterosyncReadings.BENCHMARKS) {
      cells.add(
          cell(
              setup,
              machine,
              benchmark,
              HeterosyncReadings.AT_RELEASE,
              HeterosyncConfiguration.DD0,
              List.copyOf(settings),
              HeterosyncMeasurements.ALL));
    }
    return cells;
  }

  private static ResultCell cell(
      StudySetup setup,
      String machine,
      HeterosyncBenchmark benchmark,
      String scenario,
      HeterosyncConfiguration configuration,
      List<String> settings,
      int units) {
    Coordinate coordinate =
        new Coordinate(benchmark.label(), scenario, HeterosyncMeasurements.machine(units));
    Job job =
        new Job(
            benchmark.workload(),
            new JobInput.Generated(benchmark.size(setup.scale())),
            new TreeMap<>(Map.of("units", Integer.toString(units))),
            machine,
            settings,
            configuration.protocol(),
            configuration.model(),
            setup.seed());
    return new ResultCell(
        coordinate, new SweepTask(coordinate.toString(), job, benchmark.weight(units)));
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    HeterosyncMeasurements measured = new HeterosyncMeasurements(grid);
    List<Figure> figures = new ArrayList<>();
    HeterosyncFigure.ALL.forEach(part -> figures.add(figure(part, measured, "")));
    for (String programs : HeteroSyncSuite.NAMES) {
      if (StudyVariant.ran(grid, programs)) {
        HeterosyncMeasurements theirs = new HeterosyncMeasurements(StudyVariant.of(grid, programs));
        HeterosyncFigure.ALL.forEach(part -> figures.add(figure(part, theirs, programs)));
      }
    }
    figures.add(
        Percentages.figure("Percentages that section V states", verdicts(grid).percentages()));
    figures.add(HeterosyncReadings.figure(measured));
    figures.addAll(MachineReadings.figures(measured));
    Links.figure(measured).ifPresent(figures::add);
    return figures;
  }

  /**
   * Times over the first configuration's on one unit, so that lines can be compared too.
   *
   * @param variant what ran in place of our kernels; empty for these
   */
  private static Figure figure(
      HeterosyncFigure part, HeterosyncMeasurements measured, String variant) {
    HeterosyncConfiguration first = part.configurations().getFirst();
    List<SmallMultiplesFigure.Panel> panels = new ArrayList<>();
    for (HeterosyncBenchmark benchmark : part.benchmarks()) {
      double reference = measured.time(benchmark, first, HeterosyncMeasurements.ONE);
      panels.add(
          new SmallMultiplesFigure.Panel(
              benchmark.label(),
              HeterosyncMeasurements.UNITS.stream()
                  .map(units ->
                      new LineFigure.Point(
                          units,
                          part.configurations().stream()
                              .map(configuration ->
                                  measured.time(benchmark, configuration, units) / reference)
                              .toList()))
                  .toList()));
    }
    return new SmallMultiplesFigure(
        variant.isEmpty() ? part.id() : part.id() + "-" + variant.replace(", ", "-"),
        variant.isEmpty() ? part.title() : part.title() + ", " + variant,
        "Execution time over that of %s on one compute unit; each panel has its own heights. Lower"
                .formatted(first)
            + " is better%s"
                .formatted(
                    part.weak()
                        ? "; the work of a unit is the same however many there are, so that a level"
                            + " line is perfect scaling."
                        : "; the work is the same however many units there are."),
        "compute units",
        "relative time",
        "×",
        part.configurations().stream().map(HeterosyncConfiguration::name).toList(),
        panels,
        part.columns());
  }

  @Override
  public List<Claim> claims(ResultGrid grid) {
    return verdicts(grid).claims();
  }

  private static Verdicts verdicts(ResultGrid grid) {
    return ClaimFile.judge(
        "heterosync",
        HeteroSyncVocabulary.of(new HeterosyncMeasurements(grid)),
        PublishedText.data("heterosync"));
  }

  @Override
  public List<String> headlines() {
    return List.of(
        "overall-local-perfect",
        "overall-local-gd0",
        "overall-shared-rises",
        "overall-dd0-scales-better",
        "overall-relaxed-mixed");
  }

  @Override
  public List<String> facts(StudySetup setup) {
    return List.of(
        "Machine: %s (the paper's Table III) with %s, as in GPGPU-Sim 3.2.1; 1, 2, 4, 8 or 15 of"
                .formatted(HeterosyncMeasurements.preset(), String.join(", ", SETTINGS))
            + " its compute units take part.",
        "Configurations: GD0, GH and GDR are protocol gpu with drf0, hrf and drfrlx; DD0, DDH and"
            + " DDR are denovo with the same. DDH is not in the paper.",
        "DeNovo asks to own words at the store (§II-B); the last figure has DD0 with words that are"
            + " registered at the release (§III-A, footnote 2), too.",
        switch (setup.scale()) {
          case FULL -> "Scale full: the sizes of Tables I and II.";
          case QUICK ->
              "Scale quick: 10 iterations in place of 100, 5 where the scope is global; of SL half"
                  + " of the reads; the other uses of relaxed atomics are as in Table II."
                  + " Loading data for the first time weighs more than at full scale.";
        },
        "Less time by p means that the time is 1 - p of the other one's. Growth is the time over that"
            + " of the same configuration on one compute unit.",
        "Every answer was compared with a reference computed on the host.");
  }
}
