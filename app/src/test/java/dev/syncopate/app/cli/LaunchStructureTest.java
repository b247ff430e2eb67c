package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code launch} of kernels whose parameters are structures passed by value. */
class LaunchStructureTest {
  private static final String TASK =
      "struct{u32[2]=fill(77),s16=-3,s32=1000000,f32=0.25,struct{s8=97,f64=-2.5},u8=200}";

  @TempDir private Path folder;

  @Test
  void everyMemberArrivesAndABufferInsideCanBeReadBack() throws Exception {
    Path saved = folder.resolve("in.bin");
    Shell.Result result =
        launch("unpack", TASK, "f64[7]=zero", "--print=1", "--print=0.0:1", "--save=0.0=" + saved);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith(
            """
            argument 1, f64[7]=zero: 77.0 -3.0 1000000.0 0.25 97.0 -2.5 200.0
            argument 0.0, u32[2]=fill(77): 77
            """);
    assertThat(Files.readAllBytes(saved)).containsExactly(77, 0, 0, 0, 77, 0, 0, 0);
    assertThat(result.code()).isZero();
  }

  @Test
  void aBufferInsideIsComparedToo() {
    Shell.Result result =
        launch("unpack", TASK, "f64[7]=zero", "--expect=0.0=iota", "--expect=1=fill(0.25)");
    assertThat(result.out())
        .startsWith(
            """
            argument 0.0 is not as expected:
              [0] got 77, expected 0
              [1] got 77, expected 1
              2 of 2 elements differ
            argument 1 is not as expected:
            """)
        .contains("WRONG: 2 of 2 buffers not as expected");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void bytesFromAFileStandForAnyStructure() throws Exception {
    Path file = Files.write(folder.resolve("factor.bin"), new byte[16]);
    Shell.Result result =
        launch("scaled", "s32=2", "bytes[]=@" + file, "f32[2]=fill(9)", "--expect=2=zero");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void membersWithoutASeedDifferAndDependOnTheRunsSeed() {
    String two = TASK.replace("fill(77)", "random");
    String[] options = {"f64[7]=zero", "--print=0.0", "--quiet"};
    String once = launch("unpack", two, options).out();
    assertThat(launch("unpack", two, options).out()).isEqualTo(once);
    assertThat(launch("unpack", two, "f64[7]=zero", "--print=0.0", "--quiet", "--seed=2").out())
        .isNotEqualTo(once);
  }

  @Test
  void anotherLayoutIsRefusedBeforeAnythingRuns() {
    assertThat(launch("unpack", "struct{u32[2]=iota,s32=1}", "f64[7]=zero"))
        .isEqualTo(
            new Shell.Result(
                2,
                "",
                "error: argument 0 of unpack: the kernel's parameter is .b8 unpack_param_0[48] (48"
                    + " bytes aligned to 8), found a structure of 16 bytes aligned to 8 (pointer"
                    + " at 0, int at 8)\n"));
    assertThat(launch("unpack", "bytes[40]=zero", "f64[7]=zero").err())
        .endsWith("(48 bytes aligned to 8), found 40 bytes\n");
    assertThat(launch("unpack", "f64=1", "f64[7]=zero").err())
        .endsWith("(48 bytes aligned to 8), found the double-precision number 1.0\n");
  }

  private static Shell.Result launch(String kernel, String first, String... extraOptions) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "launch",
                Checkout.structures(),
                "--kernel=" + kernel,
                "--gpu=rsp-8cu",
                "--grid=1",
                "--block=" + (kernel.equals("scaled") ? 32 : 1),
                "--arg=" + first));
    for (String word : extraOptions) {
      line.add(word.startsWith("--") ? word : "--arg=" + word);
    }
    return Shell.run(line.toArray(String[]::new));
  }
}
