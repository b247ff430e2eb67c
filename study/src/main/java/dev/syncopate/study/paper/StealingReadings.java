package dev.syncopate.study.paper;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The study of a paper on work stealing once more under each reading of what the paper leaves open.
 * Open are the order and size of the queues' elements, the kernels, which launches are on the
 * queues, where bounds lie, what a scope saves, and what the machine's table does not say. One
 * thing changes at a time.
 */
final class StealingReadings implements Paper {
  /** One cache in front of all channels of memory, with as many MSHRs as eight banks have. */
  private static final PaperReading ONE_CONTROLLER =
      PaperReading.machine("one L2 controller", "l2.banks=1", "l2.mshrs=512");

  /** Of networks whose originals are not at hand the vertices' order is made up. */
  private static final PaperReading STAND_INS =
      PaperReading.programs(
          "stand-ins in random order",
          "order=shuffled",
          "dip20090126_MAX",
          "coAuthorsDBLP",
          "caidaRouterLevel");

  private static final PaperReading SMALL =
      PaperReading.programs("64 vertices an element", "block=64");
  private static final PaperReading GATHERING =
      PaperReading.programs("PageRank by gathering", "kernels=lean", "pagerank");
  private static final PaperReading ADDING =
      PaperReading.programs("PageRank by atomic additions", "kernels=pannotia-add", "pagerank");
  private static final PaperReading LARGE_L1 =
      PaperReading.machine("L1 of 256 KiB", "l1.size=256KiB");
  private static final PaperReading SLOW_L2 =
      PaperReading.machine("L2 of 100 cycles", "l2.hitLatency=100");
  private static final PaperReading IN_TURN =
      PaperReading.programs("elements in turn", "split=interleaved");
  private static final PaperReading RANDOM_VICTIMS =
      PaperReading.programs("victims in random order", "victims=shuffled");
  private static final PaperReading DISTANT_VICTIMS =
      PaperReading.programs("distant victims first", "victims=distant");
  private static final PaperReading RINGS = PaperReading.programs("queues in rings", "ends=ring");
  private static final PaperReading SHUFFLED =
      PaperReading.programs("vertices in random order", "order=shuffled");

  /** Everything that is open, in the order in which figures show it. */
  static final List<PaperReading> ALL =
      List.of(
          PaperReading.USUAL,
          IN_TURN,
          PaperReading.programs("elements at random", "split=shuffled"),
          PaperReading.programs("pieces of equal arcs", "split=arcs"),
          STAND_INS,
          SHUFFLED,
          PaperReading.programs("vertices by degree", "order=degree"),
          SMALL,
          PaperReading.programs("1024 vertices an element", "block=1024"),
          PaperReading.programs("launches along arcs alone", "queued=arcs"),
          RANDOM_VICTIMS,
          DISTANT_VICTIMS,
          PaperReading.programs("head and tail in a line", "ends=together"),
          RINGS,
          GATHERING,
          ADDING,
          PaperReading.machine("10000 cycles a launch", "core.launchLatency=10000"),
          PaperReading.machine("no instruction misses", "icache.missLatency=1"),
          PaperReading.IDEAL_SCOPES,
          PaperReading.machine("a store leaves the L1 at once", "l1.sfifoEntries=1"),
          PaperReading.machine("sFIFO of 256", "l1.sfifoEntries=256"),
          LARGE_L1,
          ONE_CONTROLLER,
          PaperReading.machine("one L2 controller of 64 MSHRs", "l2.banks=1"),
          PaperReading.machine(
              "24 cycles in all to the L2", "network.latency=4", "l2.hitLatency=10"),
          SLOW_L2,
          PaperReading.machine("eight times the memory clock", "dram.clock=4000MHz"),
          STAND_INS.with(ONE_CONTROLLER),
          STAND_INS.with(SLOW_L2),
          ADDING.with(ONE_CONTROLLER));

  /** What decides how much scopes save, on a machine of 64 units. */
  static final List<PaperReading> OF_SCOPES =
      List.of(
          PaperReading.USUAL,
          IN_TURN,
          STAND_INS,
          SMALL,
          PaperReading.programs("launches along arcs alone", "queued=arcs"),
          RANDOM_VICTIMS,
          DISTANT_VICTIMS,
          RINGS,
          GATHERING,
          PaperReading.machine("10000 cycles a launch", "core.launchLatency=10000"),
          PaperReading.IDEAL_SCOPES,
          LARGE_L1,
          ONE_CONTROLLER,
          SLOW_L2,
          PaperReading.machine("eight times the memory clock", "dram.clock=4000MHz"),
          SMALL.with(LARGE_L1),
          SMALL.with(SLOW_L2));

