package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Check;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Launches by programmatic stream serialisation: the example compiled by nvcc, where there is one.
 */
class DependentLaunchTest {
  @TempDir static Path folder;
  private static Path program = Path.of("");

  @BeforeAll
  static void build() throws IOException {
    Programs.needs("nvcc");
    program = folder.resolve("dependent_launch");
    Programs.command(
        List.of(
            "nvcc",
            "-arch=sm_90",
            "-lineinfo",
            "-cudart",
            "shared",
            "-o",
            program.toString(),
            "../examples/bugs/dependent_launch.cu"));
  }

  private static DeviceBuilder machine(int seed) {
    return new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("perturb.seed=" + seed);
  }

  /**
   * The race is reported under any schedule. The launches overlap under the check: with some
   * schedules the kernel without the wait reads old data.
   */
  @ParameterizedTest
  @CsvSource({"missing, 2", "late, 1"})
  void readsBeforeTheWaitRaceWithTheLaunchBefore(String wait, int races) throws IOException {
    int wrong = 0;
    for (int seed = 0; seed <= 8; seed++) {
      Programs.Checked checked = Programs.checkOn(machine(seed), Check.RACES, program, wait);
      assertThat(checked.findings())
          .hasSize(races)
          .allSatisfy(race -> {
            assertThat(race.rule()).isEqualTo("dependent-race");
            assertThat(race.kernel()).contains("consume");
            assertThat(race.details().getFirst()).contains("produce").contains("writes");
            assertThat(race.details().getLast()).contains("cudaGridDependencySynchronize");
          });
      wrong += checked.outcome().out().equals("wrong\n") ? 1 : 0;
    }
    assertThat(wrong).as("wrong results").isPositive();
  }

  /** Behind the wait nothing is found, and the result is right. */
  @Test
  void theWaitIsRightUnderAnySchedule() throws IOException {
    for (int seed = 0; seed <= 8; seed++) {
      Programs.Checked checked = Programs.checkOn(machine(seed), Check.RACES, program, "right");
      assertThat(checked.findings()).as("seed %d", seed).isEmpty();
      assertThat(checked.outcome().out()).as("seed %d", seed).isEqualTo("right\n");
    }
  }

  /** Without one they do: under some schedules the kernel without the wait reads old data. */
  @Test
  void onlyTheWaitGivesData() throws IOException {
    assertThat(wrongResults("missing")).isPositive();
    assertThat(wrongResults("right")).isZero();
  }

  private static int wrongResults(String wait) throws IOException {
    int wrong = 0;
    for (int seed = 1; seed <= 8; seed++) {
      Programs.Outcome outcome = Programs.run(machine(seed), program, wait);
      assertThat(outcome.out()).isIn("right\n", "wrong\n");
      wrong += outcome.out().equals("wrong\n") ? 1 : 0;
    }
    return wrong;
  }

  @Test
  void behindTheWaitNothingDoes() throws IOException {
    assertThat(Programs.checkAll(program, "right")).isEmpty();
  }
}
