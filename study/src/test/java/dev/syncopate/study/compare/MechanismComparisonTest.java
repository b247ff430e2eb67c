package dev.syncopate.study.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.figure.BarFigure;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MechanismComparisonTest {
  private static MechanismComparison comparison(
      String workload, Map<String, String> options, List<String> protocols, String... models) {
    return new MechanismComparison(
        new ComparisonRequest(
            workload,
            new JobInput.Generated("small"),
            options,
            "rsp-8cu",
            List.of("l1.size=32KiB"),
            protocols,
            List.of(models),
            1));
  }

  private static List<String> columns(MechanismComparison comparison) {
    return comparison.cells().stream().map(cell -> cell.coordinate().scenario()).toList();
  }

  @Test
  void aProtocolRunsInTheScenariosThatSuitIt() {
    assertThat(columns(comparison("sssp", Map.of(), List.of("gpu", "srsp"), "hrf")))
        .containsExactly("gpu baseline", "gpu scope-only", "gpu steal-only", "srsp remote");
  }

  @Test
  void whatTheUserChoosesIsNotChangedForHim() {
    MechanismComparison comparison =
        comparison("sssp", Map.of("scenario", "steal-only"), List.of("gpu", "srsp"), "hrf");
    assertThat(columns(comparison)).containsExactly("gpu", "srsp");
    assertThat(comparison.cells().getLast().task().job().options())
        .containsEntry("scenario", "steal-only");
  }

  @Test
  void aWorkloadWithoutScenariosRunsOnceAProtocolAndModel() {
    assertThat(columns(comparison("vecadd", Map.of(), List.of("gpu"), "hrf", "drf0")))
        .containsExactly("gpu hrf", "gpu drf0");
  }

  @Test
  void aNameWithoutASizeHasTheMachinesInItsColumn() {
    MechanismComparison comparison =
        comparison("vecadd", Map.of(), List.of("gpu+lab", "gpu+lab-unlimited", "phi"), "hrf");
    assertThat(columns(comparison)).containsExactly("gpu+lab64", "gpu+lab-unlimited", "phi");
    assertThat(comparison.cells().getFirst().task().job().settings())
        .containsExactly("l1.size=32KiB", "mechanisms.lab.entries=64");
  }

  @Test
  void whatTheMachineCannotRunIsLeftOutByName() {
    MechanismComparison comparison =
        new MechanismComparison(
            new ComparisonRequest(
                "vecadd",
                new JobInput.Generated("small"),
                Map.of(),
                "heterosync-15cu",
                List.of(),
                List.of("gpu", "hlrc"),
                List.of("hrf"),
                1));
    assertThat(columns(comparison)).containsExactly("gpu");
    assertThat(comparison.leftOut())
        .containsExactly(
            "hlrc: protocol hlrc registers lines with compute units; this machine has a CPU that"
                + " shares memory");
  }

  @Test
  void speedUpsAreOverTheFirst() {
    MechanismComparison comparison = comparison("vecadd", Map.of(), List.of("gpu"), "hrf", "drf0");
    Map<Job, JobResult> results = new LinkedHashMap<>();
    long cycles = 1000;
    for (ResultCell cell : comparison.cells()) {
      Job job = cell.task().job();
      results.put(job, TestJobs.result(job, "k", cycles, Map.of("l1.misses", 12_345L)));
      cycles *= 2;
    }
    StudyFindings findings = comparison.findings(ResultGrid.of(comparison.cells(), results));
    TableFigure table = (TableFigure) findings.figures().getFirst();
    assertThat(table.rows())
        .containsExactly(
            List.of("gpu hrf", "1,000", "1.00", "12,345", "0", "0", "0", "0", "0", "right"),
            List.of("gpu drf0", "2,000", "0.50", "12,345", "0", "0", "0", "0", "0", "right"));
    assertThat(table.header())
        .contains("network bytes")
        .as("nothing is stolen, and of this machine no energy is known")
        .doesNotContain("stolen", "energy (nJ)");
    BarFigure chart = (BarFigure) findings.figures().getLast();
    assertThat(chart.series()).containsExactly("hrf", "drf0");
    assertThat(chart.groups().getLast()).isEqualTo(new BarFigure.Group("gpu", List.of(1.0, 0.5)));
    assertThat(findings.facts())
        .contains("Machine: rsp-8cu with l1.size=32KiB; model hrf, drf0; seed 1.");
  }

  @Test
  void aWrongAnswerIsShownAndHasNoSpeedUp() {
    MechanismComparison comparison = comparison("vecadd", Map.of(), List.of("gpu"), "hrf");
    Job job = comparison.cells().getFirst().task().job();
    ResultGrid grid = ResultGrid.of(comparison.cells(), Map.of(job, TestJobs.wrong(job, "k")));
    TableFigure table = (TableFigure) comparison.findings(grid).figures().getFirst();
    assertThat(table.rows().getFirst().get(2)).isEqualTo("-");
    assertThat(table.rows().getFirst()).endsWith("WRONG");
  }
}
