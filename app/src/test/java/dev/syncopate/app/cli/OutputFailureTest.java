package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Outputs that cannot be written: everything else appears, what went wrong is said in words, and
 * the exit code is not 0.
 */
@EnabledOnOs(OS.LINUX)
class OutputFailureTest {
  private static final Path FULL = Path.of("/dev/full");
  private static final String FULL_SAYS = "No space left on device";

  /** How Java names classes in messages. */
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(?:java|sun|jdk|dev\\.syncopate)\\.[\\w.$]+|\\w(?:Exception|Error)\\b");

  @TempDir private Path folder;

  @BeforeEach
  void aFullDisk() {
    assumeThat(FULL).exists();
  }

  private Shell.Result launch(String... extraOptions) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "launch",
                Checkout.kernels(),
                "--kernel=scale",
                "--gpu=rsp-8cu",
                "--grid=1",
                "--block=4",
                "--arg=u32[4]=fill(1)",
                "--arg=u32=3",
                "--arg=u32=4"));
    arguments.addAll(List.of(extraOptions));
    return Shell.run(arguments.toArray(String[]::new));
  }

  private static void says(Shell.Result result, int code, String... errors) {
    assertThat(result.code()).as(result.err()).isEqualTo(code);
    assertThat(result.err()).startsWith("error: ");
    assertThat(List.of(errors)).allSatisfy(error -> assertThat(result.err()).contains(error));
    assertThat(CLASS_NAME.matcher(result.err() + result.out()).find())
        .as(result.err() + result.out())
        .isFalse();
  }

  @Test
  void aFullDiskLosesNeitherTheSummaryNorOtherFiles() throws Exception {
    Path json = folder.resolve("out.json");
    Path secondFile = folder.resolve("other.bin");
    Shell.Result result =
        launch("--save=0=/dev/full", "--save=0=" + secondFile, "--json=" + json, "--print=0");
    says(result, 2, "error: --save: cannot write /dev/full: " + FULL_SAYS + "\n");
    assertThat(result.out()).contains("argument 0, u32[4]=fill(1): 3 3 3 3").contains(" cycles (");
    assertThat(Files.size(secondFile)).isEqualTo(16);
    assertThat(Files.readString(json)).contains("\"ending\": \"done\"");
  }

  @Test
  void everyFailureIsSaid() {
    Shell.Result result = launch("--save=0=/dev/full", "--json=/dev/full");
    says(
        result,
        2,
        "error: --save: cannot write /dev/full: " + FULL_SAYS + "\n",
        "error: --json: cannot write /dev/full: " + FULL_SAYS + "\n");
    assertThat(result.out()).contains(" cycles (");
  }

  @Test
  void aWrongAnswerStaysOne() {
    says(launch("--json=/dev/full", "--expect=0=zero"), 1, "cannot write /dev/full");
  }

  @Test
  void aWorkloadsJson() {
    Shell.Result result =
        Shell.run("run", "vecadd", "--size=256", "--gpu=rsp-8cu", "--json=/dev/full");
    says(result, 2, "error: --json: cannot write /dev/full: " + FULL_SAYS + "\n");
    assertThat(result.out()).contains("  right: ").contains(" cycles (");
  }

  @Test
  void standardOutputThatIsFull() throws Exception {
    Process process = JavaProcess.builder(List.of(), "gpus").redirectOutput(FULL.toFile()).start();
    try {
      String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(err).isEqualTo("error: cannot write to standard output\n");
      assertThat(process.exitValue()).isEqualTo(2);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aReaderThatHasLeftHadWhatItWanted() throws Exception {
    File log = folder.resolve("err").toFile();
    Process process = JavaProcess.builder(List.of(), "workloads").redirectError(log).start();
    try {
      process.getInputStream().close();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(Files.readString(log.toPath())).isEmpty();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void filesThatCannotBeRead() throws Exception {
    Path missing = folder.resolve("missing");
    Path inFile = Files.writeString(folder.resolve("file"), "x").resolve("inside");
    for (Path file : List.of(missing, inFile)) {
      says(Shell.run("launch", file.toString(), "--grid=1", "--block=1"), 2);
      says(launch("--arg=u32[]=@" + file), 2);
      says(launch("--gpu=" + file + ".yaml"), 2);
      says(Shell.run("run", "sssp", "--graph=" + file), 2);
      says(Shell.run("run", "sssp", "--input=" + file), 2);
      says(Shell.run("explore", file + ".litmus"), 2);
      says(Shell.run("model", file + ".litmus"), 2);
      says(Shell.run("model", "MP-gpu", "--model=" + file + ".cat"), 2);
      says(Shell.run("model", "MP-gpu", "--expect=" + file), 2);
      says(Shell.run("verify", file + ".litmus"), 2);
    }
  }

  @Test
  void filesThatCannotBeWritten() throws Exception {
    Path inFile = Files.writeString(folder.resolve("file"), "x").resolve("inside");
    says(launch("--json=" + inFile), 2);
    says(launch("--save=0=" + inFile), 2);
    says(Shell.run("demo", "--to=" + inFile), 2, "Not a directory");
    says(Shell.run("generate", inFile.toString()), 2, "Not a directory");
    says(Shell.run("explore", "MP-gpu", "--json=" + inFile), 2);
    says(Shell.run("explore", "MP-gpu", "--draw=" + inFile), 2);
    says(Shell.run("model", "MP-gpu", "--csv=" + inFile), 2);
    says(Shell.run("model", "MP-gpu", "--draw=" + inFile), 2);
    says(Shell.run("verify", "MP-gpu", "--csv=" + inFile), 2);
    says(Shell.run("mutants", "--csv=" + inFile), 2);
    says(Shell.run("coverage", "--csv=" + inFile), 2);
    says(Shell.run("reproduce", "rsp", "--out=" + inFile), 2, "Not a directory");
    says(Shell.run("compare", "--workload=vecadd", "--out=" + inFile), 2, "Not a directory");
  }

  /** As a full disk leaves it: a file in the place of the folder that a name needs. */
  @Test
  void aFileThatCannotBeWrittenKeepsItsOldContents() throws Exception {
    Path json = Files.writeString(folder.resolve("out.json"), "old");
    Files.createDirectories(folder.resolve("out.json.partial/in"));
    says(launch("--json=" + json), 2, "error: --json: cannot write " + json + ": ");
    assertThat(json).hasContent("old");
  }

  @Test
  void litmusOutputsOnAFullDisk() {
    says(
        Shell.run("explore", "MP-gpu", "--json=/dev/full"),
        2,
        "--json: cannot write /dev/full: " + FULL_SAYS);
    says(
        Shell.run("verify", "MP-gpu", "--csv=/dev/full"),
        2,
        "--csv: cannot write /dev/full: " + FULL_SAYS);
    says(
        Shell.run("model", "MP-gpu", "--csv=/dev/full"),
        2,
        "--csv: cannot write /dev/full: " + FULL_SAYS);
  }
}