  /** The study that is read otherwise. */
  private final Paper paper;

  private final PublishedText published;
  private final String machine;
  private final List<PaperScenario> scenarios;
  private final int queues;
  private final List<PaperReading> readings;
  private final Function<ResultGrid, Ratios> ratios;

  /**
   * @param machine the paper's
   * @param scenarios the baseline first
   * @param queues of work-groups of the usual size
   * @param readings the study's own first
   * @param ratios over the baseline, of a grid as in the study
   */
  StealingReadings(
      Paper paper,
      PublishedText published,
      String machine,
      List<PaperScenario> scenarios,
      int queues,
      List<PaperReading> readings,
      Function<ResultGrid, Ratios> ratios) {
    this.paper = paper;
    this.published = published;
    this.machine = machine;
    this.scenarios = List.copyOf(scenarios);
    this.queues = queues;
    this.readings = List.copyOf(readings);
    this.ratios = ratios;
  }

  @Override
  public String name() {
    return paper.name() + "-readings";
  }

  @Override
  public String title() {
    return "What %s leaves open, read in other ways".formatted(paper.name());
  }

  @Override
  public List<StudySubject> subjects() {
    return paper.subjects();
  }

  @Override
  public List<ResultCell> cells(StudySetup setup) {
    List<ResultCell> usual = JobMatrix.cells(setup, machine, queues, paper.subjects(), scenarios);
    List<ResultCell> cells = new ArrayList<>();
    for (PaperReading reading : readings) {
      for (ResultCell cell : usual) {
        if (reading.has(cell.coordinate().scenario())) {
          Coordinate coordinate = at(reading, cell.coordinate());
          SweepTask task = cell.task();
          cells.add(
              new ResultCell(
                  coordinate,
                  new SweepTask(coordinate.toString(), reading.of(task.job()), task.weight())));
        }
      }
    }
    return cells;
  }

  private static Coordinate at(PaperReading reading, Coordinate usual) {
    return new Coordinate(
        reading.label() + ", " + usual.subject(), usual.scenario(), usual.machine());
  }

  /** A reading's results at the study's own places. */
  private static ResultGrid of(PaperReading reading, ResultGrid grid) {
    String prefix = reading.label() + ", ";
    return grid.part(coordinate ->
        coordinate.subject().startsWith(prefix)
            ? Optional.of(
                new Coordinate(
                    coordinate.subject().substring(prefix.length()),
                    coordinate.scenario(),
                    coordinate.machine()))
            : Optional.empty());
  }

  private List<String> improved() {
    return scenarios.stream().skip(1).map(PaperScenario::label).toList();
  }

  private List<String> stealing() {
    return scenarios.stream()
        .filter(scenario ->
            !scenario.equals(PaperScenario.BASELINE) && !scenario.equals(PaperScenario.SCOPE_ONLY))
        .map(PaperScenario::label)
        .toList();
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    List<Figure> figures = new ArrayList<>();
    String faster = "Cycles of the baseline over cycles of the scenario, under the same reading. ";
    figures.add(
        speedups(
            grid,
            "means",
            "Speed-up over the baseline, geometric means",
            faster + StudyPhrases.MEANS,
            Means::geometric,
            paper.subjects()));
    figures.add(
        speedups(
            grid,
            "arithmetic-means",
            "Speed-up over the baseline, arithmetic means",
            faster + StudyPhrases.MEANS,
            Means::arithmetic,
            paper.subjects()));
    for (String workload :
        paper.subjects().stream().map(StudySubject::workload).distinct().toList()) {
      figures.add(
          speedups(
              grid,
              "means-" + workload,
              "Speed-up over the baseline of %s, geometric means".formatted(workload),
              faster,
              Means::geometric,
              paper.subjects().stream()
                  .filter(subject -> subject.workload().equals(workload))
                  .toList()));
    }
    figures.add(
        bars(
            grid,
            "misses",
            "L1 misses over the baseline's, geometric means",
            "Loads that had to wait for bytes from the L2.",
            "×",
            improved(),
            (read, scenario) -> Means.geometric(read.relative(scenario, PaperMeasures::l1Misses))));
    figures.add(
        bars(
            grid,
            "stolen",
            "Queue elements stolen, means over the inputs",
            "Elements taken from another work-group's queue, per cent of all that were on queues.",
            "%",
            stealing(),
            (read, scenario) ->
                Means.arithmetic(each(read, scenario, PaperMeasures::percentStolen))));
    figures.add(verdicts(grid));
    return figures;
  }

