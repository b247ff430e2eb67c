package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.TestGrids.SETUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.BoxPlotFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rsp study's figures and verdicts, from results made up to have known ones. */
class RspPaperTest {
  private static final Set<String> IMBALANCED = Set.of("SSSP-1", "color-1", "PR-1", "PR-3");
  private static final Set<String> SAME_MISSES =
      Set.of("SSSP-1", "color-1", "PR-1", "PR-2", "PR-3");

  /** Two launches, even in themselves, of which the second takes four times as long. */
  private static final long[] ONE_LONG_LAUNCH = {10, 10, 11, 11, 40, 40, 41, 41};

  private final RspPaper paper = new RspPaper();

  private static long[] oneLaunch(boolean uneven) {
    return new long[] {10, 20, 30, uneven ? 90 : 40};
  }

  /** A world as the paper describes it. */
  private static JobResult asPublished(ResultCell cell) {
    String subject = cell.coordinate().subject();
    boolean imbalanced = IMBALANCED.contains(subject);
    boolean sameMisses = SAME_MISSES.contains(subject);
    double scopes = subject.equals("PR-3") ? 1.0 : sameMisses ? 1.03 : 1.16;
    double steals = subject.equals("PR-3") ? 1.7 : subject.equals("color-3") ? 1.01 : 1.2;
    double speedup =
        switch (cell.coordinate().scenario()) {
          case "scope-only" -> scopes;
          case "steal-only" -> steals;
          case "rem-sync" -> Math.max(scopes, steals) * 1.02;
          default -> 1.0;
        };
    long misses =
        switch (cell.coordinate().scenario()) {
          case "scope-only" -> sameMisses ? 950 : 700;
          case "rem-sync" -> sameMisses ? 960 : 750;
          default -> 1000;
        };
    long stolenTasks = subject.equals("color-3") ? 7 : 10;
    boolean baseline = cell.coordinate().scenario().equals("baseline");
    return TestGrids.result(
        cell,
        Math.round(1_000_000 / speedup),
        Map.of(
            "l1.misses", misses,
            "sync.acquires", 100L,
            "sync.blockedCycles",
                cell.coordinate().scenario().equals("rem-sync") ? 10_000L : 100_000L,
            "sync.remote.operations", 10L,
            "sync.remote.cycles", 1_500L),
        imbalanced
            ? Map.of("queues", 4L, "popped", 920L, "stolen", 80L, "failed", 1L)
            : Map.of(
                "queues", 4L, "popped", 1000L - stolenTasks, "stolen", stolenTasks, "failed", 0L),
        subject.startsWith("color") && !imbalanced
            ? ONE_LONG_LAUNCH
            : oneLaunch(imbalanced && baseline));
  }

  private Map<String, Claim> claims(Function<ResultCell, JobResult> resultOf) {
    return paper.claims(TestGrids.of(paper, resultOf)).stream()
        .collect(Collectors.toMap(Claim::id, claim -> claim));
  }

  @Test
  void itRunsTenSubjectsInFourScenariosOnEightUnits() {
    List<ResultCell> cells = paper.cells(SETUP);
    assertThat(cells).hasSize(40);
    assertThat(cells.stream().map(cell -> cell.coordinate().machine())).containsOnly("rsp-8cu");
    ResultCell last = cells.getLast();
    assertThat(last.coordinate()).isEqualTo(new Coordinate("PR-3", "rem-sync", "rsp-8cu"));
    assertThat(last.task().job().protocol()).isEqualTo("brsp");
    assertThat(last.task().job().options())
        .containsEntry("scenario", "remote")
        .containsEntry("kernels", "pannotia")
        .containsEntry("queues", "8")
        .containsEntry("iterations", "1");
    assertThat(last.task().job().input()).isEqualTo(new JobInput.Named("coAuthorsDBLP/6", null));
    assertThat(cells.getFirst().task().job().input())
        .as("small enough as it is")
        .isEqualTo(new JobInput.Named("dip20090126_MAX", null));
  }

  private static Claim claim(Map<String, Claim> claims, String id) {
    return Objects.requireNonNull(claims.get(id), id);
  }

  @Test
  void whatIsAsPublishedHolds() {
    assertThat(claims(RspPaperTest::asPublished).values())
        .allSatisfy(claim ->
            assertThat(claim.verdict()).as(claim.toString()).isEqualTo(Claim.Verdict.HELD));
  }

