package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.check.ExtractCommand;
import dev.syncopate.app.cli.launch.LaunchCommand;
import dev.syncopate.app.cli.launch.RunCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be used is refused before anything runs, with one message and exit code 2. */
class UsageTest {
  @Test
  void helpListsTheCommandsAndExitCodes() {
    Shell.Result result = Shell.run("--help");
    assertThat(result.code()).isZero();
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .contains(
            "launch",
            "run",
            "workloads",
            "Exit codes: 0 right, 1 wrong answer, finding or failed thread",
            "5 nothing found but not everything checked");
  }

  /** Each under the heading of its purpose, on the narrowest terminal in use. */
  @Test
  void helpGroupsTheCommandsAndFitsEightyColumns() {
    String text = Shell.run("--help").out();
    assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(text)
        .containsSubsequence(
            "\nRun a kernel, a CUDA program or a workload:\n  demo ",
            "\n  launch        Run one kernel of a PTX file, or of a CUDA source\n",
            "\n\nCompare machines and mechanisms:\n  compare ",
            "\n\nCheck a program's synchronisation:\n  extract ",
            "\n\nWrite a mechanism and prove it right:\n  new-protocol ",
            "\n\nStudy a paper, or the simulator:\n  reproduce ",
            "\n\nOther commands:\n",
            "  help ");
    Set<String> commands = Help.texts().keySet();
    List<String> grouped =
        CommandGroup.ALL.stream().flatMap(group -> group.names().stream()).toList();
    assertThat(grouped)
        .doesNotHaveDuplicates()
        .allSatisfy(name -> assertThat(commands).contains("help of " + name));
    for (String command : commands) {
      String name = command.substring("help of ".length());
      assertThat(text.lines().filter(line -> line.startsWith("  " + name + " ")))
          .as(name)
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "launch",
        "cuda",
        "run",
        "workloads",
        "gpus",
        "protocols",
        "bench",
        "coverage",
        "demo"
      })
  void everyCommandHasHelp(String command) {
    Shell.Result result = Shell.run(command, "--help");
    assertThat(result.code()).isZero();
    assertThat(result.out()).startsWith("Usage: syncopate " + command);
    assertThat(Shell.run("help", command)).isEqualTo(result);
  }

  /** Making all commands takes as long as a small simulation. */
  @Test
  void onlyTheCommandThatIsAskedForIsMade() {
    assertThat(Syncopate.wanted(new String[] {"run", "vecadd"})).containsExactly(RunCommand.class);
    assertThat(Syncopate.wanted(new String[] {"help", "run"})).contains(RunCommand.class);
    assertThat(Syncopate.wanted(new String[] {"extract", "1", "--", "launch"}))
        .contains(LaunchCommand.class, ExtractCommand.class);
    assertThat(Syncopate.wanted(new String[] {"--debug", "run"}))
        .isEqualTo(Syncopate.wanted(new String[0]))
        .hasSizeGreaterThan(20);
  }

  /** zsh takes unquoted brackets for patterns, and refuses what matches no file. */
  @Test
  void examplesCanBeTypedInAnyShell() {
    for (String command :
        Syncopate.commandLine(
                List::of, new PrintWriter(new StringWriter()), new PrintWriter(new StringWriter()))
            .getSubcommands()
            .keySet()) {
      String help = Shell.run("help", command).out();
      int examples = help.indexOf("  syncopate ");
      String text = (examples < 0 ? "" : help.substring(examples)) + argumentsOf(command, help);
      assertThat(text.replaceAll("'[^']*'", "").replaceAll("(?m)^ *-.*$", ""))
          .as(command)
          .doesNotContain("[", "(", "{", "*");
    }
  }

  private static String argumentsOf(String command, String help) {
    return command.equals("launch")
        ? help.substring(help.indexOf("Arguments are given"), help.indexOf("Example:"))
        : "";
  }

