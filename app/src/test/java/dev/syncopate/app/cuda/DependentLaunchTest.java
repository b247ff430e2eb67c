package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
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

  /** Under a check the launches do not overlap: the result is right, and the race is reported. */
  @ParameterizedTest
  @CsvSource({"missing, 2", "late, 1"})
  void readsBeforeTheWaitRaceWithTheLaunchBefore(String wait, int races) throws IOException {
    List<Finding> findings = Programs.check(Check.RACES, program, wait);
    assertThat(findings)
        .isNotEmpty()
        .allSatisfy(race -> {
          assertThat(race.rule()).isEqualTo("dependent-race");
          assertThat(race.kernel()).contains("consume");
          assertThat(race.details().getLast()).contains("cudaGridDependencySynchronize");
        });
    assertThat(findings).hasSizeLessThanOrEqualTo(races);
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
      DeviceBuilder machine =
          new DeviceBuilder("titanv-80sm", "gpu", "hrf").set("perturb.seed=" + seed);
      Programs.Outcome outcome = Programs.run(machine, program, wait);
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
