package dev.syncopate.study.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.preset.Presets;
import dev.syncopate.study.figure.StudyFindings;
import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Changed machines: which are simulated, and what they say of the order of mechanisms. */
class SensitivityTest {
  private static MechanismComparison comparison() {
    return new MechanismComparison(
        new ComparisonRequest(
            "histogram",
            new JobInput.Generated("small"),
            Map.of(),
            "rsp-8cu",
            List.of(),
            List.of("gpu", "phi", "denovo", "hlrc"),
            List.of("hrf"),
            1));
  }

  private static ResultGrid grid(List<ResultCell> cells, ToLongFunction<Job> cycles) {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    for (ResultCell cell : cells) {
      Job job = cell.task().job();
      results.put(job, TestJobs.result(job, "k", cycles.applyAsLong(job), Map.of()));
    }
    return ResultGrid.of(cells, results);
  }

  private static StudyFindings findings(ToLongFunction<Job> cycles) {
    MechanismComparison comparison = comparison();
    List<ResultCell> cells = new ArrayList<>(comparison.cells());
    cells.addAll(comparison.sensitivity(grid(cells, cycles)));
    return comparison.findings(grid(cells, cycles));
  }

  private static long cycles(Job job) {
    return switch (job.protocol()) {
      case "phi" -> 1000;
      case "denovo" -> job.settings().contains("network.latency=6") ? 900 : 1100;
      case "gpu" -> job.settings().contains("l1.size=32KiB") ? 1001 : 1300;
      default -> 2000;
    };
  }

  @Test
  void onlyTheFinalistsRunOnChangedMachines() {
    MechanismComparison comparison = comparison();
    List<ResultCell> simulations =
        comparison.sensitivity(grid(comparison.cells(), SensitivityTest::cycles));
    int changes = MachineChange.of(Presets.load("rsp-8cu")).size();
    assertThat(simulations).hasSize(3 * changes);
    assertThat(simulations)
        .extracting(cell -> cell.coordinate().scenario())
        .containsOnly("phi", "denovo", "gpu");
    assertThat(simulations.getFirst().task().job().settings()).containsExactly("l1.size=8KiB");
  }

  @Test
  void changesThatReverseTheOrderOrLevelItAreNamed() {
    StudyFindings findings = findings(SensitivityTest::cycles);
    assertThat(findings.facts())
        .contains(
            "Of 15 changed machines the order is the same on 13; it is level with l1.size=32KiB,"
                + " reversed by network.latency=6.");
    TableFigure table = (TableFigure) findings.figures().getLast();
    assertThat(table.header()).containsExactly("machine", "was", "denovo", "gpu", "order");
    assertThat(table.rows())
        .contains(
            List.of("as it is", "", "1.10", "1.30", ""),
            List.of("l1.size=8KiB", "16KiB", "1.10", "1.30", "holds"),
            List.of("l1.size=32KiB", "16KiB", "1.10", "1.00", "level"),
            List.of("network.latency=6", "12", "0.90", "1.30", "reversed"));
  }

  @Test
  void aChangeThatDecidesBetweenLevelMechanismsIsNamed() {
    StudyFindings findings =
        findings(job ->
            job.protocol().equals("phi") && job.settings().contains("dram.clock=250MHz")
                ? 500
                : 1000);
    assertThat(findings.facts())
        .contains(
            "Of 15 changed machines the order is the same on 14; it is reversed by dram.clock=250MHz.");
  }

  @Test
  void withoutSimulationsOnChangedMachinesThereIsNoTable() {
    MechanismComparison comparison = comparison();
    StudyFindings findings = comparison.findings(grid(comparison.cells(), SensitivityTest::cycles));
    assertThat(findings.figures()).noneMatch(figure -> figure.id().equals("sensitivity"));
    assertThat(findings.facts()).noneMatch(fact -> fact.contains("changed machines"));
  }

  @Test
  void aChangeTakesThePlaceOfTheUsersValue() {
    MachineChange change = new MachineChange("l1.size=8KiB", "16KiB");
    assertThat(change.in(List.of("l1.size=16KiB", "l1.sizes=1", "l2.banks=4")))
        .containsExactly("l1.sizes=1", "l2.banks=4", "l1.size=8KiB");
  }

  @Test
  void onlyWhatTheMachineHasIsChanged() {
    assertThat(MachineChange.of(Presets.load("heterosync-15cu")))
        .extracting(MachineChange::setting)
        .contains("mesh.linkBytes=16", "l1.size=64KiB")
        .noneMatch(setting -> setting.startsWith("network."));
    assertThat(MachineChange.of(Presets.load("rsp-8cu")))
        .extracting(MachineChange::setting)
        .contains("network.latency=24")
        .noneMatch(setting -> setting.startsWith("mesh."));
  }
}
