package dev.syncopate.app.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cuda.Programs.Outcome;
import dev.syncopate.workload.runtime.DeviceBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sums over a cluster, compiled by nvcc where there is one: the program checks them itself. */
class AllReduceTest {
  @TempDir static Path folder;

  private static Outcome run(boolean functional) throws IOException {
    Programs.needs("nvcc");
    Programs.needs("cc");
    Path program = folder.resolve("all_reduce");
    Programs.command(
        List.of(
            "nvcc",
            "-arch=sm_90",
            "-cudart=shared",
            "-o",
            program.toString(),
            "../examples/clusters/all_reduce.cu"));
    DeviceBuilder machine =
        new DeviceBuilder("titanv-80sm", "gpu", "hrf")
            .set("cluster.unitsPerGpc=4")
            .functional(functional);
    return Programs.run(machine, program);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allSumsAreRight(boolean functional) throws IOException {
    Outcome outcome = run(functional);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .isEqualTo(
            """
            all_reduce: 0 wrong of 8192 words so far
            all_reduce_arrive: 0 wrong of 16384 words so far
            all_reduce_copy: 0 wrong of 24576 words so far
            """);
    assertThat(outcome.status()).isZero();
  }
}
