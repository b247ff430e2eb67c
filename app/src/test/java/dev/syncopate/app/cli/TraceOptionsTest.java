package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.syncopate.app.cli.console.ExitCode;
import dev.syncopate.app.cuda.FatBinaries;
import dev.syncopate.app.cuda.Programs;
import dev.syncopate.study.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code --trace} and {@code --interval}: where they go, and what they refuse. What is in a trace,
 * the tests of {@code check.trace} decode.
 */
class TraceOptionsTest {
  private static final Path EXAMPLES = Checkout.launcher().resolveSibling("examples/locks");

  @TempDir private Path folder;

  private static Shell.Result launch(String... extraOptions) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "launch",
                EXAMPLES.resolve("ticket_lock.ptx").toString(),
                "--gpu=rsp-8cu",
                "--grid=8",
                "--block=32",
                "--arg=u32[64]=zero",
                "--arg=u32=4"));
    line.addAll(List.of(extraOptions));
    return Shell.run(line.toArray(String[]::new));
  }

  /** The names in a trace are in it as they are. */
  private static String text(Path trace) throws Exception {
    return new String(Files.readAllBytes(trace), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aLaunchLeavesATrace() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    Shell.Result result = launch("--trace=" + trace);
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.err()).isEmpty();
    assertThat(text(trace))
        .contains("ticket_lock", "compute unit 7", "CTA 5 warp 0", "stall.memory", "released")
        .contains("st.release.gpu", "argument 0[1]", "ticket_lock.ptx:39", " requests")
        .contains("Protocol gpu, model hrf. 1 ns of the time axis is 1 cycle of the core clock");
    assertThat(result.out()).isEqualTo(withoutSpeed(result.out(), launch().out()));
  }

  /** The text with the last line, how fast the simulator was, of another. */
  private static String withoutSpeed(String reference, String text) {
    return text.substring(0, text.lastIndexOf("\n  "))
        + reference.substring(reference.lastIndexOf("\n  "));
  }

  @Test
  void whatWasNotAskedForIsNotInIt() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    launch("--trace=" + trace, "--trace-units=2-3,5", "--trace-kinds=cta", "--trace-kinds=warp");
    assertThat(text(trace))
        .contains("compute unit 2", "compute unit 3", "compute unit 5", "CTA slot 0", "stall.")
        .doesNotContain("compute unit 4", "released", " requests");
  }

  @Test
  void aTraceThatIsFullSaysSo() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    Shell.Result result = launch("--trace=" + trace, "--trace-limit=20KB");
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    assertThat(result.err())
        .matches(
            "note: the trace \\S+ ends in cycle [0-9,]+, as it would be larger than 20,000 bytes;"
                + " --trace-window, .*\n");
    assertThat(Files.size(trace)).isBetween(17_000L, 20_000L);
    assertThat(text(trace)).contains("the trace ends here: it is as large as it may be");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--trace-window=9:3|--trace-window takes FROM:TO, cycles of which the first is less, found '9:3'",
        "--trace-window=7|--trace-window takes FROM:TO, cycles of which the first is less, found '7'",
        "--trace-units=3-1|--trace-units takes numbers and ranges of compute units, as in 0-3,7, found '3-1'",
        "--trace-kinds=wrap|--trace-kinds: there is nothing named wrap to trace; there are cta, warp, sync, promotion, load",
        "--trace-waits=0|--trace-waits takes a number of cycles from 1, not 0",
        "--trace-limit=9|--trace-limit takes a size from 4,096 bytes, as in 200MB, found '9'",
        "--trace-limit=9TB|--trace-limit takes a size from 4,096 bytes, as in 200MB, found '9TB'",
        "--threads=2|a device that is watched runs on one simulation thread, not on 2",
      })
  void whatCannotBeMeantIsRefused(String option, String message) {
    Path trace = folder.resolve("out.pftrace");
    Shell.Result result = launch("--trace=" + trace, option);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains(message);
    assertThat(trace).doesNotExist();
  }

  @Test
  void optionsOfATraceThatThereIsNotAreRefused() {
    Shell.Result result = launch("--trace-units=1");
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .isEqualTo("error: --trace-units says what --trace shows, and there is no --trace\n");
  }

  @Test
  void severalSchedulesLeaveNoTrace() {
    Path trace = folder.resolve("out.pftrace");
    assertThat(launch("--trace=" + trace, "--perturb=2").err())
        .startsWith("error: --trace tells of one run, and --perturb makes several");
    assertThat(launch("--interval=9=" + folder.resolve("x.csv"), "--perturb=2").err())
        .startsWith("error: --interval tells of one run, and --perturb makes several");
    assertThat(launch("--trace=" + trace, "--perturb-seed=3").code()).isEqualTo(ExitCode.RIGHT);
    assertThat(trace).isNotEmptyFile();
  }

  @Test
  void aTraceThatCannotBeWrittenLosesNothingElse() {
    Path full = Path.of("/dev/full");
    assumeThat(full).exists();
    Shell.Result result = launch("--trace=" + full);
    assertThat(result.code()).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).contains(" cycles (");
    assertThat(result.err())
        .isEqualTo("error: --trace: cannot write /dev/full: No space left on device\n");
  }

  @Test
  void intervalsGoToAFileAndIntoTheDocument() throws Exception {
    Path csv = folder.resolve("out.csv");
    Path json = folder.resolve("out.json");
    Shell.Result result = launch("--interval=2000=" + csv, "--json=" + json);
    assertThat(result.code()).isEqualTo(ExitCode.RIGHT);
    JsonNode document = JsonReader.read("out.json", Files.readString(json), JsonNode.class);
    JsonNode intervals = document.path("intervals");
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines.getFirst())
        .startsWith("launch,kernel,from,to,branch.divergent,")
        .contains(",l1.loads,");
    assertThat(lines).hasSize(intervals.size() + 1).hasSizeGreaterThan(3);
    int column = List.of(lines.getFirst().split(",", -1)).indexOf("instructions.warp");
    long inFile = 0;
    long inDocument = 0;
    for (int i = 0; i < intervals.size(); i++) {
      String[] values = lines.get(i + 1).split(",", -1);
      assertThat(values[0] + values[1]).isEqualTo("0ticket_lock");
      assertThat(values[3]).isEqualTo(intervals.get(i).path("to").asText());
      inFile += Long.parseLong(values[column]);
      inDocument += intervals.get(i).at("/instructions/warp").asLong();
    }
    assertThat(inFile).isEqualTo(document.at("/instructions/warp").asLong());
    assertThat(inDocument).isEqualTo(inFile);
    assertThat(intervals.get(intervals.size() - 1).path("to")).isEqualTo(document.path("cycles"));
  }

  @Test
  void intervalsNeedSomewhereToGo() {
    Shell.Result nowhere = launch("--interval=2000");
    assertThat(nowhere.code()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err())
        .isEqualTo(
            "error: --interval 2000 has nowhere to go: give it =FILE.csv, or --json FILE as"
                + " well\n");
    Shell.Result result = launch("--interval=0=" + folder.resolve("out.csv"));
    assertThat(result.err())
        .isEqualTo(
            "error: --interval takes a number of cycles from 1, and =FILE.csv after it, found"
                + " '0'\n");
  }

  @Test
  void aProgramIsTracedAndCountedIntervalByInterval() throws Exception {
    Path trace = folder.resolve("out.pftrace");
    Path csv = folder.resolve("out.csv");
    byte[] image = new FatBinaries().ptx(70, Programs.PTX).bytes();
    String program = Programs.host(folder, image).toString();
    Shell.Result result =
        Shell.run(
            "cuda",
            "--set=core.units=4",
            "--trace=" + trace,
            "--interval=100=" + csv,
            "--",
            program,
            "exit");
    assertThat(result.code()).isEqualTo(7);
    assertThat(text(trace)).contains("add", "CTA 1 warp 0", "instructions.warp");
    assertThat(Files.readAllLines(csv))
        .hasSizeGreaterThan(2)
        .element(1)
        .asString()
        .startsWith("0,add,0,");
  }
}
