package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.syncopate.app.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code sweep}. */
class SweepTest {
  @TempDir private Path folder;

  private Shell.Result sweep(String design, String... options) throws IOException {
    Path file = folder.resolve("small.yaml");
    Files.writeString(file, design);
    String[] arguments = {"sweep", file.toString(), "--out", folder.resolve("out").toString()};
    String[] commandLine = java.util.Arrays.copyOf(arguments, arguments.length + options.length);
    System.arraycopy(options, 0, commandLine, arguments.length, options.length);
    return Shell.run(commandLine);
  }

  private static final String DESIGN =
      """
      title: Vector addition
      base: {workload: vecadd, size: 500, machine: rsp-8cu}
      grid:
        l1.size: [16KiB, 32KiB]
        protocol: [gpu, denovo]
      baseline: {protocol: gpu}
      show:
        - {as: lines, across: l1.size}
        - {as: heat, metric: network.bytes, across: l1.size, down: protocol}
      """;

  @Test
  void everyCombinationRunsOnceAndIsARowOfTheTable() throws IOException {
    Shell.Result first = sweep(DESIGN);
    assertThat(first.code()).as(first.err()).isZero();
    assertThat(first.out())
        .startsWith("Vector addition\n")
        .containsPattern("\n  32KiB +denovo +[\\d,]+ +\\d\\.\\d\\d +right\n")
        .contains("Page: " + folder.resolve("out/small.html"));
    assertThat(first.err()).contains("[4/4] ");
    assertThat(Files.readAllLines(folder.resolve("out/small-results.csv"))).hasSize(5);
    assertThat(Files.readAllLines(folder.resolve("out/small-results.ndjson")))
        .hasSize(4)
        .allMatch(line -> line.contains("\"l1.size\":\""));
    assertThat(folder.resolve("out/small-chart2-1.svg")).content().contains("denovo", "16KiB");
    Shell.Result again = sweep(DESIGN);
    assertThat(again.err()).as("nothing is simulated twice").isEmpty();
    assertThat(again.out()).isEqualTo(first.out());
  }

  @Test
  void picturesAreAlsoPdfWhereThatIsAskedFor() throws IOException {
    assertThat(sweep(DESIGN).code()).isZero();
    assertThat(folder.resolve("out/small-chart1.svg")).content().contains(">16KiB</text>");
    assertThat(folder.resolve("out/small-chart1.pdf")).doesNotExist();
    Shell.Result result = sweep(DESIGN, "--pdf");
    assertThat(result.err()).as("nothing is simulated twice").isEmpty();
    for (String picture : new String[] {"chart1", "chart2-1"}) {
      assertThat(folder.resolve("out/small-" + picture + ".pdf"))
          .content(StandardCharsets.ISO_8859_1)
          .startsWith("%PDF-")
          .endsWith("%%EOF\n");
    }
  }

  @Test
  void aPlanListsWhatIsThereAndHowLongTheRestTakes() throws IOException {
    Shell.Result firstPlan = sweep(DESIGN, "--plan");
    assertThat(firstPlan.out())
        .contains("to run    16KiB, gpu\n")
        .endsWith("4 simulations, 0 of them are there; no result tells yet how long one takes.\n");
    assertThat(folder.resolve("out")).as("a plan makes no folder").doesNotExist();
    sweep(DESIGN.replace("protocol: [gpu, denovo]", "protocol: [gpu]"));
    Shell.Result secondPlan = sweep(DESIGN, "--plan");
    assertThat(secondPlan.out())
        .contains("there     16KiB, gpu\n")
        .containsPattern("\n\\d+\\.\\d s +16KiB, denovo\n")
        .containsPattern(
            "4 simulations, 2 of them are there; 2 take about \\d+ CPU-s, \\d+ s with");
  }

