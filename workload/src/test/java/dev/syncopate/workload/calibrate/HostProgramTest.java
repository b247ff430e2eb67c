package dev.syncopate.workload.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The host program for a GPU compiles, where there is a compiler. */
class HostProgramTest {
  private static final Path SOURCE = Path.of("src/main/cuda/host/calibrate.cu");
  private static final Path INCLUDES =
      Path.of("src/main/resources/dev/syncopate/workload/calibrate");

  private static Stream<Path> path() {
    return Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
        .map(Path::of);
  }

  /** For a GPU without bulk copies, and for one with them. */
  @ParameterizedTest
  @ValueSource(strings = {"sm_80", "sm_90"})
  void nvccCompilesIt(String architecture, @TempDir Path folder) throws Exception {
    assumeTrue(path().anyMatch(bin -> Files.isExecutable(bin.resolve("nvcc"))), "nvcc is not here");
    Process process =
        new ProcessBuilder(
                "nvcc",
                "-O1",
                "-std=c++17",
                "-arch=" + architecture,
                "-I",
                "src/main/cuda",
                "-I",
                INCLUDES.toString(),
                SOURCE.toString(),
                "-o",
                folder.resolve("calibrate").toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(folder.resolve("calibrate")).isExecutable();
  }

  @Test
  void itKnowsEveryKernelThatIsMeasured() throws Exception {
    String kernels =
        Files.readString(Path.of("src/main/cuda/calibrate.cu"))
            + Files.readString(Path.of("src/main/cuda/calibrate_async.cu"))
            + Files.readString(Path.of("src/main/cuda/calibrate_cluster.cu"));
    assertThat(Measurement.all())
        .allSatisfy(measurement -> assertThat(kernels).contains("(" + measurement.kernel()));
  }
}
