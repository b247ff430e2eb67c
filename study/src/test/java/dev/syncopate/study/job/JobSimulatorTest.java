package dev.syncopate.study.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.syncopate.study.job.JobResult.Ending;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobSimulatorTest {
  private final JobSimulator simulation = new JobSimulator("1.2.3", new GraphCache());

  @Test
  void aJobIsRunAndVerified() {
    JobResult result =
        Objects.requireNonNull(simulation.run(TestJobs.vecadd(1), "k", progress -> true));
    assertThat(result.ending()).isEqualTo(Ending.RIGHT);
    assertThat(result.message()).contains("200 of 200");
    assertThat(result.cycles()).isPositive();
    assertThat(result.launches()).isEqualTo(1);
    assertThat(result.statistic("instructions.warp")).isPositive();
    assertThat(result.version()).isEqualTo("1.2.3");
    assertThat(result.job().get("workload")).isEqualTo("vecadd");
    assertThat(result.job().get("seed")).isEqualTo(1L);
    assertThat(result.sameAs(simulation.run(TestJobs.vecadd(1), "k", progress -> true))).isTrue();
  }

  @Test
  void onAMeshAResultHasWhatLinksCarried() {
    Job meshed =
        new Job(
            "vecadd",
            new JobInput.Generated("200"),
            new TreeMap<>(),
            "heterosync-15cu",
            List.of(),
            "gpu",
            "hrf",
            1);
    JobResult result = Objects.requireNonNull(simulation.run(meshed, "k", progress -> true));
    List<MeshLoad.Link> links = MeshLoad.of(JobResultJson.read(JobResultJson.write(result)));
    assertThat(links)
        .extracting(MeshLoad.Link::destination)
        .contains("east", "north", "bank", "unit", "cpu");
    assertThat(links).allSatisfy(link -> assertThat(link.busy()).isBetween(0.0, 1.0));
    double flits = links.stream().mapToDouble(link -> link.busy() * result.cycles()).sum();
    assertThat(flits).isCloseTo((double) result.statistic("mesh.flits"), within(0.5));
    assertThat(flits).isPositive();
    JobResult flat = Objects.requireNonNull(simulation.run(TestJobs.vecadd(1), "k", p -> true));
    assertThat(MeshLoad.of(flat)).as("a crossbar").isEmpty();
  }

  @Test
  void aResultSurvivesItsDocument() {
    JobResult result = TestJobs.result(TestJobs.vecadd(7), "k", 42, Map.of("l1.loads", 3L));
    JobResult read = JobResultJson.read(JobResultJson.write(result));
    assertThat(read.sameAs(result)).isTrue();
    assertThat(read.wallSeconds()).isEqualTo(0.25);
    assertThat(read.distribution("workgroup.cycles")).containsExactly(3, 5, 4);
    assertThat(read.distribution("none")).isEmpty();
    assertThat(read.statistic("l1.loads")).isEqualTo(3);
  }

  @Test
  void aJobThatIsAskedToStopHasNoResult() {
    Job long_ =
        new Job(
            "vecadd",
            new JobInput.Generated("256K"),
            new TreeMap<>(),
            "rsp-8cu",
            List.of(),
            "gpu",
            "hrf",
            1);
    assertThat(simulation.run(long_, "k", progress -> false)).isNull();
  }
}
