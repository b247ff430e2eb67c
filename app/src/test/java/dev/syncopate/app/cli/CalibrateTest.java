package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code calibrate} as typed. */
class CalibrateTest {
  @TempDir private Path folder;

  @Test
  void whatIsConfiguredMeasuredAndPublishedStandsSideBySide() {
    Shell.Result result =
        Shell.run("calibrate", "titanv-80sm", "--only", "latency.l", "--only", "dependent.add");
    assertThat(result.code()).as("%s", result).isZero();
    assertThat(result.out())
        .containsPattern("measurement +configured +measured +hardware +unit +source\n")
        .containsPattern("latency.l1 +28 +28(.\\d)? +28 +cycles a load +Jia et al. 2018, V100\n")
        .containsPattern("latency.l2 +148 +14[89](.\\d)? +193 +cycles a load +Jia")
        .containsPattern("dependent.add +4 +4(.\\d)? +4 ")
        .doesNotContain("barrier");
  }

  @Test
  void whatTheHostProgramPrintedIsRead() throws IOException {
    Path csv = folder.resolve("sim.csv");
    Path hardware =
        Files.writeString(folder.resolve("gpu.csv"), "# some GPU\nlatency.shared,23.5\n");
    Shell.Result result =
        Shell.run(
            "calibrate",
            "rsp-8cu",
            "--only=latency.shared",
            "--hardware=" + hardware,
            "--csv=" + csv);
    assertThat(result.out())
        .containsPattern("latency.shared +4 +4(.\\d)? +23.5 +cycles a load +some GPU\n");
    assertThat(csv).content().startsWith("# rsp-8cu\nlatency.shared,4.");
    assertThat(Shell.run("calibrate", "rsp-8cu", "--only=latency.sh", "--hardware=" + csv).code())
        .as("its own output can be read back")
        .isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "latency.l3,7 | gpu.csv:2: there is no measurement 'latency.l3'; did you mean latency.l1?",
        "latency.l1;7 | gpu.csv:2: there is no measurement 'latency.l1;7'; did you mean latency.l1?",
        "latency.l1,x | gpu.csv:2: expected a number that is not negative, found 'x'",
        "latency.l1 | gpu.csv:2: expected a number that is not negative, found ''",
        "'' | gpu.csv: expected lines such as latency.l1,28.0, found none",
      })
  void aFileThatCannotBeUsedIsRefused(String line, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("gpu.csv"), "# some GPU\n" + line + "\n");
    Shell.Result result = Shell.run("calibrate", "--hardware", file.toString());
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
    assertThat(result.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--only latnecy | --only latnecy: no measurement's name begins so; there are latency.shared",
        "rsp-9cu | there is no GPU named rsp-9cu",
        "--set dram.size=64MiB | calibrate: titanv-80sm has",
        "--hardware /nowhere | --hardware: cannot read /nowhere",
        "--csv / | --csv: / is a folder",
      })
  void whatCannotBeIsRefused(String options, String message) {
    Shell.Result result = Shell.run(("calibrate " + options).split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).startsWith("error: ").contains(message);
  }
}
