package dev.syncopate.study.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.figure.HeatMap;
import dev.syncopate.study.figure.LineFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Charts of a sweep, over results that are made up: 100 cycles, 200, 300 ... in its order. */
class DesignFindingsTest {
  private static final String GRID =
      """
      grid: {workload: [spinmutex], l1.size: [16KiB, 32KiB], protocol: [gpu, denovo]}
      baseline: {protocol: gpu}
      """;

  private static StudyFindings findings(String text) {
    return findings(text, -1);
  }

  /**
   * @param wrong cycles of the simulation whose answer is wrong; negative for none
   */
  private static StudyFindings findings(String text, long wrong) {
    DesignFindings findings =
        new DesignFindings(DesignFile.read("x.yaml", text), new DesignJobs(null));
    Map<Job, JobResult> results = new LinkedHashMap<>();
    long cycles = 0;
    for (ResultCell cell : findings.cells()) {
      cycles += 100;
      results.put(cell.task().job(), result(cell.task().job(), cycles, cycles == wrong));
    }
    return findings.findings(ResultGrid.of(findings.cells(), results));
  }

  private static JobResult result(Job job, long cycles, boolean isWrong) {
    TreeMap<String, Long> counters = new TreeMap<>(Map.of("l1.hits", cycles / 10));
    return new JobResult(
        "",
        job.describe(),
        "size 1",
        isWrong ? Ending.WRONG : Ending.RIGHT,
        "",
        cycles,
        1,
        counters,
        Map.of(),
        Map.of(),
        0,
        0,
        "");
  }

  private static <F extends Figure> F figure(StudyFindings findings, Class<F> type) {
    return findings.figures().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void withoutChartsTheSpeedUpHasBarsByTheFirstFactorThatVaries() {
    BarFigure bars = figure(findings(GRID), BarFigure.class);
    assertThat(bars.series()).containsExactly("gpu", "denovo");
    assertThat(bars.groups())
        .containsExactly(
            new BarFigure.Group("16KiB", List.of(1.0, 0.5)),
            new BarFigure.Group("32KiB", List.of(1.0, 0.75)));
  }

  @Test
  void aWrongAnswerIsNoBarAndNoBaseline() {
    BarFigure bars = figure(findings(GRID, 400), BarFigure.class);
    assertThat(bars.groups().getLast().values()).containsExactly(1.0, Double.NaN);
    BarFigure withoutBaseline = figure(findings(GRID, 300), BarFigure.class);
    assertThat(withoutBaseline.groups().getLast().values()).containsExactly(Double.NaN, Double.NaN);
    assertThat(figure(findings(GRID, 400), TableFigure.class).rows().getLast())
        .containsExactly("32KiB", "denovo", "400", "-", "wrong");
  }

  @Test
  void aPanelHasTheSeriesOfItsPointsAlone() {
    StudyFindings findings =
        findings(
            """
            base: {workload: spinmutex}
            grid: {l1.size: [16KiB, 32KiB], protocol: [gpu, denovo]}
            where: protocol == gpu or l1.size == 32KiB
            show: [{as: bars, across: workload, series: protocol, panel: l1.size}]
            """);
    assertThat(
            findings.figures().stream()
                .filter(BarFigure.class::isInstance)
                .map(BarFigure.class::cast))
        .extracting(BarFigure::series)
        .containsExactly(List.of("gpu"), List.of("gpu", "denovo"));
  }

  @Test
  void linesLieAtTheValuesOfAFactor() {
    LineFigure lines =
        figure(
            findings(GRID + "show: [{as: lines, metric: l1.hits, ratio: none, across: l1.size}]"),
            LineFigure.class);
    assertThat(lines.points())
        .containsExactly(
            new LineFigure.Point(16384, "16KiB", List.of(10.0, 20.0)),
            new LineFigure.Point(32768, "32KiB", List.of(30.0, 40.0)));
  }

  @Test
  void aHeatMapHasAFieldForEachPairOfValues() {
    HeatMap map =
        figure(
            findings(GRID + "show: [{as: heat, ratio: none, across: protocol, down: l1.size}]"),
            HeatMap.class);
    assertThat(map.columns()).containsExactly("gpu", "denovo");
    assertThat(map.rows()).containsExactly("16KiB", "32KiB");
    assertThat(map.values()).containsExactly(List.of(100.0, 200.0), List.of(300.0, 400.0));
  }

  @Test
  void whereSeveralPointsMeetAmountsHaveAnArithmeticAndRatiosAGeometricMean() {
    String chart = "show: [{as: bars, across: protocol, series: workload%s}]";
    BarFigure amounts = figure(findings(GRID + chart.formatted(", ratio: none")), BarFigure.class);
    assertThat(amounts.groups().getLast().values()).containsExactly(300.0);
    BarFigure ratios = figure(findings(GRID + chart.formatted("")), BarFigure.class);
    assertThat(ratios.groups().getLast().values().getFirst())
        .isCloseTo(Math.sqrt(0.5 * 0.75), org.assertj.core.api.Assertions.within(1e-12));
  }

  @Test
  void theTableHasARowForEachSimulation() {
    TableFigure table = figure(findings(GRID), TableFigure.class);
    assertThat(table.header())
        .containsExactly("l1.size", "protocol", "cycles", "speed-up", "answer");
    assertThat(table.rows().getLast()).containsExactly("32KiB", "denovo", "400", "0.75", "right");
  }

  @Test
  void aMetricThatNoSimulationHasIsNamedWithItsNearest() {
    assertThat(findings(GRID + "show: [{metric: l1.hit}]").facts())
        .contains("No simulation has the metric l1.hit; did you mean l1.hits?.");
  }

  @Test
  void pointsThatCannotRunAreAnErrorThatNamesThem() {
    assertThatThrownBy(() ->
            findings(
                "grid: {workload: [spinmutex], l1.size: [8KiB, 64KiB], protocol: [gpu+lab64]}"))
        .hasMessageContaining("1 of 2 points cannot run; 'where' of a sweep's file leaves them out")
        .hasMessageContaining("spinmutex, 8KiB, gpu+lab64: ")
        .hasMessageContaining("leave 0 of l1.size");
  }

  /** One of the two would be lost silently. */
  @Test
  void aFieldThatTheProtocolsNameSetsIsNoSecondFactor() {
    assertThatThrownBy(() ->
            findings(
                """
                base: {workload: histogram, protocol: gpu+lab64}
                grid: {mechanisms.lab.entries: [16, 32]}
                """))
        .hasMessageContaining("2 of 2 points cannot run")
        .hasMessageContaining(
            "histogram, gpu+lab64, 16: protocol gpu+lab64 asks for mechanisms.lab.entries=64, and there is mechanisms.lab.entries=16; expected one of them");
  }

  @Test
  void aCommandIsDividedIntoWordsAsAShellDoes() {
    DesignFindings findings =
        new DesignFindings(
            DesignFile.read(
                "x.yaml",
                "grid: {command: [\"launch k.ptx --arg 's32=1 2' --arg a\\\\ b\"], seed: [1]}"),
            new DesignJobs(null));
    assertThat(findings.cells().getFirst().task().job().input())
        .isEqualTo(
            new JobInput.Command(List.of("launch", "k.ptx", "--arg", "s32=1 2", "--arg", "a b")));
  }

  @Test
  void theTextOfACommandIsDividedIntoItsWordsAgain() {
    List<String> words =
        List.of("launch", "a b.ptx", "--arg", "it's", "back\\slash", "--print=2:8", "");
    assertThat(CommandWords.of(CommandWords.text(words))).isEqualTo(words);
  }
}