  @Test
  void whatIsNotAsPublishedDoesNotHold() {
    Map<String, Claim> claims =
        claims(cell -> {
          JobResult result = asPublished(cell);
          boolean slow = cell.coordinate().scenario().equals("rem-sync");
          return TestGrids.result(
              cell,
              slow ? 2_000_000 : result.cycles(),
              Map.of("l1.misses", 1000L, "sync.remote.operations", 1L, "sync.remote.cycles", 9L),
              Map.of("popped", 500L, "stolen", 500L, "failed", 500L),
              10);
        });
    assertThat(claim(claims, "mean-rem-sync").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "mean-rem-sync").published()).isEqualTo("1.25×");
    assertThat(claim(claims, "mean-rem-sync").measured())
        .isEqualTo("0.50× geometric, 0.50× arithmetic");
    assertThat(claim(claims, "best-of-both").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "best-of-both").measured()).startsWith("0 of 10, not SSSP-1, SSSP-2");
    assertThat(claim(claims, "misses-10-percent").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "misses-and-gain").verdict()).isEqualTo(Claim.Verdict.NOT_MEASURED);
    assertThat(claim(claims, "misses-rem-sync").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "share-stolen").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "share-stolen-rem-sync").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "most-steals").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "few-failures").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "tails").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "mean-scope-only").verdict()).isEqualTo(Claim.Verdict.HELD);
  }

  @Test
  void gainsOfRemSyncOverTheOthersAreJudgedByTheirOwnMean() {
    Map<String, Claim> claims = claims(RspPaperTest::asPublished);
    assertThat(claim(claims, "rem-sync-over-scope-only").published()).isEqualTo("1.17×");
    assertThat(claim(claims, "rem-sync-over-steal-only").published()).isEqualTo("1.06×");
    assertThat(claim(claims, "rem-sync-over-steal-only").source()).isEqualTo("§1");
    claims = claims(cell -> withCycles(cell, "rem-sync", 1_000_000));
    assertThat(claim(claims, "rem-sync-over-scope-only").verdict())
        .isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "rem-sync-over-steal-only").verdict())
        .isEqualTo(Claim.Verdict.NOT_HELD);
  }

  private static JobResult withCycles(ResultCell cell, String scenario, long cycles) {
    JobResult published = asPublished(cell);
    return cell.coordinate().scenario().equals(scenario)
        ? TestGrids.result(cell, cycles, published.statistics(), published.figures())
        : published;
  }

  @Test
  void eachScenarioHasItsColumnOfTable3() {
    Map<String, Claim> claims =
        claims(cell -> {
          JobResult published = asPublished(cell);
          return cell.coordinate().subject().equals("color-3")
              ? TestGrids.result(
                  cell,
                  published.cycles(),
                  published.statistics(),
                  Map.of("popped", 990L, "stolen", 10L, "failed", 0L))
              : published;
        });
    assertThat(claim(claims, "share-stolen").measured()).as("1.0 for 0.7").isEqualTo("10 of 10");
    assertThat(claim(claims, "share-stolen-rem-sync").measured())
        .as("1.0 for 0.4")
        .isEqualTo("9 of 10, not color-3");
  }

  @Test
  void color4MustGainFromBoth() {
    assertThat(
            claim(claims(cell -> withCycles(cell, "steal-only", 990_000)), "color-4-both")
                .verdict())
        .isEqualTo(Claim.Verdict.PARTLY);
    Claim scopesOnly =
        claim(claims(cell -> withCycles(cell, "steal-only", 1_000_000)), "color-4-both");
    assertThat(scopesOnly.verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(scopesOnly.measured()).isEqualTo("1.16× scope-only, 1.00× steal-only");
  }

  @Test
  void coloursTailsAreOfAllLaunchesAndOfEach() {
    Map<String, Claim> even =
        claims(cell ->
            TestGrids.result(cell, 1_000_000, Map.of(), Map.of("queues", 4L), 10, 10, 11, 11));
    assertThat(claim(even, "color-tails").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(even, "color-tails-between-launches").measured())
        .as("color-1 should be uneven")
        .isEqualTo("3 of 4, not color-1");
    Map<String, Claim> uneven =
        claims(cell ->
            TestGrids.result(
                cell, 1_000_000, Map.of(), Map.of("queues", 4L), 10, 10, 10, 10, 10, 10, 10, 90));
    assertThat(claim(uneven, "color-tails").verdict()).isEqualTo(Claim.Verdict.HELD);
    assertThat(claim(uneven, "color-tails").statement()).contains("color-2 4.500×");
    assertThat(claim(uneven, "color-tails-between-launches").statement())
        .contains("color-2 3.000×");
    assertThat(claim(uneven, "color-tails-between-launches").verdict())
        .isEqualTo(Claim.Verdict.NOT_HELD);
  }

  @Test
  void remoteOperationsAreJudgedByOperationAndAltogether() {
    Map<String, Claim> claims = claims(cell -> withSynchronisation(cell, 50_000, 20_000));
    assertThat(claim(claims, "remote-takes-hundreds").measured())
        .isEqualTo("2000 cycles, on one subject 2000");
    assertThat(claim(claims, "remote-takes-hundreds").verdict()).isEqualTo(Claim.Verdict.PARTLY);
    assertThat(claim(claims, "remote-takes-less-overall").verdict()).isEqualTo(Claim.Verdict.HELD);
    assertThat(claim(claims, "remote-is-faster").measured()).isEqualTo("0.50×");
    assertThat(claim(claims, "remote-is-faster").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "remote-is-faster-overall").measured()).isEqualTo("2.00×");
    assertThat(claim(claims, "remote-is-faster-overall").verdict()).isEqualTo(Claim.Verdict.PARTLY);

    claims = claims(cell -> withSynchronisation(cell, 50_000, 900));
    assertThat(claim(claims, "remote-takes-less-overall").verdict())
        .as("less overall, but a remote operation is not the dear one")
        .isEqualTo(Claim.Verdict.NOT_HELD);

    claims = claims(cell -> withSynchronisation(cell, 200_000, 900));
    assertThat(claim(claims, "remote-takes-hundreds").verdict()).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "remote-takes-less-overall").verdict())
        .isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(claim(claims, "remote-is-faster-overall").verdict())
        .isEqualTo(Claim.Verdict.NOT_HELD);
  }

  /** A hundred synchronising instructions in each scenario, ten of them remote in rem-sync. */
  private static JobResult withSynchronisation(ResultCell cell, long remSync, long remote) {
    boolean last = cell.coordinate().scenario().equals("rem-sync");
    return TestGrids.result(
        cell,
        1_000_000,
        Map.of(
            "sync.acquires",
            100L,
            "sync.blockedCycles",
            last ? remSync : 100_000L,
            "sync.remote.operations",
            10L,
            "sync.remote.cycles",
            remote),
        Map.of());
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
  void aWrongAnswerHasNoNumbers() {
    ResultGrid grid =
        TestGrids.of(
            paper,
            cell ->
                cell.coordinate().subject().equals("SSSP-2")
                    ? TestGrids.wrong(asPublished(cell))
                    : asPublished(cell));
    BarFigure speedups = (BarFigure) paper.figures(grid).getFirst();
    assertThat(speedups.groups().get(1).label()).isEqualTo("SSSP-2");
    assertThat(speedups.groups().get(1).values()).containsOnly(Double.NaN);
    assertThat(grid.failures()).hasSize(4);
  }

  @Test
  void figuresStandBesideWhatThePaperStates() {
    var figures = paper.figures(TestGrids.of(paper, RspPaperTest::asPublished));
    BarFigure speedups = (BarFigure) figures.getFirst();
    assertThat(speedups.series()).containsExactly("scope-only", "steal-only", "rem-sync");
    assertThat(speedups.groups().getLast().values().get(1)).isEqualTo(1.7, within(1e-3));
    assertThat(speedups.stated("PR-3", "steal-only")).isEqualTo(">1.65");
    assertThat(speedups.stated("PR-3", "scope-only")).isEmpty();
    assertThat(speedups.stated(Ratios.GEOMETRIC, "rem-sync")).isEqualTo("1.25");
    BoxPlotFigure times = (BoxPlotFigure) figures.get(1);
    assertThat(times.boxes()).hasSize(40);
    assertThat(times.boxes().getFirst())
        .as("over the mean of 10, 20, 30 and 90")
        .isEqualTo(BoxPlotFigure.Box.of("SSSP-1", "baseline", new long[] {10, 20, 30, 90}, 37.5));
    BarFigure stolen = (BarFigure) figures.get(3);
    assertThat(stolen.groups().getFirst().values()).containsExactly(8.0, 8.0);
    assertThat(stolen.stated("SSSP-1", "steal-only")).isEqualTo("9.0");
    BarFigure failed = (BarFigure) figures.get(4);
    assertThat(failed.stated("SSSP-2", "rem-sync")).isEqualTo("3.6");
    assertThat(failed.groups().getFirst().values().getFirst()).isEqualTo(100.0 / 81, within(1e-9));
  }
}