  @Test
  void shardsDoTheirPartsAndACollectionIsThatOfOneRun() throws IOException {
    assertThat(sweep(DESIGN, "--shard", "1/2").code()).isZero();
    Shell.Result early = sweep(DESIGN, "--collect");
    assertThat(early.code()).isEqualTo(ExitCode.WRONG);
    assertThat(early.err()).contains("2 runs are missing in ", "(shard 2/2)");
    assertThat(sweep(DESIGN, "--shard", "2/2").code()).isZero();
    Shell.Result complete = sweep(DESIGN, "--collect");
    assertThat(complete.code()).as(complete.err()).isZero();
    String collected = Files.readString(folder.resolve("out/small-results.csv"));
    Shell.Result unsharded =
        Shell.run(
            "sweep",
            folder.resolve("small.yaml").toString(),
            "--out",
            folder.resolve("alone").toString());
    assertThat(unsharded.code()).as(unsharded.err()).isZero();
    assertThat(folder.resolve("alone/small-results.csv")).content().isEqualTo(collected);
  }

  @Test
  void anOwnKernelIsACommand() throws IOException {
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .visible .entry store(.param .u64 out) {
          .reg .b64 %rd<2>;
          .reg .b32 %r<2>;
          ld.param.u64 %rd1, [out];
          mov.u32 %r1, 7;
          st.global.u32 [%rd1], %r1;
          ret;
        }
        """;
    Path file = folder.resolve("store.ptx");
    Files.writeString(file, ptx);
    String design =
        """
        base:
          command: launch %s --kernel store --grid 1 --block 32 --arg 'u32[1]=zero' --expect '0=fill(%d)'
        grid: {protocol: [gpu, denovo]}
        """;
    Shell.Result right = sweep(design.formatted(file, 7));
    assertThat(right.code()).as(right.err() + right.out()).isZero();
    assertThat(Files.readAllLines(folder.resolve("out/small-results.csv")).getLast())
        .contains("store.ptx", ",denovo,hrf,1,right,");
    Files.writeString(file, ptx.replace("7;", "8;"));
    Shell.Result wrong = sweep(design.formatted(file, 7));
    assertThat(wrong.code()).as("the kernel's bytes decide the result").isEqualTo(ExitCode.WRONG);
  }

  @Test
  void whatACommandRefusesIsTheMessageOfItsSimulation() throws IOException {
    Shell.Result result =
        sweep("base: {command: launch %s/nowhere.ptx --grid 1 --block 1}\n".formatted(folder));
    assertThat(result.code()).isEqualTo(ExitCode.WRONG);
    assertThat(Files.readAllLines(folder.resolve("out/small-results.csv")).getLast())
        .contains(",failed,there is no file %s/nowhere.ptx,0,0".formatted(folder));
  }

  /** Files go to the working folder, as a user's do. */
  @Test
  void listsOfValuesMakeASmallSweepOfARun() throws IOException {
    Shell.Result result =
        Shell.run(
            "run", "vecadd", "--size=500", "--protocol=gpu,denovo", "--set", "l1.size=16KiB,32KiB");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("\n  protocol +l1.size +cycles +answer\n")
        .containsPattern("\n  denovo +32KiB +[\\d,]+ +right\n");
    Path written = Path.of("syncopate-studies", "sweep-vecadd");
    assertThat(written.resolve("vecadd-results.csv")).content().contains("32KiB");
    try (Stream<Path> files = Files.walk(written)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
    assertThat(Shell.run("run", "vecadd", "--protocol=gpu,denovo", "--check=races").err())
        .startsWith("error: found --check with a list of values, which makes a sweep");
  }

  @Test
  void listsOfWorkloadsMachinesAndFieldsMakeASweepOfAComparison() throws IOException {
    String out = folder.resolve("lists").toString();
    Shell.Result result =
        Shell.run(
            "compare",
            "--workload=vecadd,histogram",
            "--size=1K",
            "--gpu=rsp-8cu,heterosync-15cu",
            "--set=l1.size=16KiB,32KiB",
            "--protocols=gpu,denovo",
            "--out=" + out,
            "--jobs=1");
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .startsWith("vecadd, histogram under several mechanisms\n")
        .contains("16 simulations vary workload, machine, l1.size, protocol.")
        .contains("Baseline of each simulation: the one with protocol gpu, model hrf and otherwise")
        .containsPattern(
            "\n  histogram +heterosync-15cu +32KiB +denovo +[\\d,]+ +\\d.\\d\\d +right\n");
    assertThat(Files.readAllLines(folder.resolve("lists/compare-results.csv"))).hasSize(17);
  }

  @Test
  void aComparedWorkloadOfAListRunsInTheScenariosOfItsProtocol() {
    Shell.Result result =
        Shell.run(
            "compare",
            "--workload=sssp,vecadd",
            "--size=200",
            "--protocols=gpu,srsp",
            "--gpu=srsp-8cu",
            "--out=" + folder.resolve("lists"));
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out())
        .containsPattern("\n  sssp +gpu +baseline +[\\d,]+ +1.00 +right\n")
        .containsPattern("\n  sssp +gpu +steal-only +")
        .containsPattern("\n  sssp +srsp +remote +[\\d,]+ +0\\.\\d\\d +right\n")
        .containsPattern("\n  vecadd +srsp +[\\d,]+ +1.00 +right\n");
  }

  @Test
  void listsMakeASweepOfAComparedKernel() {
    String lock = Checkout.launcher().resolveSibling("examples/locks/ticket_lock.ptx").toString();
    Shell.Result result =
        Shell.run(
            "compare",
            "--gpu=rsp-8cu",
            "--set=l1.size=16KiB,32KiB",
            "--protocols=gpu,hlrc",
            "--out=" + folder.resolve("lists"),
            "--",
            "launch",
            lock,
            "--kernel=ticket_lock",
            "--grid=2",
            "--block=32",
            "--arg=u32[64]=zero",
            "--arg=u32=1");
    assertThat(result.code()).as(result.err()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.out())
        .startsWith("launch under several mechanisms\n")
        .containsPattern("\n  32KiB +hlrc +[\\d,]+ +\\d.\\d\\d +unchecked\n");
  }

  @Test
  void whatALineWithListsCannotSayIsASentence() {
    assertThat(Shell.run("compare", "--suite=heterosync", "--gpu=rsp-8cu,rsp-64cu").err())
        .startsWith(
            "error: found --suite with a list of values, which makes a sweep; expected one");
    assertThat(Shell.run("compare", "--gpu=rsp-8cu,rsp-64cu").err())
        .startsWith("error: found neither --workload nor --suite nor a command behind '--'");
    assertThat(Shell.run("compare", "--gpu=a,b", "--", "launch", "k.ptx", "--set=l1.size=1").err())
        .startsWith(
            "error: found --set behind 'compare -- launch': what is compared stands before");
    assertThat(Shell.run("compare", "--workload=vecadd", "--gpu=rsp-8cu,rsp-8", "--quiet").err())
        .startsWith("error: 1 of 2 points cannot run; 'where' of a sweep's file leaves them out\n")
        .contains("rsp-8, gpu, hrf: ", "rsp-8cu");
  }

  private static final String LAUNCH = "launch k.ptx --grid 1 --block 32";

  /** One of the two values would be lost silently. */
  @Test
  void aFieldOrAnOptionThatIsSetTwiceIsAnErrorThatNamesBoth() {
    for (String command : new String[] {"run vecadd", "compare --workload vecadd", LAUNCH}) {
      assertThat(
              Shell.run((command + " --set l1.size=8KiB,16KiB --set l1.size=32KiB").split(" "))
                  .err())
          .as(command)
          .isEqualTo(
              "error: l1.size is set twice, by --set l1.size=8KiB,16KiB and by --set l1.size=32KiB:"
                  + " leave one out\n");
    }
    for (String command : new String[] {"run spinmutex", "compare --workload spinmutex"}) {
      assertThat(Shell.run((command + " -o units=1 -o units=2,4").split(" ")).err())
          .as(command)
          .isEqualTo(
              "error: units is set twice, by -o units=1 and by -o units=2,4: leave one out\n");
    }
  }

  @Test
  void aFieldThatAComparedProtocolSetsIsAnErrorThatNamesBoth() {
    assertThat(
            Shell.run(
                    "compare",
                    "--workload=histogram",
                    "--protocols=gpu,gpu+lab64",
                    "--set=mechanisms.lab.entries=16")
                .err())
        .isEqualTo(
            "error: protocol gpu+lab64 asks for mechanisms.lab.entries=64, and there is"
                + " mechanisms.lab.entries=16; expected one of them\n");
  }

  @Test
  void shardsOfAnotherPlanAreRefusedAndTheFolderStaysAsItIs() throws IOException {
    assertThat(sweep(DESIGN, "--shard", "1/2").code()).isZero();
    String plan = Files.readString(folder.resolve("out/shards.json"));
    List<String> results = ClusterStudy.results(folder.resolve("out"));
    assertThat(sweep(DESIGN, "--shard", "1/3").err())
        .contains("shards.json deals 4 simulations of ", " to 2 shards; these are 4 of ", " for 3:")
        .endsWith(": choose another folder, or delete that file when no shard is running\n");
    Shell.Result changed = sweep(DESIGN.replace("[gpu, denovo]", "[gpu, hlrc]"), "--shard", "2/2");
    assertThat(changed.code()).isEqualTo(ExitCode.USAGE);
    assertThat(changed.err())
        .contains(
            " for 2, by another version of the program, of an input or of the sweep's file: ");
    assertThat(folder.resolve("out/shards.json")).content().isEqualTo(plan);
    assertThat(ClusterStudy.results(folder.resolve("out"))).isEqualTo(results);
  }

  @Test
  void aShardOutsideItsNumberIsASentence() throws IOException {
    assertThat(sweep(DESIGN, "--shard", "3/2").err())
        .isEqualTo("error: --shard: found shard 3 of 2, expected a number from 1 to 2\n");
    assertThat(sweep(DESIGN, "--shard", "0/2").err())
        .isEqualTo("error: --shard: found shard 0 of 2, expected a number from 1 to 2\n");
    assertThat(sweep(DESIGN, "--shard", "2").err())
        .startsWith("error: --shard: found '2', expected K/N, the shard's number and how many");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aFolderThatOneMayNotWriteIsASentence() throws IOException {
    Path closed = Files.createDirectory(folder.resolve("out"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeFalse(Files.isWritable(closed), "this user may write to every folder");
    Shell.Result result = sweep(DESIGN);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo("error: cannot write to " + closed + ": permission denied\n");
    assertThat(sweep(DESIGN, "--shard", "1/2").err()).isEqualTo(result.err());
  }

  @Test
  void theNameOfAFileIsOneValueCommasIncluded() throws IOException {
    Path machine = folder.resolve("eight, small.yaml");
    Shell.Result printed = Shell.run("gpus", "rsp-8cu");
    Files.writeString(machine, printed.out());
    Shell.Result result =
        Shell.run(
            "compare",
            "--workload=vecadd",
            "--size=500,1000",
            "--gpu=" + machine,
            "--out=" + folder.resolve("lists"));
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).contains("2 simulations vary size.", "machine: " + machine + ".");
  }

  @Test
  void anErrorOfTheFileHasItsPositionAndNothingIsRun() throws IOException {
    Shell.Result result = sweep("grid: {workload: [vecadd], protocol: [denvo]}\n");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).startsWith("error: " + folder.resolve("small.yaml") + ":1:39: ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void aFileThatIsNotThereIsAnError() {
    Shell.Result result = Shell.run("sweep", folder.resolve("none.yaml").toString());
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo(
            "error: " + folder.resolve("none.yaml") + ": cannot be read: no such file or folder\n");
  }
}