  private List<Double> each(Ratios read, String scenario, ToDoubleFunction<JobResult> quantity) {
    return paper.subjects().stream()
        .map(subject -> read.grid().measure(subject.label(), scenario, machine, quantity))
        .toList();
  }

  private interface Measure {
    double of(Ratios read, String scenario);
  }

  private BarFigure speedups(
      ResultGrid grid,
      String id,
      String title,
      String note,
      ToDoubleFunction<List<Double>> mean,
      List<StudySubject> subjects) {
    BarFigure bars =
        bars(
            grid,
            id,
            title,
            note,
            "×",
            improved(),
            (read, scenario) ->
                mean.applyAsDouble(
                    subjects.stream()
                        .map(subject -> read.speedup(subject.label(), scenario))
                        .toList()));
    return subjects.size() < paper.subjects().size() ? bars : withStated(bars);
  }

  /** The paper's means with those under the study's own reading. */
  private BarFigure withStated(BarFigure bars) {
    return new BarFigure(
        bars.id(),
        bars.title(),
        bars.note(),
        bars.axis(),
        bars.unit(),
        bars.series(),
        bars.groups(),
        bars.means(),
        published.meanSpeedup().entrySet().stream()
            .filter(mean -> bars.series().contains(mean.getKey()))
            .map(mean ->
                new BarFigure.Stated(
                    PaperReading.USUAL.label(),
                    mean.getKey(),
                    mean.getValue(),
                    Double.toString(mean.getValue())))
            .toList());
  }

  private BarFigure bars(
      ResultGrid grid,
      String id,
      String title,
      String note,
      String unit,
      List<String> series,
      Measure measure) {
    return new BarFigure(
        id,
        title,
        note,
        title,
        unit,
        series,
        readings.stream()
            .map(reading -> {
              Ratios read = ratios.apply(of(reading, grid));
              return new BarFigure.Group(
                  reading.label(),
                  series.stream().map(scenario -> measure.of(read, scenario)).toList());
            })
            .toList(),
        List.of(),
        List.of());
  }

  /** How the paper's claims come out under each reading, of those that it can judge. */
  private BarFigure verdicts(ResultGrid grid) {
    List<Claim.Verdict> verdicts =
        List.of(Claim.Verdict.HELD, Claim.Verdict.PARTLY, Claim.Verdict.NOT_HELD);
    return new BarFigure(
        "claims",
        "Claims of the paper by reading",
        "What the paper states, in numbers and in words, judged as the study judges it; per cent of what"
            + " could be judged.",
        "% of claims",
        "%",
        verdicts.stream().map(Claim.Verdict::words).toList(),
        readings.stream()
            .map(reading -> {
              List<Claim> claims = paper.claims(of(reading, grid));
              return new BarFigure.Group(
                  reading.label(),
                  verdicts.stream().map(verdict -> share(claims, verdict)).toList());
            })
            .toList(),
        List.of(),
        List.of());
  }

  /** Per cent of those that are judged; NaN if none is. */
  private static double share(List<Claim> claims, Claim.Verdict verdict) {
    List<Claim> judged =
        claims.stream().filter(claim -> claim.verdict() != Claim.Verdict.NOT_MEASURED).toList();
    long count = judged.stream().filter(claim -> claim.verdict() == verdict).count();
    return judged.isEmpty() ? Double.NaN : 100.0 * count / judged.size();
  }

  /** None: a figure counts the paper's claims under each reading. */
  @Override
  public List<Claim> claims(ResultGrid grid) {
    return List.of();
  }

  @Override
  public List<String> headlines() {
    return List.of();
  }

  @Override
  public List<String> facts(StudySetup setup) {
    List<String> facts = new ArrayList<>(paper.facts(setup));
    for (PaperReading reading : readings) {
      List<String> changes = new ArrayList<>();
      reading.options().forEach((option, value) -> changes.add("-o " + option + "=" + value));
      reading.settings().forEach(setting -> changes.add("--set " + setting));
      if (!changes.isEmpty()) {
        facts.add(
            "%s: %s%s."
                .formatted(
                    reading.label(),
                    String.join(" ", changes),
                    reading.about().isEmpty()
                        ? ""
                        : " of " + String.join(" and ", reading.about())));
      }
    }
    facts.add(
        "%s: baseline with -o queued=none in the place of scope-only."
            .formatted(PaperReading.IDEAL_SCOPES.label()));
    return facts;
  }
}
