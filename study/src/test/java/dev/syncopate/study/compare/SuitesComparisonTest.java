package dev.syncopate.study.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.figure.TableFigure;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.TestJobs;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.suite.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One table over mechanisms and suites, from results made up. */
class SuitesComparisonTest {
  private static SuitesComparison.SuiteChoice suite(
      String name, String machine, String... workloads) {
    List<Workload> suiteWorkloads =
        List.of(workloads).stream().map(each -> Workloads.find(each).orElseThrow()).toList();
    return new SuitesComparison.SuiteChoice(
        new ComparisonRequest(
            name,
            new JobInput.Generated("small"),
            Map.of(),
            machine,
            List.of(),
            List.of("gpu", "denovo", "hlrc"),
            List.of("hrf"),
            1),
        suiteWorkloads);
  }

  private static final SuitesComparison COMPARISON =
      new SuitesComparison(
          List.of(
              suite("locks", "heterosync-15cu", "spm-g"),
              suite("graphs", "rsp-8cu", "bc", "cca"),
              suite("updates", "rsp-8cu", "bc", "histogram")));

  /** DeNovo halves locks' time and doubles histogram's. */
  private static long cycles(Job job) {
    return switch (job.workload()) {
      case "spm-g" -> job.protocol().equals("denovo") ? 50 : 100;
      case "histogram" -> job.protocol().equals("denovo") ? 200 : 100;
      default -> job.protocol().equals("hlrc") ? 400 : 100;
    };
  }

  private static ResultGrid grid() {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    for (ResultCell cell : COMPARISON.cells()) {
      Job job = cell.task().job();
      results.put(job, TestJobs.result(job, "k", cycles(job), Map.of()));
    }
    return ResultGrid.of(COMPARISON.cells(), results);
  }

  @Test
  void aRowAMechanismAndAColumnASuite() {
    TableFigure table = (TableFigure) COMPARISON.findings(grid()).figures().getFirst();
    assertThat(table.header()).containsExactly("", "locks", "graphs", "updates", "mean of suites");
    assertThat(table.rows())
        .containsExactly(
            List.of("gpu hrf", "1.00", "1.00", "1.00", "1.00"),
            List.of("denovo hrf", "2.00", "1.00", "0.71", "1.12"),
            List.of("hlrc hrf", "-", "0.25", "0.50", "-"));
  }

  @Test
  void aWorkloadOfTwoSuitesHasAPlaceInEach() {
    assertThat(COMPARISON.cells())
        .filteredOn(cell -> cell.coordinate().subject().equals("bc"))
        .extracting(cell -> cell.coordinate().machine())
        .containsOnly("graphs on rsp-8cu", "updates on rsp-8cu");
  }

  @Test
  void eachSuiteHasARecommendationAndNamesWhatItsMachineCannotRun() {
    assertThat(COMPARISON.findings(grid()).facts())
        .contains(
            "locks. Recommended: denovo hrf, 2.00 times as fast as gpu hrf. The next, gpu hrf, takes"
                + " 100 % longer.",
            "graphs. Recommended: gpu hrf, the reference (geometric mean over 2 workloads). Level with it (within 2 %): denovo (hrf). The next, hlrc hrf, takes 300 % longer. It is the fastest, or level with the fastest, on every workload.")
        .anyMatch(fact -> fact.startsWith("Left out of locks: hlrc (hrf): "));
  }
}
