package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
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

  /**
   * In the simulator the launches do not overlap: the result is right, and the race is reported.
   */
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

  @Test
  void behindTheWaitNothingDoes() throws IOException {
    assertThat(Programs.checkAll(program, "right")).isEmpty();
  }
}
