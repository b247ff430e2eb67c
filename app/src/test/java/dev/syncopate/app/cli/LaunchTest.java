package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The command {@code launch} from its options to its exit code. */
class LaunchTest {
  @TempDir private Path folder;

  @Test
  void aBufferIsComputedPrintedSavedAndCompared() throws Exception {
    Path saved = folder.resolve("out.bin");
    Path expected =
        Files.write(folder.resolve("expected.bin"), new byte[] {0, 0, 0, 0, 3, 0, 0, 0});
    Shell.Result result =
        launch(
            "--kernel scale --grid 1 --block 32 --arg u32[2]=iota --arg u32=3 --arg u32=2"
                + " --print 0 --save 0=%s --expect 0=@%s".formatted(saved, expected));
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(Files.readAllBytes(saved)).isEqualTo(Files.readAllBytes(expected));
    assertThat(result.out())
        .startsWith("argument 0, u32[2]=iota: 0 3\n")
        .contains(
            """
            scale on rsp-8cu (8 compute units), protocol gpu, model hrf
              right: 1 buffer as expected
            """)
        .containsPattern("  [\\d,]+ cycles \\([\\d.]+ us at 1,000 MHz\\)\n")
        .containsPattern(
            "  \\d+ warp instructions \\([\\d.]+ a cycle\\), \\d+ thread instructions\n");
  }

  @Test
  void differencesAreShownAndFailTheRun() {
    Shell.Result result =
        launch(
            "--kernel scale --grid 1 --block 32 --arg s32[4]=fill(-1) --arg u32=3 --arg u32=2"
                + " --expect 0=fill(-3)");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .startsWith(
            """
            argument 0 is not as expected:
              [2] got -1, expected -3
              [3] got -1, expected -3
              2 of 4 elements differ
            """)
        .contains("WRONG: 1 of 1 buffer not as expected");
  }

  @Test
  void printingWrapsAndStopsAtItsCount() {
    Shell.Result result =
        launch(
            "--kernel scale --grid 2 --block 32 --arg u32[64]=fill(1000000) --arg u32=2 --arg"
                + " u32=64 --print 0:20 --quiet");
    assertThat(result.out())
        .startsWith("argument 0, u32[64]=fill(1000000): 2000000 ")
        .satisfies(out -> assertThat(out.split("2000000", -1)).hasSize(21))
        .satisfies(out -> assertThat(out.lines()).allMatch(line -> line.length() <= 80));
  }

  @Test
  void theSeedChoosesRandomContents() {
    String options =
        "--kernel scale --grid 1 --block 1 --arg u32[4]=random --arg u32=1 --arg u32=0"
            + " --print 0 --quiet";
    String once = launch(options).out();
    assertThat(launch(options).out()).isEqualTo(once);
    assertThat(launch(options + " --seed 2").out()).isNotEqualTo(once);
  }

  @Test
  void theJsonDocumentSaysEverything() throws Exception {
    Path json = folder.resolve("out.json");
    Shell.Result result =
        launch(
            "--kernel scale --grid 2,1,1 --block 32 --arg u32[64]=iota --arg u32=3 --arg u32=64"
                + " --seed 5 --set l1.size=32KiB --expect 0=iota --quiet --json "
                + json);
    assertThat(result.code()).isEqualTo(1);
    Map<String, Object> document = read(json);
    assertThat(document)
        .containsKeys("version", "wallSeconds", "cpuSeconds", "simulationSeconds", "peakBytes")
        .containsEntry("command", "launch")
        .containsEntry("kernel", "_Z5scalePjjj")
        .containsEntry("protocol", "gpu")
        .containsEntry("model", "hrf")
        .containsEntry("seed", 5)
        .containsEntry("ending", "done")
        .containsEntry("verified", false)
        .containsEntry("overrides", List.of("l1.size=32KiB"))
        .containsEntry("arguments", List.of("u32[64]=iota", "u32=3", "u32=64"));
    assertThat(document.get("cycles"))
        .isInstanceOfSatisfying(Integer.class, cycles -> assertThat(cycles).isPositive());
    assertThat(at(document, "instructions")).containsKeys("warp", "thread");
    assertThat(at(document, "l1")).containsKeys("loads", "hits", "misses");
    assertThat(at(document, "l2")).containsKeys("accesses", "hits");
    assertThat(at(document, "network")).containsKeys("messages", "bytes");
    assertThat(at(document, "dram")).containsKeys("reads", "writes", "rowHits");
    assertThat(at(document, "sync"))
        .containsKeys("acquires", "releases", "flushes", "invalidations");
    assertThat(at(document, "stall")).isNotEmpty();
    assertThat(at(at(document, "config"), "l1")).containsEntry("size", 32768);
    assertThat(at(document, "config")).containsEntry("name", "rsp-8cu");
    Map<String, Object> mechanisms = at(at(document, "config"), "mechanisms");
    assertThat(mechanisms).containsOnlyKeys("brsp", "srsp", "denovo", "phi", "lab");
    assertThat(at(mechanisms, "brsp")).containsEntry("lock", "line");
    assertThat(at(at(mechanisms, "lab"), "energy")).containsEntry("read8", 0);
    assertThat((List<?>) document.get("launches"))
        .singleElement()
        .satisfies(launch ->
            assertThat((Map<?, ?>) launch)
                .extracting("kernel", "grid", "block", "dynamicShared", "ending", "cycles")
                .containsExactly(
                    "_Z5scalePjjj",
                    List.of(2, 1, 1),
                    List.of(32, 1, 1),
                    0,
                    "done",
                    document.get("cycles")));
  }

