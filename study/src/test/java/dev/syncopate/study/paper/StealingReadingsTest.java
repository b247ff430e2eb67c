package dev.syncopate.study.paper;

import static dev.syncopate.study.paper.TestGrids.SETUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.Figure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a paper on work stealing leaves open, one thing at a time. */
class StealingReadingsTest {
  private final Paper study = new RspPaper();
  private final Paper readings = study.readings().orElseThrow();

  private static Map<String, List<ResultCell>> byReading(List<ResultCell> cells) {
    return cells.stream()
        .collect(Collectors.groupingBy(cell -> cell.coordinate().subject().split(", ", 2)[0]));
  }

  private static Job at(List<ResultCell> cells, String subject, String scenario) {
    return cells.stream()
        .filter(cell ->
            cell.coordinate().subject().equals(subject)
                && cell.coordinate().scenario().equals(scenario))
        .findFirst()
        .orElseThrow()
        .task()
        .job();
  }

  @Test
  void onlyTheStudiesOfWorkStealingHaveAny() {
    assertThat(new SrspPaper().readings()).map(Paper::name).contains("srsp-readings");
    assertThat(readings.name()).isEqualTo("rsp-readings");
    Optional<Paper> result = readings.readings();
    assertThat(result).isEmpty();
  }

  @Test
  void theFirstReadingIsTheStudyItself() {
    List<Job> usual = study.cells(SETUP).stream().map(cell -> cell.task().job()).toList();
    List<Job> read =
        readings.cells(SETUP).stream()
            .filter(cell -> cell.coordinate().subject().startsWith("as in the study, "))
            .map(cell -> cell.task().job())
            .toList();
    assertThat(read).isEqualTo(usual);
  }

  @Test
  void everyOtherOneChangesSimulationsOfMachinesThatThereAre() {
    Map<String, List<ResultCell>> byReading = byReading(readings.cells(SETUP));
    assertThat(byReading).hasSameSizeAs(StealingReadings.ALL);
    Set<Job> usual =
        study.cells(SETUP).stream().map(cell -> cell.task().job()).collect(Collectors.toSet());
    for (PaperReading reading : StealingReadings.ALL) {
      assertThat(reading.label()).doesNotContain(",");
      List<ResultCell> cells = byReading.getOrDefault(reading.label(), List.of());
      assertThat(cells).as(reading.label()).isNotEmpty();
      for (ResultCell cell : cells) {
        ConfigOverrides.apply(
            Presets.load(cell.task().job().machine()), cell.task().job().settings());
      }
      assertThat(cells.stream().allMatch(cell -> usual.contains(cell.task().job())))
          .as(reading.label())
          .isEqualTo(reading.equals(PaperReading.USUAL));
    }
  }

  @Test
  void aReadingOfOneProgramLeavesTheOthersAlone() {
    List<ResultCell> cells = readings.cells(SETUP);
    assertThat(at(cells, "PageRank by gathering, PR-1", "steal-only").options())
        .containsEntry("kernels", "lean");
    assertThat(at(cells, "PageRank by gathering, SSSP-1", "steal-only"))
        .isEqualTo(at(cells, "as in the study, SSSP-1", "steal-only"));
  }

  /** Also where the input is a part of it. */
  @Test
  void aReadingOfAnInputLeavesTheOthersAlone() {
    List<ResultCell> cells = readings.cells(SETUP);
    assertThat(at(cells, "stand-ins in random order, PR-3", "baseline").options())
        .containsEntry("order", "shuffled");
    assertThat(at(cells, "stand-ins in random order, PR-1", "baseline"))
        .isEqualTo(at(cells, "as in the study, PR-1", "baseline"));
  }

  @Test
  void scopesThatCostNothingAreABaselineWithoutSynchronisation() {
    List<ResultCell> cells =
        byReading(readings.cells(SETUP)).getOrDefault(PaperReading.IDEAL_SCOPES.label(), List.of());
    assertThat(cells)
        .extracting(cell -> cell.coordinate().scenario())
        .containsOnly("baseline", "scope-only");
    assertThat(at(cells, "scopes that cost nothing, PR-2", "scope-only").options())
        .containsEntry("scenario", "baseline")
        .containsEntry("queued", "none");
    assertThat(at(cells, "scopes that cost nothing, PR-2", "baseline").options())
        .containsEntry("scenario", "baseline")
        .doesNotContainKey("queued");
  }

  @Test
  void bothChangesOfAReadingOnAnotherOnesMachineAreMade() {
    Job job =
        at(
            readings.cells(SETUP),
            "stand-ins in random order and one L2 controller, color-1",
            "rem-sync");
    assertThat(job.options()).containsEntry("order", "shuffled");
    assertThat(job.settings()).contains("l2.banks=1");
    Job otherJob =
        at(
            readings.cells(SETUP),
            "stand-ins in random order and one L2 controller, PR-1",
            "rem-sync");
    assertThat(otherJob.options()).doesNotContainKey("order");
    assertThat(otherJob.settings()).as("the machine is the same for all").contains("l2.banks=1");
  }

  /** Each reading's speed-ups are over its own baseline. */
  @Test
  void figuresHaveARowForEachReading() {
    ResultGrid grid =
        TestGrids.of(
            readings,
            cell -> {
              boolean turn = cell.coordinate().subject().startsWith("elements in turn, ");
              boolean baseline = cell.coordinate().scenario().equals("baseline");
              return result(cell, turn ? (baseline ? 3000 : 1000) : (baseline ? 200 : 100));
            });
    BarFigure means = (BarFigure) figure(readings, grid, "means");
    assertThat(means.groups().stream().map(BarFigure.Group::label))
        .containsExactlyElementsOf(StealingReadings.ALL.stream().map(PaperReading::label).toList());
    assertThat(means.groups().get(0).values())
        .allSatisfy(two -> assertThat(two).isEqualTo(2, within(1e-9)));
    assertThat(means.groups().get(1).values())
        .allSatisfy(three -> assertThat(three).isEqualTo(3, within(1e-9)));
    assertThat(means.stated("as in the study", "steal-only")).isEqualTo("1.18");
    assertThat(means.stated("elements in turn", "steal-only")).isEmpty();
    BarFigure stolen = (BarFigure) figure(readings, grid, "stolen");
    assertThat(stolen.series()).containsExactly("steal-only", "rem-sync");
    assertThat(stolen.groups().getFirst().values().getFirst()).isEqualTo(20, within(1e-9));
    BarFigure claims = (BarFigure) figure(readings, grid, "claims");
    assertThat(claims.groups().getFirst().values().stream().mapToDouble(share -> share).sum())
        .as("held, partly and not held")
        .isEqualTo(100, within(1e-9));
  }

  @Test
  void whatWasNotSimulatedHasNoNumbers() {
    assertThat(readings.figures(TestGrids.empty())).isNotEmpty().noneMatch(Figure::isMeasured);
    assertThat(readings.claims(TestGrids.empty())).isEmpty();
  }

  private static Figure figure(Paper paper, ResultGrid grid, String id) {
    return paper.figures(grid).stream()
        .filter(figure -> figure.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static JobResult result(ResultCell cell, long cycles) {
    return TestGrids.result(
        cell,
        cycles,
        Map.of("l1.misses", 10L),
        Map.of("queues", 4L, "popped", 80L, "stolen", 20L, "failed", 0L),
        10,
        20);
  }
}
