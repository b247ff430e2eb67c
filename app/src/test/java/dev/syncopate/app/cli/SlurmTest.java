package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A sweep that a Slurm of one node runs as an array. */
@EnabledIf(
    value = "dev.syncopate.app.cli.SlurmNode#isInstalled",
    disabledReason =
        "there is no slurmctld, slurmd, munged or sbatch: CONTRIBUTING.md says how to install them")
class SlurmTest {
  private static final String DESIGN =
      """
      base: {workload: sssp, size: 700, machine: rsp-8cu}
      grid:
        l1.size: [16KiB, 32KiB]
        protocol: [gpu, denovo]
        seed: [1, 2, 3]
      baseline: {protocol: gpu}
      """;
  private static final long DEADLINE_SECONDS = 120;

  @TempDir private Path folder;

  @Test
  void anArrayWithARequeuedTaskWritesTheFilesOfOneProcess() throws Exception {
    ClusterStudy study = new ClusterStudy(folder, DESIGN);
    Shell.Result written = study.submit("--engine", "slurm", "--shards", "4");
    assertThat(written.code()).as(written.err()).isZero();
    Path script = study.shared().resolve("submit/slurm.sh");
    assertThat(written.out())
        .isEqualTo(
            """
            12 simulations, 0 of them are there; 4 shards of 3 GiB (an estimate, no measurement: --memory), no result tells yet how long one takes.
            The script sets no time limit: the engine's own holds, or give --time.
            Script: %1$s
            Hand it over: sh %1$s
            """
                .formatted(script));
    try (SlurmNode slurm = SlurmNode.start(folder)) {
      String printed = slurm.run("sh", script.toString());
      assertThat(printed).as(slurm.logs()).matches("Array \\d+, collected by job \\d+; .*\n");
      String array = printed.split("[ ,]", -1)[1];
      Path log = study.shared().resolve("submit/shard-1.txt");
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
      while (!isHalfWay(log) && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      assertThat(slurm.run("scontrol", "requeue", array + "_1")).isEmpty();
      while (!slurm.run("squeue", "-h").isEmpty() && System.nanoTime() < deadline) {
        Thread.sleep(200);
      }
      assertThat(slurm.run("squeue", "-h")).as(slurm.logs()).isEmpty();
      assertThat(log)
          .content()
          .as("shard 1 has begun, was stopped, and has gone on")
          .contains("[1/3] ", "Interrupted: ", " of the 3 runs of shard 1/4 are kept")
          .contains("Shard 1/4: 3 of its 3 runs are kept")
          .doesNotContain("[3/3] ");
    }
    assertThat(study.shared().resolve("submit/collect.txt"))
        .content()
        .contains("Page: " + study.shared().resolve("small.html"));
    study.assertIsThatOfOneProcess();
  }

  /** Whether the shard has kept a result and still runs. */
  private static boolean isHalfWay(Path log) throws Exception {
    return Files.isRegularFile(log) && Files.readString(log).contains("[1/3] ");
  }
}
