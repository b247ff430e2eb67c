package dev.syncopate.study.paper;

import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.Means;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.claim.ClaimFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Selective remote scope promotion (srsp §5): four workloads on ten inputs in five scenarios on 64
 * compute units, the optimised protocol with small work-groups, and smaller machines.
 */
public final class SrspPaper implements Paper {
  static final String MACHINE = "srsp-64cu";

  /** §5.1.1, on every machine. */
  private static final int QUEUES = 64;

  static final String BASELINE = PaperScenario.BASELINE.label();
  static final String SCOPE_ONLY = PaperScenario.SCOPE_ONLY.label();
  static final String STEAL_ONLY = PaperScenario.STEAL_ONLY.label();
  static final String BRSP = "bRSP";
  static final String SRSP = "sRSP";
  static final String HLRC = "hLRC";

  /** As in rsp §4.3; {@link #BRSP} is as in srsp's Table A1. */
  static final String BRSP_LINES = "bRSP, line lock";

  static final String BRSP_SMALL = "bRSP, small work-groups";
  static final String BRSP_LINES_SMALL = "bRSP, line lock, small work-groups";
  static final String SRSP_OPT = "sRSPOpt, small work-groups";

  /** §5.2.3, with the machine of the other figures. */
  static final Map<Integer, String> MACHINES =
      new TreeMap<>(Map.of(8, "srsp-8cu", 16, "srsp-16cu", 32, "srsp-32cu", 64, MACHINE));

  private static final List<PaperScenario> SCENARIOS =
      List.of(
          PaperScenario.BASELINE,
          PaperScenario.SCOPE_ONLY,
          PaperScenario.STEAL_ONLY,
          PaperScenario.remote(BRSP, "brsp"),
          PaperScenario.remote(BRSP, "brsp").lockingLines(BRSP_LINES),
          PaperScenario.remote(SRSP, "srsp"));

  /** What stands in the other one's place when bRSP is read the other way. */
  private static final Map<String, String> OTHER_READING =
      Map.of(
          BRSP,
          BRSP_LINES,
          BRSP_LINES,
          BRSP,
          BRSP_SMALL,
          BRSP_LINES_SMALL,
          BRSP_LINES_SMALL,
          BRSP_SMALL);

  private static final List<PaperScenario> SMALL_WORK_GROUPS =
      List.of(
          PaperScenario.remote(BRSP, "brsp").byWavefront(BRSP_SMALL),
          PaperScenario.remote(BRSP, "brsp").byWavefront("").lockingLines(BRSP_LINES_SMALL),
          PaperScenario.remote("sRSPOpt", "srsp-opt").byWavefront(SRSP_OPT));

  /** App. A.2, of which the paper shows no figures. */
  private static final List<PaperScenario> LAZY = List.of(PaperScenario.remote(HLRC, "hlrc"));

  private final PublishedText.Srsp published = PublishedText.all().srsp();
  private final List<StudySubject> subjects = published.subjects();

  @Override
  public String name() {
    return "srsp";
  }

  @Override
  public String title() {
    return "Selective remote scope promotion: the evaluation, simulated again";
  }

  @Override
  public List<StudySubject> subjects() {
    return subjects;
  }

  @Override
  public List<ResultCell> cells(StudySetup setup) {
    List<ResultCell> cells =
        new ArrayList<>(JobMatrix.cells(setup, MACHINE, QUEUES, subjects, SCENARIOS));
    cells.addAll(JobMatrix.cells(setup, MACHINE, QUEUES, subjects, SMALL_WORK_GROUPS));
    cells.addAll(JobMatrix.cells(setup, MACHINE, QUEUES, subjects, LAZY));
    for (String machine : MACHINES.values()) {
      if (!machine.equals(MACHINE)) {
        cells.addAll(JobMatrix.cells(setup, machine, QUEUES, scaled(setup), SCENARIOS));
      }
    }
    return cells;
  }

