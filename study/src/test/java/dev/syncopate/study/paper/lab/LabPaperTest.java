package dev.syncopate.study.paper.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.machine.energy.EnergyPart;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Claim;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.StackedBarFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.paper.EvaluationScale;
import dev.syncopate.study.paper.StudySetup;
import dev.syncopate.workload.catalogue.Workloads;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The lab study's figures and verdicts, from results made up to have known ones. */
class LabPaperTest {
  private static final StudySetup QUICK = new StudySetup(EvaluationScale.QUICK, null, 1);
  private static final StudySetup FULL = new StudySetup(EvaluationScale.FULL, null, 1);

  private final LabPaper paper = new LabPaper();

  private ResultGrid grid(Function<ResultCell, JobResult> resultOf) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    List<ResultCell> cells = paper.cells(QUICK);
    cells.forEach(cell -> results.put(cell.task().job(), resultOf.apply(cell)));
    return ResultGrid.of(cells, results);
  }

  /** A result with so many cycles; every counter that energies ask for is there. */
  private static JobResult result(long cycles, Map<String, Long> counted) {
    TreeMap<String, Long> statistics = new TreeMap<>();
    for (String name :
        List.of(
            "instructions.thread",
            "instructions.accessThread",
            "instructions.warp",
            "instructions.memory",
            "instructions.shared",
            "icache.hits",
            "icache.misses",
            "shared.reads",
            "shared.writes",
            "l1.loads",
            "l1.atomics",
            "l1.writeThroughs",
            "l1.stores",
            "l1.fills",
            "l2.reads",
            "l2.atomics",
            "l2.writeBacks",
            "l2.writes",
            "dram.reads",
            "dram.writes",
            "lab.updates",
            "lab.hits",
            "lab.evictions",
            "lab.clashes",
            "lab.passed",
            "lab.flushedLines",
            "network.messages")) {
      statistics.put(name, 0L);
    }
    statistics.putAll(counted);
    return new JobResult(
        "",
        Map.of(),
        "some",
        JobResult.Ending.RIGHT,
        "",
        cycles,
        1,
        statistics,
        Map.of(),
        Map.of(),
        0,
        0,
        "");
  }

  private static boolean buffered(ResultCell cell) {
    return cell.coordinate().scenario().startsWith("LAB");
  }

  private Map<String, Claim> claims(Function<ResultCell, JobResult> resultOf) {
    return paper.claims(grid(resultOf)).stream()
        .collect(Collectors.toMap(Claim::id, claim -> claim, (a, b) -> a, LinkedHashMap::new));
  }

  private static Claim.Verdict verdict(Map<String, Claim> claims, String id) {
    return Objects.requireNonNull(claims.get(id), id).verdict();
  }

  private static double bar(Figure figure, String group, String series) {
    BarFigure bars = (BarFigure) figure;
    return bars.groups().stream()
        .filter(candidate -> candidate.label().equals(group))
        .findFirst()
        .orElseThrow()
        .values()
        .get(bars.series().indexOf(series));
  }

  private Figure figure(ResultGrid grid, String id) {
    return paper.figures(grid).stream()
        .filter(figure -> figure.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyPlaceIsThereOnceAndEveryWorkloadExists() {
    for (StudySetup setup : List.of(QUICK, FULL)) {
      List<ResultCell> cells = paper.cells(setup);
      Set<Object> places = new HashSet<>();
      cells.forEach(
          cell -> assertThat(places.add(cell.coordinate())).as("%s", cell.coordinate()).isTrue());
      assertThat(cells.stream().map(cell -> cell.task().job().workload()).distinct())
          .allMatch(name -> Workloads.find(name).isPresent());
    }
  }

  @Test
  void ofNoResultsNothingIsSaid() {
    assertThat(paper.claims(ResultGrid.of(List.of(), Map.of())))
        .hasSizeGreaterThan(80)
        .allMatch(claim -> claim.verdict() == Claim.Verdict.NOT_MEASURED)
        .extracting(Claim::id)
        .doesNotHaveDuplicates();
  }

  @Test
  void timesAreOverTheBaselines() {
    ResultGrid grid = grid(cell -> result(buffered(cell) ? 360 : 1000, Map.of()));
    assertThat(bar(figure(grid, "fig4"), "H", "LAB 8")).isEqualTo(0.36);
    assertThat(bar(figure(grid, "fig4"), "H", "PHI")).isEqualTo(1);
    Map<String, Claim> claims = claims(cell -> result(buffered(cell) ? 360 : 1000, Map.of()));
    assertThat(verdict(claims, "h-time"))
        .as("the paper has 64% less")
        .isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "h-fits")).isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "caches")).isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "lab-over-hlrc")).isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "hs-time")).as("64% is not 1%").isNotEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "hlrc-contended"))
        .as("as the baseline")
        .isEqualTo(Claim.Verdict.NOT_HELD);
  }

  @Test
  void largerBuffersThatHelpAreSeen() {
    Map<String, Claim> claims =
        claims(
            cell -> result(cell.coordinate().scenario().equals("LAB 256") ? 300 : 500, Map.of()));
    assertThat(verdict(claims, "h-fits")).isEqualTo(Claim.Verdict.PARTLY);
    assertThat(Objects.requireNonNull(claims.get("h-fits")).measured())
        .isEqualTo("5 of 6, not LAB 256 (0.60); 0.60 to 1.00");
  }

  @Test
  void theShareOfAtomicsIsTheBaselinesByEveryReadingOfARequest() {
    ResultGrid grid =
        grid(cell ->
            result(
                1,
                Map.of(
                    "instructions.globalThread",
                    200L,
                    "instructions.atomicThread",
                    buffered(cell) ? 1L : 66L,
                    "coalescer.lines",
                    100L,
                    "l2.accesses",
                    80L,
                    "l2.atomics",
                    buffered(cell) ? 1L : 72L)));
    Figure shares = figure(grid, "fig1");
    assertThat(bar(shares, "PR", "accesses of threads")).isEqualTo(33);
    assertThat(bar(shares, "PR", "lines of warps")).isEqualTo(72);
    assertThat(bar(shares, "PR", "requests to the L2")).isEqualTo(90);
  }

  @Test
  void energyIsToldApartByParts() {
    ResultGrid grid =
        grid(cell ->
            result(1, Map.of("network.messages", buffered(cell) ? 50L : 100L, "dram.reads", 100L)));
    StackedBarFigure stacks = (StackedBarFigure) figure(grid, "fig7");
    StackedBarFigure.Group group = stacks.groups().getFirst();
    int network = stacks.parts().indexOf(EnergyPart.NETWORK.label());
    int lab = stacks.series().indexOf("LAB 64");
    assertThat(group.height(stacks.series().indexOf("baseline"))).isCloseTo(1, within(1e-9));
    assertThat(group.stacks().get(lab).get(network))
        .as("half of the baseline's")
        .isCloseTo(group.stacks().getFirst().get(network) / 2, within(1e-9));
  }

  @Test
  void whatNoReuseGainsIsLessSerialisation() {
    Function<ResultCell, JobResult> resultOf =
        cell ->
            result(
                cell.coordinate().scenario().endsWith("without reuse")
                    ? 900
                    : cell.coordinate().scenario().endsWith("without burst")
                        ? 780
                        : buffered(cell) ? 800 : 1000,
                Map.of());
    Figure benefits = figure(grid(resultOf), "fig9");
    assertThat(bar(benefits, "MIS 8", "less serialisation")).isCloseTo(10, within(1e-9));
    assertThat(bar(benefits, "MIS 8", "coalescing")).isCloseTo(10, within(1e-9));
    assertThat(bar(benefits, "MIS 8", "burst")).isCloseTo(2, within(1e-9));
    Map<String, Claim> claims = claims(resultOf);
    assertThat(verdict(claims, "burst")).isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "mis-serialisation"))
        .as("50% for 69%")
        .isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "low-serialisation"))
        .as("not the majority")
        .isEqualTo(Claim.Verdict.NOT_HELD);
  }

  @Test
  void warpsWaitForTheirAtomicsUnlessAFigureSaysOtherwise() {
    List<ResultCell> cells = paper.cells(QUICK);
    assertThat(cells)
        .allSatisfy(cell -> {
          String subject = cell.coordinate().subject();
          assertThat(cell.task().job().settings())
              .contains(
                  "l1.relaxedAtomics="
                      + (subject.endsWith("-posted")
                          ? "posted"
                          : subject.endsWith("-blocking") ? "blocking" : "awaited"));
        });
    Function<ResultCell, JobResult> resultOf =
        cell ->
            result(
                buffered(cell) && cell.coordinate().subject().endsWith("-posted") ? 600 : 1000,
                Map.of());
    assertThat(bar(figure(grid(resultOf), "posted"), "PR", "LAB 64")).isEqualTo(0.6);
    assertThat(bar(figure(grid(resultOf), "blocking"), "PR", "LAB 64")).isEqualTo(1);
    Map<String, Claim> claims = claims(resultOf);
    assertThat(verdict(claims, "posted-PR-time-mean")).isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "blocking-PR-time-mean")).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(verdict(claims, "mean-time")).isEqualTo(Claim.Verdict.NOT_HELD);
  }

  @Test
  void componentsAreHookedUnlessAFigureSaysOtherwise() {
    assertThat(paper.cells(QUICK))
        .filteredOn(cell -> cell.task().job().workload().equals("cca"))
        .allSatisfy(cell ->
            assertThat(cell.task().job().options())
                .containsEntry(
                    "variant",
                    cell.coordinate().subject().endsWith("-labels") ? "labels" : "hooking"));
  }

  @Test
  void shortSumsAreJudgedByThemselves() {
    Function<ResultCell, JobResult> resultOf =
        cell ->
            result(
                buffered(cell) && cell.coordinate().subject().equals("BWC-16-posted") ? 720 : 1000,
                Map.of());
    assertThat(bar(figure(grid(resultOf), "short-sums"), "BWC-16-posted", "LAB 64"))
        .isEqualTo(0.72);
    assertThat(bar(figure(grid(resultOf), "short-sums"), "BWC-16", "LAB 64")).isEqualTo(1);
    Map<String, Claim> claims = claims(resultOf);
    assertThat(verdict(claims, "short-sums-posted-mean")).isEqualTo(Claim.Verdict.HELD);
    assertThat(verdict(claims, "short-sums-mean")).isEqualTo(Claim.Verdict.NOT_HELD);
    assertThat(verdict(claims, "bwc-time")).isEqualTo(Claim.Verdict.NOT_HELD);
  }

  @Test
  void plainCodesWithoutAtomicsHaveNoBuffer() {
    assertThat(
            paper.cells(QUICK).stream()
                .filter(cell -> cell.coordinate().subject().equals("backprop"))
                .map(cell -> cell.coordinate().scenario()))
        .containsExactly("baseline", "PHI", "PHI, updates fetch", "hLRC");
    ResultGrid grid =
        grid(cell -> result(cell.coordinate().scenario().equals("PHI") ? 1140 : 1000, Map.of()));
    assertThat(bar(figure(grid, "fig10"), "backprop", "LAB")).isEqualTo(1);
    assertThat(bar(figure(grid, "fig10"), "backprop", "PHI")).isEqualTo(1.14);
  }
}
