package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.workload.catalogue.Workloads;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.suite.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands {@code run}, {@code workloads} and {@code gpus}. */
class RunTest {
  @TempDir private Path folder;

  static Stream<String> names() {
    return Workloads.all().stream().map(Workload::name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyWorkloadIsListedWithItsSizes(String name) {
    Shell.Result result = Shell.run("workloads");
    assertThat(result.out().lines()).contains(name).allMatch(line -> line.length() <= 100);
    assertThat(result.code()).isZero();
  }

  @Test
  void theSummarySaysHowTransactionsFared() {
    Shell.Result result = Shell.run("run", "ht256", "--size", "small", "--gpu", "southern-islands");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("  256 transactions committed in 256 attempts, 0.0% by lanes that ran alone; 0");
    assertThat(Shell.run("run", "vecadd", "--size", "small").out()).doesNotContain("transactions");
  }

  @Test
  void aSuiteOrOneWorkloadIsListed() {
    String suite = Shell.run("workloads", "heterosync").out();
    assertThat(suite.lines()).contains("spm-g", "spmbo-l").doesNotContain("vecadd", "inputs");
    assertThat(Shell.run("workloads", "vecadd").out().lines())
        .contains("vecadd")
        .hasSizeLessThan(9);
    assertThat(Shell.run("workloads", "heterosink").err())
        .startsWith("error: there is no workload or suite 'heterosink'; did you mean heterosync?");
  }

  @Test
  void aWorkloadIsRunAndVerified() throws Exception {
    Path json = folder.resolve("out.json");
    Shell.Result result =
        Shell.run(
            "run",
            "vecadd",
            "--size",
            "1000",
            "-o",
            "block=64",
            "--gpu",
            "rsp-8cu",
            "--json",
            json.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .startsWith("vecadd on rsp-8cu (8 compute units), protocol gpu, model hrf\n  right: ")
        .containsPattern(
            "warp instructions/s simulated; whole command [\\d.]+ m?s, CPU [\\d.]+ m?s");
    assertThat(Files.readString(json))
        .contains(
            "\"command\": \"run\"",
            "\"workload\": \"vecadd\"",
            "\"size\": 1000",
            "\"block\": 64",
            "\"figures\": {",
            "\"verified\": true",
            "\"kernel\": \"_Z6vecadd");
  }

  @Test
  void aGraphIsReadFromAFile() throws Exception {
    Path graph = Files.writeString(folder.resolve("path.txt"), "0 1\n1 2\n2 3\n");
    Shell.Result result =
        Shell.run("run", "pagerank-push", "--graph", graph.toString(), "--gpu", "rsp-8cu");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("right: 4 of 4 elements");
    assertThat(result.code()).isZero();
    Files.writeString(graph, "0 1\n1 x\n");
    Shell.Result broken =
        Shell.run("run", "pagerank-push", "--graph", graph.toString(), "--gpu", "rsp-8cu");
    assertThat(broken.err()).startsWith("error: " + graph + ":2");
    assertThat(broken.code()).isEqualTo(2);
  }

  @Test
  void aKernelThatDoesNotEndStopsItsWorkload() {
    Shell.Result result =
        Shell.run("run", "vecadd", "--size", "64K", "--gpu", "rsp-8cu", "--max-cycles", "1000");
    assertThat(result.out())
        .contains("  ended early: the cycle limit was reached\n", "  1,000 cycles ");
    assertThat(result.code()).isEqualTo(4);
  }

  @Test
  void quietMeansQuiet() {
    Shell.Result result = Shell.run("run", "vecadd", "--size", "64", "--gpu", "rsp-8cu", "--quiet");
    assertThat(result).isEqualTo(new Shell.Result(0, "", ""));
  }

  @Test
  void machinesAreListedAndPrintedAsFilesThatCanBeUsed() throws Exception {
    assertThat(Shell.run("gpus").out()).contains("rsp-8cu ", "titanv-80sm ");
    Shell.Result printed = Shell.run("gpus", "rsp-8cu", "--set", "core.units=3");
    assertThat(printed.out())
        .containsPattern("name: rsp-8cu +# ")
        .containsPattern("  units: 3 +# Compute units. From 1 to 1024.");
    Path file = Files.writeString(folder.resolve("mine.yaml"), printed.out());
    assertThat(Shell.run("run", "vecadd", "--size", "64", "--gpu", file.toString()).out())
        .startsWith("vecadd on rsp-8cu (3 compute units)");
    assertThat(Shell.run("gpus", "rsp-8cu", "--source").out()).contains("Table");
  }

  @Test
  void areaIsWhatCachesAndProtocolsKeep() {
    assertThat(
            Shell.run("gpus", "srsp-8cu", "--area", "--set", "mechanisms.srsp.paEntries=32").out())
        .startsWith("srsp-8cu ")
        .contains(
            "\ngpu: nothing more\n", "\n  PA-TBL               each L1             32      42 ");
    assertThat(Shell.run("gpus", "srsp-2x8cu", "--area").out())
        .contains("\ndenovo: protocol denovo keeps the owners of words in the L2 of one GPU");
    // 32 bytes of kinds for 64 lines: lab, section V-G
    assertThat(Shell.run("gpus", "titanv-80sm", "--area", "--lab", "64").out())
        .isEqualTo(
            Shell.run("gpus", "titanv-80sm", "--area", "--set", "mechanisms.lab.entries=64").out())
        .contains("\n  LAB kinds            each L1             64       4        0.031 ");
  }

  @Test
  void wrongMachinesAreRefused() throws Exception {
    assertThat(Shell.run("gpus", "rsp9cu"))
        .extracting(Shell.Result::code, Shell.Result::out)
        .containsExactly(2, "");
    assertThat(Shell.run("gpus", "--source").err())
        .startsWith("error: --source, --set, --lab and --area need the name of a machine");
    Path file = Files.writeString(folder.resolve("bad.yaml"), "extends: rsp-8cu\nl1:\n  siz: 3\n");
    assertThat(Shell.run("run", "vecadd", "--gpu", file.toString()).err())
        .startsWith("error: " + file + ":3:3")
        .contains("size");
  }

  @Test
  void exitCodesTellHowARunEnded() {
    assertThat(ExitCode.of(Ending.DONE, true)).isZero();
    assertThat(ExitCode.of(Ending.DONE, false)).isEqualTo(1);
    assertThat(ExitCode.of(Ending.FAULT, true)).isEqualTo(1);
    assertThat(ExitCode.of(Ending.HANG, true)).isEqualTo(3);
    assertThat(ExitCode.of(Ending.MAX_CYCLES, true)).isEqualTo(4);
    assertThat(ExitCode.of(Ending.INTERRUPTED, true)).isEqualTo(130);
  }

  @Test
  void aPapersGraphIsGeneratedUnderANameOfItsOwn() throws Exception {
    Path json = folder.resolve("dip.json");
    Shell.Result result =
        Shell.run(
            "run",
            "color",
            "--input",
            "dip20090126_MAX/32",
            "--gpu",
            "rsp-8cu",
            "-o",
            "scenario=steal-only",
            "-o",
            "iterations=2",
            "--json",
            json.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("color of dip-like/32 on rsp-8cu (8 compute units)");
    assertThat(result.code()).isZero();
    assertThat(Files.readString(json))
        .contains("\"input\": \"dip-like/32\"", "\"original\": false", "\"stolen\": ");
  }

  @Test
  void anOriginalIsTakenFromTheFolderOfDatasets() throws Exception {
    Files.writeString(folder.resolve("smallworld.graph"), "3 2\n2\n1 3\n2\n");
    Shell.Result result =
        Shell.run(
            "run",
            "mis",
            "--input",
            "smallworld",
            "--datasets",
            folder.toString(),
            "--gpu",
            "rsp-8cu");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("mis of smallworld on rsp-8cu")
        .contains("3 of 3 elements of membership equal");
  }

  @Test
  void graphsThatThereAreNotAreSaid() throws Exception {
    Path file = Files.writeString(folder.resolve("g.graph"), "2 1\n2\n1\n");
    assertMistake(
        "--input: there is no input 'ecology'; did you mean ecology1?; there are ",
        "run",
        "color",
        "--input",
        "ecology");
    assertMistake(
        "--graph and --input are two ways to say the same: use one",
        "run",
        "color",
        "--input",
        "ecology1",
        "--graph",
        file.toString());
    assertMistake(
        "--datasets: there is no folder " + folder.resolve("none"),
        "run",
        "color",
        "--input",
        "ecology1",
        "--datasets",
        folder.resolve("none").toString());
    assertMistake("vecadd does not read a graph", "run", "vecadd", "--input", "dip-like/64");
  }

  private static void assertMistake(String message, String... line) {
    Shell.Result result = Shell.run(line);
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isNotZero();
  }

  /** CUDA's own atomicAdd is of .gpu scope. */
  @Test
  void whatIsTooNarrowForSeveralGpusIsWrongThereAndSaysSo() {
    String note = "  a kernel's CTAs are on 2 GPUs here: what they synchronise at .gpu scope";
    Shell.Result narrow = Shell.run("run", "histogram", "--size=4K", "--gpu=srsp-2x8cu");
    assertThat(narrow.code()).isEqualTo(1);
    assertThat(narrow.out())
        .startsWith("histogram on srsp-2x8cu (2 GPUs, 16 compute units), protocol gpu, model hrf")
        .contains("WRONG", note);
    Shell.Result wide =
        Shell.run("run", "histogram", "--size=4K", "--gpu=srsp-2x8cu", "--model=drf0");
    assertThat(wide.code()).isZero();
    assertThat(wide.out()).contains("right").doesNotContain(note);
  }
}