  @Test
  void noCommandShowsWhichThereAre() {
    Shell.Result result = Shell.run();
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).isEqualTo(Shell.run("help").out()).startsWith("Usage: syncopate ");
  }

  @Test
  void theVersionIsTheBuilds() {
    assertThat(Shell.run("--version").out())
        .matches("Syncopate \\S+( \\(commit [0-9a-f]{10}(, with changes)?\\))?\\R");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "lunch | there is no command 'lunch'; near: launch",
        "run --sice 5 vecadd | unexpected argument '--sice'; near: --size",
        "launch k.ptx --grid 1 --block 1 --arg structs32=1 structs32=2 | unexpected argument"
            + " 'structs32=2'; a shell takes braces apart unless they are quoted:"
            + " 'struct{s32=1,s32=2}'",
        "run | Missing required parameter: 'WORKLOAD'",
        "run vectadd | there is no workload 'vectadd'; did you mean vecadd?",
        "run raytracer | there is no workload 'raytracer'; there are vecadd, ",
        "run vecadd --seed x | Invalid value for option '--seed': expected a whole number, found"
            + " 'x'",
        "run vecadd --threads 0 | --threads takes a number from 1 to 256, not 0",
        "run vecadd --threads 9999999999 | Invalid value for option '--threads': 9999999999 is too"
            + " large",
        "run vecadd --watchdog -1 | --watchdog takes a number of cycles or off, not -1",
        "run vecadd --max-cycles 0 | --max-cycles takes a number from 1, not 0",
        "run vecadd --size huge | size of vecadd must be a number from 1",
        "run vecadd --graph x.gr | --graph: there is no file x.gr",
        "run vecadd --graph / | --graph: / is a folder, not a file",
        "run vecadd --set =3 | =3: expected path=value, such as l1.size=32KiB",
        "run vecadd --option block | --option takes NAME=VALUE, found 'block'",
        "run vecadd -o color=red | vecadd has no option color; it has block",
      })
  void aCommandThatCannotBeUsed(String line, String message) {
    assertRefused(Shell.run(line.split(" ")), message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--arg u3=5 | argument 0 'u3=5', column 1: expected a type",
        "--arg u32=1 --arg u32[x]=zero | argument 1 'u32[x]=zero', column 5: expected a number",
        "--arg u32=1 --print 0 | --print '0', column 1: argument 0 (u32=1) is a scalar, not a"
            + " buffer",
        "--save 0=x | --save '0=x', column 1: there are no arguments",
        "--arg u32[4]=zero --expect 0=@none | --expect there is no file none",
        "--grid 0 | --grid takes X, X,Y or X,Y,Z, each at least 1, found '0'",
        "--grid 1,2,3,4 | --grid takes X, X,Y or X,Y,Z, each at least 1, found '1,2,3,4'",
        "--grid 1, | --grid takes X, X,Y or X,Y,Z, each at least 1, found '1,'",
        "--block 2x2 | --block takes X, X,Y or X,Y,Z, each at least 1, found '2x2'",
        "--block 99999999999 | --block takes X, X,Y or X,Y,Z, each at least 1, found '99999999999'",
        "--shared 1K | Invalid value for option '--shared': expected a whole number, found '1K'",
      })
  void aLaunchThatCannotBeUsed(String options, String message, @TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("k.ptx"), "");
    List<String> arguments = new ArrayList<>(List.of("launch", file.toString()));
    arguments.addAll(List.of(options.split(" ")));
    if (!options.contains("--grid")) {
      arguments.addAll(List.of("--grid", "1"));
    }
    if (!options.contains("--block")) {
      arguments.addAll(List.of("--block", "1"));
    }
    assertRefused(Shell.run(arguments.toArray(String[]::new)), message);
  }

  @Test
  void aPtxFileMustBeThere(@TempDir Path folder) {
    Path missing = folder.resolve("none.ptx");
    assertRefused(launch(missing), "there is no file " + missing);
    assertRefused(launch(folder), folder + " is a folder, not a PTX file");
  }

  /** A cubin or an executable: showing its first line could upset the terminal. */
  @Test
  void aBinaryFileIsNoPtx(@TempDir Path folder) throws Exception {
    Path file = Files.write(folder.resolve("a.cubin"), new byte[] {0x7f, 'E', 'L', 'F', 2, 0, 27});
    assertRefused(
        launch(file),
        file + " is binary, not PTX text; 'nvcc -ptx' or 'clang -S' writes PTX" + "\n");
  }

  /** But in comments of PTX, where compilers put names of files. */
  @Test
  void aByteThatIsNoTextIsRefusedInPtxAndGraphs(@TempDir Path folder) throws Exception {
    String comments = "// caf\u00e9\n/* \u00e9 */ .entry k() { ret; } // \u00ff";
    Path fine = Files.write(folder.resolve("fine.ptx"), latin(comments));
    assertThat(launch(fine).code()).isZero();
    Path file = Files.write(folder.resolve("latin.ptx"), latin(".entry k() {\n caf\u00e9; }"));
    String problem = ":2:5: found byte 0xe9, expected text in UTF-8, but in comments\n";
    assertRefused(launch(file), file + problem + "   caf\uFFFD; }\n      ^\n");
    Path graph =
        Files.write(folder.resolve("g.gr"), "c by\nc \u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertRefused(
        Shell.run("run", "pagerank-push", "--graph", graph.toString()),
        graph + ":2:3: found byte 0xe9, number 8 of the file, expected text in UTF-8");
  }

  private static byte[] latin(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Shell.Result launch(Path file) {
    return Shell.run("launch", file.toString(), "--grid", "1", "--block", "1");
  }

  private static void assertRefused(Shell.Result result, String message) {
    assertThat(result.err()).startsWith("error: " + message).doesNotContain("\tat ");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run vecadd --set l1.size=16KiB --set l1.size=32KiB | l1.size is set twice, by --set"
            + " l1.size=16KiB and by --set l1.size=32KiB: leave one out",
        "run vecadd --protocol gpu+lab64 --lab 8 | protocol gpu+lab64 asks for"
            + " mechanisms.lab.entries=64, and there is mechanisms.lab.entries=8; expected one of them",
        "run vecadd --lab 8 --set mechanisms.lab.entries=4 | mechanisms.lab.entries is set twice, by --lab 8 and by --set"
            + " mechanisms.lab.entries=4: leave one out",
        "run vecadd --divergence its --set core.divergence=ipdom | core.divergence is set twice, by"
            + " --divergence its and by --set core.divergence=ipdom: leave one out",
        "gpus rsp-8cu --set core.units=3 --set core.units=3 | core.units is set twice",
        "protocols gpu --gpu rsp-8cu --set core.units=3 --set core.units=4 | core.units is set twice",
        "calibrate --set core.units=3 --set core.units=4 | core.units is set twice",
        "compare --workload vecadd --set core.units=3 --set core.units=4 | core.units is set twice",
        "explore SB-relaxed --protocol gpu --set l1.size=1KiB --set l1.size=2KiB | l1.size is set twice",
      })
  void aFieldIsSetOnce(String line, String message) {
    Shell.Result result = Shell.run(line.split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(2);
  }
}
