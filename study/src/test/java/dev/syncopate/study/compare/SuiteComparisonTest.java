package dev.syncopate.study.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadAlternative;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Who wins where, from results made up. */
class SuiteComparisonTest {
  private static List<Workload> suite(String... names) {
    return List.of(names).stream().map(name -> Workloads.find(name).orElseThrow()).toList();
  }

  private static SuiteComparison comparison(Map<String, String> options, List<Workload> suite) {
    return new SuiteComparison(
        new ComparisonRequest(
            "heterosync",
            new JobInput.Generated("small"),
            options,
            "heterosync-15cu",
            List.of(),
            List.of("gpu", "srsp", "denovo"),
            List.of("drf0", "hrf"),
            1),
        suite);
  }

  private static ResultGrid grid(SuiteComparison comparison, Function<Job, Long> cycles) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    for (ResultCell cell : comparison.cells()) {
      Job job = cell.task().job();
      long time = cycles.apply(job);
      results.put(
          job, time == 0 ? TestJobs.wrong(job, "k") : TestJobs.result(job, "k", time, Map.of()));
    }
    return ResultGrid.of(comparison.cells(), results);
  }

  /** DeNovo wins where all share, scopes where a unit does; srsp is as gpu. */
  private static long cycles(Job job) {
    boolean local = job.workload().endsWith("-l");
    if (job.protocol().equals("denovo")) {
      return local ? 150 : 200;
    }
    return local && job.model().equals("hrf") ? 100 : 400;
  }

  @Test
  void everyWorkloadRunsUnderEveryProtocolWithEveryModel() {
    SuiteComparison comparison = comparison(Map.of("units", "4"), suite("spm-l", "spm-g"));
    assertThat(comparison.cells()).hasSize(2 * 3 * 2);
    assertThat(comparison.cells().getFirst().coordinate().scenario()).isEqualTo("gpu drf0");
    assertThat(comparison.cells().getLast().coordinate().scenario()).isEqualTo("denovo hrf");
    assertThat(comparison.cells().getLast().task().job().options()).containsEntry("units", "4");
  }

  @Test
  void anOptionGoesToTheWorkloadsThatHaveIt() {
    SuiteComparison comparison = comparison(Map.of("backoff", "32"), suite("spm-l", "spmbo-l"));
    assertThat(comparison.cells())
        .allSatisfy(cell ->
            assertThat(cell.task().job().options().containsKey("backoff"))
                .isEqualTo(cell.task().job().workload().equals("spmbo-l")));
    assertThatThrownBy(() -> comparison(Map.of("bakoff", "32"), suite("spm-l", "spmbo-l")))
        .hasMessage(
            "no workload of suite heterosync has an option 'bakoff'; did you mean backoff?");
  }

  @Test
  void winnersAreNamedAndThoseWithTheSameCyclesTogether() {
    SuiteComparison comparison = comparison(Map.of(), suite("spm-l", "spm-g"));
    ResultGrid grid = grid(comparison, SuiteComparisonTest::cycles);
    TableFigure winners = (TableFigure) comparison.findings(grid).figures().getFirst();
    assertThat(winners.rows())
        .containsExactly(
            List.of(
                "spm-l",
                "gpu, srsp (hrf)",
                "denovo (drf0, hrf)",
                "gpu, srsp (drf0)",
                "100",
                "1.50",
                "4.00"),
            List.of(
                "spm-g", "denovo (drf0, hrf)", "gpu, srsp (drf0, hrf)", "-", "200", "2.00", "-"));
  }

  @Test
  void meansAreGeometricOverTheFirstAndPlacesAreCounted() {
    SuiteComparison comparison = comparison(Map.of(), suite("spm-l", "spm-g", "hg-2k"));
    ResultGrid grid = grid(comparison, SuiteComparisonTest::cycles);
    TableFigure means = (TableFigure) comparison.findings(grid).figures().get(1);
    assertThat(means.header())
        .containsExactly("", "local", "global", "others", "all", "fastest", "second");
    assertThat(means.rows().getFirst())
        .containsExactly("gpu drf0", "1.00", "1.00", "1.00", "1.00", "0", "2");
    assertThat(means.rows().getLast())
        .containsExactly("denovo hrf", "2.67", "2.00", "2.00", "2.20", "2", "1");
    BarFigure chart = (BarFigure) comparison.findings(grid).figures().get(2);
    assertThat(chart.series()).containsExactly("drf0", "hrf");
    assertThat(chart.groups().getFirst().label()).isEqualTo("gpu");
    assertThat(chart.groups().getFirst().values().getFirst()).isEqualTo(1.0);
    TableFigure table = (TableFigure) comparison.findings(grid).figures().getLast();
    assertThat(table.rows().getFirst()).containsExactly("gpu drf0", "4.00", "2.00", "2.00");
  }

  /** A suite may be about something else than protocols: its ways stand in their place. */
  @Test
  void aSuitesWaysAreComparedUnderTheirNames() {
    SuiteComparison comparison = sections(Map.of(), List.of("gpu"));
    assertThat(comparison.cells().stream().map(cell -> cell.coordinate().scenario()).distinct())
        .containsExactly("serial", "tx", "tx rw", "locks");
    Job rw = comparison.cells().get(4).task().job();
    assertThat(rw.options()).containsEntry("variant", "tx");
    assertThat(rw.settings()).containsExactly("tx.bankLatency=2", "tx.conflicts=rw");
    ResultGrid grid =
        grid(
            comparison,
            job ->
                job.options().containsValue("serial") ? 900L : job.settings().size() > 1 ? 30 : 90);
    List<String> facts = comparison.findings(grid).facts();
    assertThat(facts)
        .containsExactly(
            "Recommended: tx rw, 30.00 times as fast as serial (geometric mean over 2 workloads). The"
                + " next, tx, takes 200 % longer.",
            "It is the fastest, or level with the fastest, on every workload.",
            "Machine: southern-islands with tx.bankLatency=2; size small; seed 1.",
            "Ways: serial: variant=serial; tx: variant=tx; tx rw: variant=tx, tx.conflicts=rw;"
                + " locks: variant=locks.");
    TableFigure winners = (TableFigure) comparison.findings(grid).figures().getFirst();
    assertThat(winners.rows().getFirst())
        .containsExactly("ht2", "tx rw", "tx, locks", "serial", "30", "3.00", "30.00");
    TableFigure means = (TableFigure) comparison.findings(grid).figures().get(1);
    assertThat(means.title()).isEqualTo("Speed-up over serial, and places");
    assertThat(means.note())
        .startsWith(
            "Geometric means over 2 of 2 workloads, those with a right answer under all mechanisms;"
                + " and");
    assertThat(means.rows().get(2)).containsExactly("tx rw", "30.00", "2", "0");
  }

  @Test
  void anOptionLeavesOutTheWaysThatHaveAnotherValue() {
    SuiteComparison comparison = sections(Map.of("variant", "tx"), List.of("gpu", "denovo"));
    assertThat(comparison.cells().stream().map(cell -> cell.coordinate().scenario()).distinct())
        .containsExactly("tx gpu hrf", "tx rw gpu hrf", "tx denovo hrf", "tx rw denovo hrf");
    assertThatThrownBy(() -> sections(Map.of("variant", "lock"), List.of("gpu")))
        .hasMessage(
            "suite transactions has no way with variant=lock; it has serial: variant=serial; tx:"
                + " variant=tx; tx rw: variant=tx, tx.conflicts=rw; locks: variant=locks");
  }

  private static SuiteComparison sections(Map<String, String> options, List<String> protocols) {
    return new SuiteComparison(
        new ComparisonRequest(
            "transactions",
            new JobInput.Generated("small"),
            options,
            "southern-islands",
            List.of("tx.bankLatency=2"),
            protocols,
            List.of("hrf"),
            1),
        suite("ht2", "bank"),
        List.of(
            new WorkloadAlternative("serial", Map.of("variant", "serial"), List.of()),
            new WorkloadAlternative("tx", Map.of("variant", "tx"), List.of()),
            new WorkloadAlternative("tx rw", Map.of("variant", "tx"), List.of("tx.conflicts=rw")),
            new WorkloadAlternative("locks", Map.of("variant", "locks"), List.of())));
  }

  /** One that hangs on everything takes nothing from the others' means. */
  @Test
  void aMechanismWithoutAnyAnswerIsInNoMean() {
    SuiteComparison comparison = comparison(Map.of(), suite("spm-l", "spm-g"));
    ResultGrid grid =
        grid(
            comparison,
            job -> job.protocol().equals("gpu") && job.model().equals("drf0") ? 0 : cycles(job));
    TableFigure means = (TableFigure) comparison.findings(grid).figures().get(1);
    assertThat(means.title()).isEqualTo("Speed-up over srsp drf0, and places");
    assertThat(means.note())
        .contains(
            "over 2 of 2 workloads, those with a right answer under all mechanisms but gpu (drf0),"
                + " which has none");
    assertThat(means.rows().getFirst()).containsExactly("gpu drf0", "-", "-", "-", "0", "0");
    assertThat(means.rows().getLast())
        .containsExactly("denovo hrf", "2.67", "2.00", "2.31", "1", "1");
    BarFigure chart = (BarFigure) comparison.findings(grid).figures().get(2);
    assertThat(chart.groups().getLast().values().getFirst()).isCloseTo(2.31, within(0.01));
  }

  @Test
  void whatTheMachineCannotRunIsLeftOutByName() {
    SuiteComparison comparison = beside("heterosync-15cu");
    assertThat(comparison.leftOut())
        .containsExactly(
            "hlrc (drf0, hrf): protocol hlrc registers lines with compute units; this machine has a"
                + " CPU that shares memory");
    assertThat(comparison.cells().stream().map(cell -> cell.coordinate().scenario()).distinct())
        .containsExactly("gpu drf0", "gpu hrf");
    ResultGrid grid = grid(comparison, SuiteComparisonTest::cycles);
    assertThat(comparison.findings(grid).facts())
        .contains("Left out: " + comparison.leftOut().getFirst() + ".");
    TableFigure means = (TableFigure) comparison.findings(grid).figures().get(1);
    assertThat(means.rows()).hasSize(2);
    assertThat(means.rows().getFirst()).startsWith("gpu drf0", "1.00", "1.00", "1.00");
    assertThat(beside("titanv-80sm").leftOut()).isEmpty();
  }

  private static SuiteComparison beside(String machine) {
    return new SuiteComparison(
        new ComparisonRequest(
            "heterosync",
            new JobInput.Generated("small"),
            Map.of(),
            machine,
            List.of(),
            List.of("hlrc", "gpu"),
            List.of("drf0", "hrf"),
            1),
        suite("spm-l", "spm-g"));
  }

  @Test
  void aWorkloadWithAWrongAnswerIsInNoMean() {
    SuiteComparison comparison = comparison(Map.of(), suite("spm-l", "spm-g"));
    ResultGrid grid =
        grid(
            comparison,
            job ->
                job.workload().equals("spm-g") && job.protocol().equals("srsp") ? 0 : cycles(job));
    TableFigure means = (TableFigure) comparison.findings(grid).figures().get(1);
    assertThat(means.note()).contains("over 1 of 2 workloads");
    assertThat(means.rows().getLast()).containsExactly("denovo hrf", "2.67", "-", "2.67", "1", "1");
  }
}