  /**
   * Subjects that also run on smaller machines: all, or at quick scale one of each workload but the
   * independent set, which takes longest.
   */
  private List<StudySubject> scaled(StudySetup setup) {
    if (setup.scale() == EvaluationScale.FULL) {
      return subjects;
    }
    Map<String, StudySubject> first = new TreeMap<>();
    subjects.forEach(subject -> first.putIfAbsent(subject.workload(), subject));
    first.remove("mis");
    return List.copyOf(first.values());
  }

  @Override
  public List<String> headlines() {
    return List.of(
        "mean-scope-only",
        "mean-steal-only",
        "mean-bRSP",
        "mean-sRSP",
        "overhead-mean",
        "optimised-mean",
        "srsp-is-fastest",
        "srsp-touches-two");
  }

  @Override
  public Optional<Paper> readings() {
    return Optional.of(
        new StealingReadings(
            this,
            published,
            MACHINE,
            SCENARIOS.stream().filter(scenario -> !scenario.label().equals(BRSP_LINES)).toList(),
            QUEUES,
            StealingReadings.OF_SCOPES,
            this::ratios));
  }

  @Override
  public List<String> facts(StudySetup setup) {
    return StudyPhrases.of(
        setup,
        "64 compute units (machine srsp-64cu, the paper's table 1), and the same with 8, 16 and"
            + " 32",
        QUEUES);
  }

  @Override
  public List<Figure> figures(ResultGrid grid) {
    return new SrspFigures(grid, published, labels()).all();
  }

  /** Comparisons with the baseline on the large machine. */
  Ratios ratios(ResultGrid grid) {
    return new Ratios(grid, MACHINE, labels(), BASELINE);
  }

  private List<String> labels() {
    return subjects.stream().map(StudySubject::label).toList();
  }

  /** Subjects with results on the machines that are not the large one. */
  static List<String> scaledLabels(ResultGrid grid) {
    return List.copyOf(
        new LinkedHashSet<>(
            grid.results().keySet().stream()
                .filter(coordinate -> !coordinate.machine().equals(MACHINE))
                .map(Coordinate::subject)
                .toList()));
  }

  /** Over the subjects that ran on all machines, those without remote operations left out. */
  static double mean(
      ResultGrid grid, String scenario, String machine, ToDoubleFunction<JobResult> quantity) {
    return Means.geometric(
        scaledLabels(grid).stream()
            .map(subject -> grid.measure(subject, scenario, machine, quantity))
            .toList());
  }

  @Override
  public List<Claim> claims(ResultGrid grid) {
    List<Claim> claims = judged(grid);
    List<Claim> otherwise =
        judged(grid.relabelled(scenario -> OTHER_READING.getOrDefault(scenario, scenario)));
    List<Claim> combined = new ArrayList<>();
    for (int i = 0; i < claims.size(); i++) {
      combined.add(beside(claims.get(i), otherwise.get(i)));
    }
    return combined;
  }

  private List<Claim> judged(ResultGrid grid) {
    List<String> scenarios =
        Stream.of(SCENARIOS, SMALL_WORK_GROUPS, LAZY)
            .flatMap(List::stream)
            .map(PaperScenario::label)
            .toList();
    return ClaimFile.judge(
            name(), SrspVocabulary.of(ratios(grid), scenarios), PublishedText.data(name()))
        .claims();
  }

  /** A claim under srsp's reading of bRSP, with what comes out under rsp's where that differs. */
  private static Claim beside(Claim claim, Claim alternative) {
    boolean agrees =
        claim.measured().equals(alternative.measured()) && claim.verdict() == alternative.verdict();
    if (agrees || alternative.verdict() == Claim.Verdict.NOT_MEASURED) {
      return claim;
    }
    return new Claim(
        claim.id(),
        claim.source(),
        claim.statement(),
        claim.criterion(),
        claim.published(),
        "%s; line lock: %s, %s"
            .formatted(claim.measured(), alternative.measured(), alternative.verdict().words()),
        claim.verdict());
  }
}
