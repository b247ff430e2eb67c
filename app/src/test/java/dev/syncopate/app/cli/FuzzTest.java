package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fuzz} as typed. */
class FuzzTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void itSaysHowManyKernelsWereRight() {
    Shell.Result result = Shell.run("fuzz", "--kernels", "3", "--seed", "7");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out()).isEqualTo("3 kernels are right, seeds 7 to 9\n");
  }

  @Test
  void aFileIsCompared() throws IOException {
    // Addresses are not compared: interpreter and machine have different ones.
    String kernel =
        """
        // fuzz: grid=1 block=32x1 lanes=32 divergence=any words=1 seed=1
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 out, .param .u64 in) {
          .reg .b64 %rd<4>;
          ld.param.u64 %rd1, [out];
          mov.u64 %rd2, 5;
          st.global.u32 [%rd1], %rd2;
          ret;
        }
        """;
    Path right = Files.writeString(folder.resolve("right.ptx"), kernel);
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.ptx"),
            kernel.replace("mov.u64 %rd2, 5", "shr.u64 %rd2, %rd1, 32"));
    Shell.Result result = Shell.run("fuzz", right.toString(), wrong.toString());
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains("right " + right + "\n")
        .contains("WRONG " + wrong + " on its, warps of 32, oldest-first: 1 of 32 words differ");
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThat(Shell.run("fuzz", "--kernels", "0"))
        .satisfies(result -> assertThat(result.code()).isEqualTo(2))
        .satisfies(
            result -> assertThat(result.err()).contains("--kernels must be at least 1, found 0"));
    assertThat(Shell.run("fuzz", "--as", "gcc").err())
        .contains("kernels can be written as ptx, nvcc or clang, found 'gcc'");
    assertThat(Shell.run("fuzz", "nowhere.ptx").err()).contains("there is no file nowhere.ptx");
  }
}
