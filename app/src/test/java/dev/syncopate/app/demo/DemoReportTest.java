package dev.syncopate.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Table, picture and page of made-up results. */
class DemoReportTest {
  private static final DemoPlan PLAN = DemoPlan.standard();

  @Test
  void thePrintedTableHasThreeRowsAMachineAndWhatEachShows() {
    List<String> lines = DemoTable.text(results(true)).lines().toList();
    assertThat(lines).hasSize(2 + 3 * PLAN.machines().size());
    assertThat(lines.get(0)).startsWith("machine").endsWith("what it shows");
    assertThat(lines.get(1)).matches("-+");
    assertThat(lines.get(2))
        .isEqualTo(
            "rsp-8cu      acquire+release, gpu scope  900,000      2.00    40.0%    1,000   right"
                + "  an update flushes and invalidates L1s");
    assertThat(lines.get(3))
        .isEqualTo(
            "             relaxed, gpu scope          360,000      5.00    40.0%    1,000   right"
                + "  weaker order: L1s keep their lines");
    assertThat(lines)
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(lines.get(1).length()));
  }

  @Test
  void wrongAnswersStandOut() {
    DemoResults results = results(false);
    assertThat(results.verified()).isFalse();
    assertThat(DemoTable.rows(results)).anyMatch(row -> row.contains("WRONG"));
    assertThat(DemoTable.text(results)).contains("  WRONG  weaker order");
    assertThat(results(true).verified()).isTrue();
  }

  @Test
  void speedUpsCompareWithTheSameMachinesBaseline() {
    DemoResults results = results(true);
    for (String machine : PLAN.machines()) {
      assertThat(results.speedUp(results.run(PLAN.baseline(machine)))).isEqualTo(1.0);
    }
    assertThat(results.speedUp(results.runs().get(8))).isEqualTo(9.0);
  }

  @Test
  void thePageLoadsNothingAndHoldsPictureAndNumbers() {
    String page = DemoPage.html(results(true));
    assertThat(page)
        .contains(DemoPicture.svg(results(true)))
        .contains("<td>1,800,000</td>")
        .contains("./syncopate run pagerank-push --gpu titanv-80sm --model drfrlx")
        .doesNotContain("http-equiv", "src=", "<link", "@import", "url(");
    assertThat(page.split("<tr", -1)).hasSize(2 + PLAN.settings().size());
  }

  private static DemoResults results(boolean right) {
    List<DemoRun> runs = new ArrayList<>();
    for (DemoPlan.Setting setting : PLAN.settings()) {
      int place = runs.size() % 9;
      runs.add(
          new DemoRun(
              setting,
              8,
              1_800_000 / (place + 1),
              Map.of(
                  "l1.loads", 1000L,
                  "l1.hits", 400L,
                  "sync.flushes", 1000L,
                  "sync.invalidations", 2000L,
                  "dram.bytes", 262_144L),
              new WorkloadOutcome(right || place == 1, "", Map.of())));
    }
    return new DemoResults(PLAN, runs);
  }
}
