package dev.syncopate.study.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.job.JobResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The srsp study's figures and verdicts, from results made up to have known ones. */
class SrspPaperTest {
  private final SrspPaper paper = new SrspPaper();

  private static int units(ResultCell cell) {
    return Integer.parseInt(cell.coordinate().machine().replaceAll("srsp-|cu", ""));
  }

  /** A world as the paper describes it. */
  private static JobResult asPublished(ResultCell cell) {
    String subject = cell.coordinate().subject();
    boolean large = units(cell) == 64;
    boolean best = subject.equals("PRK.1");
    boolean imbalanced = best || subject.equals("CLR.1");
    double speedup =
        switch (cell.coordinate().scenario()) {
          case "scope-only" ->
              subject.equals("SSSP.1") ? 1.39 : subject.equals("PRK.2") ? 1.29 : 1.10;
          case "steal-only" -> imbalanced ? 1.30 : 1.05;
          case "bRSP", "bRSP, line lock" ->
              !large ? 1.2 : best ? 1.2 : subject.equals("PRK.3") ? 0.86 : 1.03;
          case "sRSP" -> best ? 1.53 : 1.22;
          case "sRSPOpt, small work-groups" -> best ? 1.41 : 1.25;
          default -> 1.0;
        };
    long accesses =
        switch (cell.coordinate().scenario()) {
          case "scope-only" -> best ? 76 : 90;
          case "bRSP", "bRSP, line lock" -> best ? 89 : 95;
          case "sRSP" -> best ? 77 : 90;
          default -> 100;
        };
    boolean broadcast = cell.coordinate().scenario().startsWith("bRSP");
    long remote = broadcast ? 10_000L * units(cell) : best ? 275_000 : 410_000;
    if (cell.coordinate().scenario().equals("hLRC")) {
      return TestGrids.result(
          cell,
          1_000_000,
          Map.of("hlrc.registrations", 100L, "hlrc.recalled", 90L, "hlrc.l2Evictions", 5L),
          Map.of("queues", 3L));
    }
    return TestGrids.result(
        cell,
        Math.round(1_000_000 / speedup),
        Map.of(
            "l2.accesses",
            accesses,
            "sync.remote.operations",
            100L,
            "sync.remote.cycles",
            remote,
            "sync.remote.l1Flushes",
            broadcast ? 100L * (units(cell) - 1) : 50L,
            "sync.remote.l1Invalidations",
            broadcast ? 100L * (units(cell) - 1) : 0L),
        Map.of("queues", 3L),
        10,
        10,
        imbalanced ? 40 : 11);
  }

  private Map<String, Claim> claims(Function<ResultCell, JobResult> resultOf) {
    return paper.claims(TestGrids.of(paper, resultOf)).stream()
        .collect(Collectors.toMap(Claim::id, claim -> claim));
  }