  @Test
  void jsonMayGoToStandardOutput() {
    Shell.Result result =
        launch(
            "--kernel scale --grid 1 --block 1 --arg u32[4]=iota --arg u32=3 --arg u32=4 --json -");
    assertThat(result.out()).startsWith("{\n  \"schema\": 1,\n  \"version\"").endsWith("}\n");
    assertThat(result.out()).contains("\"verified\": null");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "await --watchdog 5000 --arg u32[1]=zero | 3 | ended early: a hang; standard error lists"
            + " which warp waits for which",
        "forever --max-cycles 5000 --arg u32[1]=zero | 4 | ended early: the cycle limit was"
            + " reached",
        "trapped | 1 | ended early: a thread failed",
        "beyond --strict --arg u32[2]=zero --arg u32=2 | 1 | ended early: a thread failed",
      })
  void howALaunchEndsIsTheExitCode(String options, int code, String line) {
    Shell.Result result = launch("--grid 1 --block 1 --kernel " + options);
    assertThat(result.code()).isEqualTo(code);
    assertThat(result.out()).contains(line).containsPattern("\\d warp instructions");
    if (code != 4) {
      assertThat(result.err()).contains("kernels.ptx");
    }
  }

  @Test
  void aFaultNamesTheElement() {
    Shell.Result result =
        launch("--kernel beyond --strict --grid 1 --block 1 --arg u32[2]=zero --arg u32=2");
    assertThat(result.err()).contains(" (argument 0[2], past its end)\n");
  }

  /** Buffers are printed and saved however a launch ends; comparing them would be pointless. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "await --watchdog 5000 | 3 | hang | zero: 0 0",
        "forever --max-cycles 50000 | 4 | max_cycles | zero: \\d\\d+ 0"
      })
  void buffersOfALaunchThatDidNotEnd(String options, int code, String ending, String printed)
      throws Exception {
    Path saved = folder.resolve("out.bin");
    Path json = folder.resolve("out.json");
    Shell.Result result =
        launch(
            "--grid 1 --block 1 --kernel %s --arg u32[2]=zero --print 0 --save 0=%s --json %s --expect 0=iota"
                .formatted(options, saved, json));
    assertThat(result.code()).as(result.err()).isEqualTo(code);
    assertThat(result.out())
        .containsPattern(
            "argument 0, u32\\[2\\]=" + printed.replace("zero", "zero, as in the L2") + "\n")
        .contains("  ended early: ")
        .doesNotContain("as expected");
    assertThat(Files.size(saved)).isEqualTo(8);
    assertThat(read(json)).containsEntry("ending", ending).containsEntry("verified", null);
  }

  @Test
  void aHangSaysWhyFirst() {
    Shell.Result result =
        launch("--grid 1 --block 1 --kernel await --watchdog 5000 --arg u32[2]=zero");
    assertThat(result.err().lines().limit(2))
        .containsExactly(
            "hang: no memory word has changed and no warp has finished or left its loop since cycle"
                + " 0, and every warp waits or repeats itself",
            "cause: no thread left that can write the word: lane 0 of CTA (0,0,0) warp 0 keeps reading"
                + " argument 0[0] (in the L2 the word is 0), which the kernel never writes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--kernel a | 'a' is part of several kernels' names in ",
        "--kernel nothing | has no kernel whose name contains 'nothing'; it has _Z5scalePjjj, ",
        "--kernel scale | _Z5scalePjjj takes 3 arguments, found 0; its parameters are .u64 data,",
        "--kernel trapped --arg f32=1 | trapped takes 0 arguments, found 1",
        "--kernel await --arg f64=1 | argument 0 of await: the kernel's parameter is .u64 flag (8"
            + " bytes), found the double-precision number 1.0",
        "--kernel trapped --gpu rsp | there is no GPU named rsp and no such file; known are ",
        "--kernel trapped --protocol gppu | there is no protocol named gppu; known are gpu",
        "--kernel trapped --model sc | there is no consistency model named sc; known are drf0, hrf,"
            + " drfrlx",
        "--kernel trapped --set l1.sice=1KiB | l1.sice=1KiB: there is no field l1.sice; did you"
            + " mean l1.size?",
        "--kernel trapped --set l1.size | l1.size: expected path=value, such as l1.size=32KiB",
        "--kernel trapped --divergence sometimes | core.divergence=sometimes: found sometimes,"
            + " expected ",
        "--kernel trapped --block 2048 | cannot launch trapped: block 2048,1,1: at most 1024"
            + " threads",
        "--kernel await --arg u32[1]=zero --save 0=/nowhere/x.bin | --save: there is no folder"
            + " /nowhere",
        "--kernel trapped --json / | --json: / is a folder",
        "--kernel trapped --var factor=u32[2]=zero | kernels.ptx has no variable factor in .global"
            + " or .const; did you mean factors?",
        "--kernel trapped --var factors=u32[3]=zero | --var factors: the variable has 8 bytes,"
            + " found u32[3]=zero, which has 12",
        "--kernel trapped --registers 0 | a thread has 1 to 255 registers, not 0",
        "--kernel trapped --registers 255 --block 1024 | a CTA of trapped does not fit a compute"
            + " unit: 256 registers a thread, core.registers 65536",
        "--kernel trapped --var factors | --var 'factors', column 1: expected the name of a",
        "--kernel wide | activemask of wide works on masks of 32 lanes",
        "--kernel trapped --json /nowhere/x.json | --json: there is no folder /nowhere",
      })
  void whatTheMachineOrTheKernelCannotTakeIsExitCode2(String options, String message) {
    Shell.Result result =
        launch((options.contains("--block") ? "" : "--block 1 ") + "--grid 1 " + options);
    assertThat(result.err()).contains("error: ").contains(message).doesNotContain("\tat ");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void registersAreEstimatedOrGiven() throws Exception {
    Path json = folder.resolve("run.json");
    String scale =
        "--kernel scale --grid 41 --block 256 --arg u32[4]=iota --arg u32=3 --arg u32=4 --json "
            + json;
    assertThat(launch(scale).code()).isZero();
    assertThat(read(json)).containsEntry("ctasPerUnit", 10);
    assertThat(read(json).get("registers"))
        .isInstanceOfSatisfying(Integer.class, n -> assertThat(n).isBetween(8, 24));
    Object cycles = read(json).get("cycles");
    assertThat(launch(scale + " --registers 100").code()).isZero();
    assertThat(read(json)).containsEntry("registers", 104).containsEntry("ctasPerUnit", 2);
    assertThat(read(json).get("cycles")).as("CTAs wait for room").isNotEqualTo(cycles);
    assertThat(launch(scale + " --registers 100 --cooperative").err())
        .contains("cannot launch _Z5scalePjjj cooperatively: of 41 CTAs 16 are resident at once");
  }

  @Test
  void relaxedUpdatesMayBeTreatedAsCommutative() throws Exception {
    String kernel =
        """
        .version 8.5
        .target sm_80
        .address_size 64
        .visible .entry count(.param .u64 bins, .param .u64 out) {
        .reg .b64 %rd<3>; .reg .b32 %r<2>;
        ld.param.u64 %rd0, [bins]; ld.param.u64 %rd1, [out];
        red.relaxed.gpu.global.add.u32 [%rd0], 1;
        ld.global.u32 %r0, [%rd1];
        st.global.u32 [%rd1+4], %r0;
        ret;
        }
        """;
    Path right = Files.writeString(folder.resolve("right.ptx"), kernel);
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.ptx"), kernel.replace("%r0, [%rd1]", "%r0, [%rd0]"));
    String options =
        " --grid 2 --block 32 --gpu rsp-8cu --lab 1 --comm auto --arg u32[1]=zero --arg u32[2]=zero"
            + " --expect 0=fill(64)";
    Shell.Result result = Shell.run(("launch " + right + options).split(" "));
    assertThat(result.err()).isEqualTo("treated as commutative: %s:7:1\n".formatted(right));
    assertThat(result.code()).isZero();
    Shell.Result refused = Shell.run(("launch " + wrong + options).split(" "));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("count: not all atomics may be commutative:")
        .contains(
            "%s:7:1: the atomic updates the array of bins, which the kernel reads at %s:8:1"
                .formatted(wrong, wrong));
  }

  @Test
  void whatARetryRepeatsIsNoted() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("noted.ptx"),
            """
            .version 8.0
            .target sm_75
            .address_size 64
            .visible .entry k(.param .u64 a) {
            .reg .b64 %d; .reg .b32 %r;
            .shared .align 4 .b8 s[4];
            ld.param.u64 %d, [a];
            tx.begin;
            ld.shared.u32 %r, [s]; add.u32 %r, %r, 1; st.shared.u32 [s], %r;
            st.global.u32 [%d], 7;
            tx.commit;
            ret; }
            """);
    Shell.Result result =
        Shell.run(
            "launch %s --grid 1 --block 3 --arg u32[1]=zero --expect 0=fill(7)"
                .formatted(file)
                .split(" "));
    assertThat(result.err())
        .isEqualTo(
            "note: k writes global memory inside a transaction, and every attempt does so again:"
                + " %s:10:1\n".formatted(file));
    assertThat(result.code()).isZero();
  }

  @Test
  void variablesAreWrittenPrintedAndCompared() {
    String variables =
        "--kernel variables --grid 1 --block 1 --arg u32[1]=zero --var factors=u32[2]=fill(40)";
    Shell.Result result =
        launch(
            variables
                + " --var counter=s32=-7 --print counter --print factors:1 --expect 0=fill(33)"
                + " --expect counter=fill(-6)");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("variable counter, s32=-7: -6\nvariable factors, u32[2]=fill(40): 40\n")
        .contains("right: 2 buffers as expected");
    assertThat(launch(variables + " --var counter=u32 --expect counter=fill(9)").out())
        .startsWith("variable counter is not as expected:\n  [0] got 8, expected 9\n");
  }

  /** Element 64 of argument 0 would be element 0 of a second buffer if they bordered. */
  @Test
  void aStrictLaunchNamesTheArgumentThatAnAccessMisses() {
    Shell.Result result =
        launch(
            "--kernel scale --grid 1 --block 128 --strict --arg u32[64]=iota --arg u32=3"
                + " --arg u32=128");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err())
        .contains("begins 0 bytes past the end of argument 0 (256 bytes at 0x100000000)");
  }

  @Test
  void whatThreadsPrintComesBeforeTheSummary() {
    Shell.Result result =
        Shell.run(
            ("launch " + Checkout.runtime())
                .concat(" --kernel prints --grid 1 --block 2 --arg s32[1]=zero --arg f64=2.5")
                .split(" "));
    assertThat(result.out())
        .startsWith("hello 0 2.500000 text\nhello 0 2.500000 text\nno arguments\nno arguments\n")
        .contains("\nprints on titanv-80sm (80 compute units)");
    assertThat(result.code()).isZero();
  }

  @Test
  void aFailedAssertionNamesItsPlace() {
    Shell.Result result =
        Shell.run(
            ("launch " + Checkout.runtime())
                .concat(" --kernel asserts --grid 1 --block 1 --arg s32[1]=zero")
                .split(" "));
    assertThat(result.err())
        .contains(
            "kernel asserts, CTA (0,0,0), thread (0,0,0): assertion ", "failed at runtime.cu:")
        .endsWith("\n");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void brokenPtxIsShownWithItsPlace() throws Exception {
    Path file = Files.writeString(folder.resolve("bad.ptx"), ".version 8.0\n.target sm_80\nfoo\n");
    Shell.Result result = Shell.run("launch", file.toString(), "--grid", "1", "--block", "1");
    assertThat(result.err()).startsWith("error: ").contains("bad.ptx:3:1");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void whatTheProtocolLacksIsRefusedBeforeAnythingRuns() throws Exception {
    Path kernel =
        Files.writeString(
            folder.resolve("remote.ptx"),
            """
            .version 8.0
            .target sm_75
            .address_size 64
            .visible .entry k(.param .u64 p) {
              .reg .b64 %a;
              .reg .b32 %r;
              ld.param.u64 %a, [p];
              ld.remote.acquire.gpu.global.u32 %r, [%a];
              ret;
            }
            """);
    Shell.Result result =
        Shell.run(
            ("launch " + kernel + " --kernel k --grid 1 --block 32 --arg u32[1]=zero").split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "remote.ptx:8:3: ld.remote.acquire.gpu asks for remote scope promotion, which protocol"
                + " gpu does not have");
  }

  private static Shell.Result launch(String options) {
    List<String> arguments = new ArrayList<>(List.of("launch", Checkout.kernels()));
    if (!options.contains("--gpu")) {
      arguments.addAll(List.of("--gpu", "rsp-8cu"));
    }
    arguments.addAll(List.of(options.strip().split(" +")));
    return Shell.run(arguments.toArray(String[]::new));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> read(Path json) throws Exception {
    return (Map<String, Object>)
        new Load(LoadSettings.builder().build()).loadFromString(Files.readString(json));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> at(Map<String, Object> document, String key) {
    return (Map<String, Object>) Objects.requireNonNull(document.get(key), key);
  }
}
