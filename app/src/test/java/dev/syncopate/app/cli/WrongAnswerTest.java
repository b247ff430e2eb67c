package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.basic.VectorAdd;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.suite.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code run} says of a workload whose kernel computes something else. */
class WrongAnswerTest {
  private static final List<Workload> MISCOMPILED =
      List.of(new VectorAdd(new KernelLibrary("/dev/syncopate/app/miscompiled/")));

  @Test
  void theFirstDifferenceIsShownAndTheRunFails(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("out.json");
    Shell.Result result = run("--json=" + json);
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("vecadd on rsp-8cu (8 compute units), protocol gpu, model hrf\n")
        .containsPattern(
            "\n  WRONG: c\\[31\\]: found -?[\\d.E-]+, expected [\\d.E-]+; 3 of 96 elements differ\n")
        .containsPattern("\n  [\\d,]+ cycles ");
    assertThat(Files.readString(json))
        .contains("\"verified\": false", "\"message\": \"c[31]: ", "\"ending\": \"done\"");
  }

  @Test
  void itFailsQuietlyWhenAskedToBeQuiet() {
    assertThat(run("--quiet")).isEqualTo(new Shell.Result(1, "", ""));
  }

  private static Shell.Result run(String option) {
    return Shell.run(
        MISCOMPILED, "run", "vecadd", "--gpu=rsp-8cu", "--size=96", "-oblock=32", option);
  }
}