  private Figure figure(String id) {
    return paper.figures(TestGrids.of(paper, SrspPaperTest::asPublished)).stream()
        .filter(figure -> figure.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Events are counted for each registration. */
  @Test
  void hlrcIsBesideSrsp() {
    assertThat(((BarFigure) figure("hlrc")).series()).containsExactly("sRSP", "hLRC");
    BarFigure actions = (BarFigure) figure("hlrc-actions");
    assertThat(actions.groups()).hasSize(10);
    assertThat(actions.groups().getFirst().values()).containsExactly(0.0, 0.0, 0.05, 0.0, 0.0, 0.0);
    Map<String, Claim> claims =
        claims(cell ->
            cell.coordinate().scenario().equals("hLRC")
                ? TestGrids.result(
                    cell,
                    100,
                    Map.of("hlrc.registrations", 10L, "hlrc.recalled", 5L, "hlrc.l1Evictions", 9L),
                    Map.of("queues", 3L))
                : asPublished(cell));
    for (String id : List.of("hlrc-touches-two", "hlrc-behind-srsp", "hlrc-evictions")) {
      assertThat(claim(claims, id).verdict()).as(id).isEqualTo(Claim.Verdict.NOT_HELD);
    }
  }

  @Test
  void itRunsSixScenariosOnEachMachineAndSmallWorkGroupsOnTheLargest() {
    List<ResultCell> full = paper.cells(new StudySetup(EvaluationScale.FULL, null, 1));
    assertThat(full).hasSize(10 * (6 + 3 + 1) + 3 * 10 * 6);
    List<ResultCell> quick = paper.cells(new StudySetup(EvaluationScale.QUICK, null, 1));
    assertThat(quick)
        .as("CLR.1, PRK.1 and SSSP.1 on small machines")
        .hasSize(10 * (6 + 3 + 1) + 3 * 3 * 6);
    assertThat(full.stream().filter(cell -> cell.task().job().protocol().equals("srsp-opt")))
        .hasSize(10)
        .allMatch(cell -> "wavefront".equals(cell.task().job().options().get("grouping")));
  }

  /** srsp §5.1.1, on every machine; four times as many of small work-groups. */
  @Test
  void thereAre64QueuesOnEveryMachine() {
    for (ResultCell cell : paper.cells(new StudySetup(EvaluationScale.FULL, null, 1))) {
      Map<String, String> options = cell.task().job().options();
      assertThat(options)
          .as(cell.coordinate().toString())
          .containsEntry("kernels", "pannotia")
          .containsEntry("queues", "wavefront".equals(options.get("grouping")) ? "256" : "64");
    }
  }

  @Test
  void setsRunToTheirEndAndPathsInSamples() {
    for (ResultCell cell : paper.cells(new StudySetup(EvaluationScale.FULL, null, 1))) {
      Map<String, String> options = cell.task().job().options();
      switch (cell.task().job().workload()) {
        case "sssp" -> assertThat(options).containsEntry("sample", "8");
        case "pagerank" -> assertThat(options).containsEntry("iterations", "5");
        case "color" -> assertThat(options).containsEntry("sample", "0");
        default -> assertThat(options).containsEntry("iterations", "0");
      }
    }
  }

  private static Claim claim(Map<String, Claim> claims, String id) {
    return Objects.requireNonNull(claims.get(id), id);
  }

  @Test
  void whatIsAsPublishedHolds() {
    assertThat(claims(SrspPaperTest::asPublished).values())
        .allSatisfy(claim ->
            assertThat(claim.verdict()).as(claim.toString()).isEqualTo(Claim.Verdict.HELD));
  }

  @Test
  void whatIsNotAsPublishedDoesNotHold() {
    Map<String, Claim> claims =
        claims(cell ->
            TestGrids.result(
                cell,
                cell.coordinate().scenario().equals("scope-only") ? 990_000 : 1_000_000,
                Map.of(
                    "l2.accesses", 100L,
                    "sync.remote.operations", 100L,
                    "sync.remote.cycles", 5_000L - units(cell),
                    "sync.remote.l1Flushes", 6_300L),
                Map.of()));
    assertThat(claim(claims, "mean-scope-only").verdict()).isEqualTo(Claim.Verdict.PARTLY);
    for (String id :
        List.of(
            "mean-sRSP",
            "PRK.3-bRSP",
            "srsp-is-fastest",
            "best-srsp",
            "l2-sRSP",
            "l2-all-reduce",
            "l2-falls-scope-only",
            "steal-only-where-imbalanced",
            "overhead-mean",
            "optimised-mean",
            "brsp-by-size",
            "brsp-cost-grows",
            "srsp-touches-two")) {
      assertThat(claim(claims, id).verdict()).as(id).isEqualTo(Claim.Verdict.NOT_HELD);
    }
  }

  @Test
  void stealingMustGainMuchWhereThePaperHasTheImbalance() {
    Map<String, Claim> claims = claims(cell -> withCycles(cell, "PRK.1", "steal-only", 850_000));
    assertThat(claim(claims, "steal-only-where-imbalanced").measured())
        .isEqualTo("1 of 2, not PRK.1");
    assertThat(claim(claims, "steal-only-where-imbalanced").statement())
        .contains("PRK.1 1.176×, CLR.1 1.300×");
    assertThat(claim(claims, "steal-only-where-imbalanced").criterion())
        .contains("its published average, which is 11%");
  }

  private static JobResult withCycles(
      ResultCell cell, String subject, String scenario, long cycles) {
    JobResult published = asPublished(cell);
    return cell.coordinate().subject().equals(subject)
            && cell.coordinate().scenario().equals(scenario)
        ? TestGrids.result(cell, cycles, published.statistics(), published.figures())
        : published;
  }

  @Test
  void imbalanceIsThatOfLaunchesNotBetweenThem() {
    Map<String, Claim> claims =
        claims(cell -> {
          boolean first = cell.coordinate().subject().equals("MIS.1");
          long[] times = first ? new long[] {10, 10, 90, 90} : new long[] {10, 20, 10, 20};
          return TestGrids.result(cell, 1_000_000, Map.of(), Map.of("queues", 2L), times);
        });
    assertThat(claim(claims, "imbalance-is-there").statement())
        .contains("CLR.1 1.333×")
        .contains("MIS.1 1.000×");
    assertThat(claim(claims, "imbalance-is-there").verdict())
        .as("not above the others'")
        .isEqualTo(Claim.Verdict.NOT_HELD);
  }

  @Test
  void l2AccessesAreJudgedByTheirMeanAndInputByInput() {
    Map<String, Claim> claims =
        claims(cell -> {
          boolean moreAccesses =
              cell.coordinate().subject().equals("CLR.2")
                  && cell.coordinate().scenario().equals("bRSP");
          JobResult published = asPublished(cell);
          return moreAccesses
              ? TestGrids.result(cell, published.cycles(), Map.of("l2.accesses", 1000L), Map.of())
              : published;
        });
    assertThat(claim(claims, "l2-all-reduce").measured())
        .isEqualTo("2 of 3, not bRSP; line lock: 3 of 3, held");
    assertThat(claim(claims, "l2-all-reduce").verdict()).isEqualTo(Claim.Verdict.PARTLY);
    assertThat(claim(claims, "l2-falls-bRSP").measured())
        .isEqualTo("9 of 10, not CLR.2; line lock: 10 of 10, held");
    assertThat(claim(claims, "l2-falls-sRSP").verdict()).isEqualTo(Claim.Verdict.HELD);
  }

  /** The line lock makes bRSP's remote operations as cheap as sRSP's. */
  private static JobResult cheapLineLock(ResultCell cell) {
    JobResult published = asPublished(cell);
    return cell.coordinate().scenario().equals("bRSP, line lock")
        ? TestGrids.result(
            cell,
            800_000,
            Map.of("sync.remote.operations", 100L, "sync.remote.cycles", 410_000L),
            Map.of())
        : published;
  }

  @Test
  void bothReadingsOfTheLockAreRun() {
    Map<String, List<String>> settings =
        paper.cells(new StudySetup(EvaluationScale.QUICK, null, 1)).stream()
            .filter(cell -> cell.task().job().protocol().equals("brsp"))
            .collect(
                Collectors.toMap(
                    cell -> cell.coordinate().scenario(),
                    cell -> cell.task().job().settings(),
                    (first, second) -> first));
    assertThat(settings)
        .containsOnly(
            Map.entry("bRSP", List.of()),
            Map.entry("bRSP, small work-groups", List.of()),
            Map.entry("bRSP, line lock", List.of("mechanisms.brsp.lock=line")),
            Map.entry("bRSP, line lock, small work-groups", List.of("mechanisms.brsp.lock=line")));
  }

  @Test
  void claimsAreJudgedByTheOwnReadingWithTheOtherBeside() {
    Map<String, Claim> claims = claims(SrspPaperTest::cheapLineLock);
    assertThat(claim(claims, "overhead-mean").measured()).isEqualTo("38%; line lock: 3%, partly");
    assertThat(claim(claims, "overhead-mean").verdict()).isEqualTo(Claim.Verdict.HELD);
    assertThat(claim(claims, "mean-bRSP").measured())
        .isEqualTo(
            "1.03× geometric, 1.03× arithmetic; line lock: 1.25× geometric, 1.25×"
                + " arithmetic, partly");
    assertThat(claim(claims, "mean-sRSP").measured()).doesNotContain("line lock");
    assertThat(claim(claims, "brsp-by-size").measured()).contains("; line lock: ");
  }

  @Test
  void bothReadingsStandSideBySide() {
    for (String id : List.of("fig8", "fig8-operation", "fig9")) {
      assertThat(((BarFigure) figure(id)).series())
          .as(id)
          .hasSize(2)
          .last()
          .asString()
          .contains("line");
    }
    for (String id : List.of("fig6", "fig7")) {
      assertThat(((BarFigure) figure(id)).series()).as(id).contains("bRSP", "bRSP, line lock");
    }
    for (String id : List.of("scaling", "scaling-remote", "scaling-touched")) {
      assertThat(((LineFigure) figure(id)).series()).as(id).contains("bRSP", "bRSP, line lock");
    }
  }

  @Test
  void withoutResultsNothingIsMeasured() {
    assertThat(paper.claims(TestGrids.empty()))
        .allSatisfy(claim -> {
          assertThat(claim.verdict()).as(claim.toString()).isEqualTo(Claim.Verdict.NOT_MEASURED);
          assertThat(claim.measured()).doesNotContain("NaN");
        });
  }

  @Test
  void figuresAreRatiosToTheirOwnReference() {
    BarFigure overhead = (BarFigure) figure("fig8");
    assertThat(overhead.groups().getFirst().values())
        .as("under both readings")
        .containsExactly(410.0 / 640, 410.0 / 640);
    assertThat(overhead.stated("PRK.1", "sRSP over bRSP")).isEqualTo("0.43");
    assertThat(overhead.stated(Ratios.GEOMETRIC, "sRSP over bRSP")).isEqualTo("0.63");
    BarFigure optimised = (BarFigure) figure("fig9");
    assertThat(optimised.groups().getFirst().values().getFirst()).isEqualTo(1.25, within(1e-4));
    LineFigure touched = (LineFigure) figure("scaling-touched");
    assertThat(touched.points().stream().map(LineFigure.Point::x))
        .containsExactly(8L, 16L, 32L, 64L);
    assertThat(touched.points().getLast().values().getFirst()).isEqualTo(64, within(1e-9));
    assertThat(touched.points().getLast().values().getLast()).isEqualTo(1.5, within(1e-9));
  }
}
