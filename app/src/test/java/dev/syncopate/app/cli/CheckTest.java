package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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

/** {@code --check} from its options to its exit code. */
class CheckTest {
  private static final String TICKET =
      Checkout.launcher().resolveSibling("examples/races/ticket_lock.ptx").toString();

  @TempDir private Path folder;

  private static Shell.Result ticket(String kernel, String... extraOptions) {
    List<String> words =
        new ArrayList<>(
            List.of(
                ("launch "
                        + TICKET
                        + " --gpu rsp-8cu --grid 4 --block 32 --arg u32[64]=zero"
                        + " --quiet --kernel "
                        + kernel)
                    .split(" ")));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  @Test
  void aRaceIsPrintedWithItsLinesAndFailsTheRun() {
    Shell.Result result = ticket("ticket_wrong", "--check", "races");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .startsWith("data race on argument 0[32] in ticket_wrong")
        .contains(
            "weak store at ticket_lock.cu:14, ticket_lock.ptx:",
            "the volatile store at ticket_lock.cu:15 needs release at gpu scope, or a fence before"
                + " it; the volatile load at ticket_lock.cu:12 needs acquire at gpu scope, or a"
                + " fence after it")
        .endsWith("findings\n");
  }

  @Test
  void theRightLockIsNotReported() {
    Shell.Result result = ticket("ticket_right", "--check", "all");
    assertThat(result.out())
        .contains("checked for races, memory, init, sync, confluence: nothing found under ");
    assertThat(result.code()).isZero();
  }

  @Test
  void aLostUpdateIsNoRaceAndCanBeAllowed() throws Exception {
    String counter =
        "launch "
            + Checkout.launcher().resolveSibling("examples/races/counter.ptx")
            + " --gpu rsp-8cu --grid 4 --block 32 --arg u32[64]=zero --quiet --check races --kernel ";
    Path junit = folder.resolve("a.xml");
    Shell.Result result =
        Shell.run(
            (counter + "counter_volatile --report github --report junit=" + junit).split(" "));
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .contains(
            "::error file=counter.cu,line=12,title=lost update on argument 0[0]::volatile load at",
            "no data race, for all of them are strong; atomicAdd (atom.add, red.add) does it in one");
    assertThat(Files.readString(junit)).contains("<failure type=\"lost-update\"");
    Shell.Result allowed = Shell.run((counter + "counter_volatile --allow lost-update").split(" "));
    assertThat(allowed.code()).isZero();
    assertThat(allowed.out())
        .startsWith("allowed: 1 of lost-update\nchecked for races: nothing found under ");
    assertThat(Shell.run((counter + "counter_locked").split(" ")).out())
        .startsWith("checked for races: nothing found under ");
  }

  @Test
  void asynchronousCopiesAreWaitedFor() {
    String pipeline =
        "launch "
            + Checkout.launcher().resolveSibling("examples/races/pipeline.ptx")
            + " --gpu rsp-8cu --set core.warpWidth=32 --grid 1 --block 64 --arg u32[512]=iota"
            + " --arg u32[1]=zero --quiet --check races --kernel ";
    assertThat(Shell.run((pipeline + "pipeline_right").split(" ")).out())
        .startsWith("checked for races: nothing found under ");
    assertThat(Shell.run((pipeline + "pipeline_early").split(" ")).out())
        .contains("the copy may still be in flight")
        .endsWith("4 findings\n");
    assertThat(Shell.run((pipeline + "pipeline_alone").split(" ")).out())
        .contains("__syncthreads() between the wait and this would tell it")
        .endsWith("2 findings\n");
  }

  @Test
  void withoutACheckNothingIsPrinted() {
    Shell.Result result = ticket("ticket_wrong");
    assertThat(result.out() + result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void findingsAreWrittenForOtherPrograms() throws Exception {
    Path sarif = folder.resolve("a.sarif");
    Path junit = folder.resolve("a.xml");
    Path json = folder.resolve("a.json");
    Shell.Result result =
        ticket(
            "ticket_wrong",
            "--check",
            "races",
            "--report",
            "github",
            "--report",
            "sarif=" + sarif,
            "--report",
            "junit=" + junit,
            "--json",
            json.toString());
    assertThat(result.out())
        .contains("::error file=ticket_lock.cu,line=14,title=data race on argument 0[32]::weak");
    List<?> runs = (List<?>) member(yaml(sarif), "runs");
    List<?> results = (List<?>) member(runs.getFirst(), "results");
    assertThat(member(results.getFirst(), "ruleId")).isEqualTo("race");
    assertThat(member(results.getFirst(), "level")).isEqualTo("error");
    assertThat((List<?>) member(results.getFirst(), "relatedLocations")).hasSize(2);
    assertThat(Files.readString(sarif))
        .contains("\"fullDescription\"", "\"SRCROOT\": {", "\"uriBaseId\": \"SRCROOT\"")
        .contains(
            "race|ticket_wrong|global weak load at ticket_lock.cu weak store at ticket_lock.cu/1");
    assertThat(Files.readString(junit))
        .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"syncopate\"")
        .contains("tests=\"1\" failures=\"1\" errors=\"0\"", "<failure type=\"race\"");
    Object check = member(yaml(json), "check");
    assertThat((List<?>) member(check, "findings")).hasSameSizeAs(results);
  }

  private static Object member(Object document, String name) {
    return Objects.requireNonNull(((Map<?, ?>) document).get(name), name);
  }

  private static Object yaml(Path file) throws Exception {
    return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
  }

  /** A kernel with an instruction that was compiled from line 7 of kernel.cu. */
  private Path kernel(String instruction) throws IOException {
    return Files.writeString(
        folder.resolve("k.ptx"),
        """
        .version 8.4
        .target sm_80
        .address_size 64
        .visible .entry k(.param .u64 p) {
          .reg .b32 %r<4>;
          .reg .b64 %rd<4>;
          .reg .pred %p<2>;
          .shared .align 4 .b8 tile[16];
          ld.param.u64 %rd1, [p];
          mov.u32 %r1, %tid.x;
          .loc 1 7 3
          INSTRUCTION
          st.global.u32 [%rd1], %r2;
          ret;
        }
        .file 1 "kernel.cu"
        """
            .replace("INSTRUCTION", instruction));
  }

  private static String launch(Path ptx) {
    return "launch " + ptx + " --grid 1 --block 1 --arg u32[1]=zero --quiet";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sync | shfl.sync.idx.b32 %r2, %r1, 5, 31, 1; | shuffle from a lane that takes no part",
        "memory | div.u32 %r2, %r1, %r1; | division of an integer by zero"
      })
  void whatIsUndefinedIsToldAndTheLaunchGoesOn(String check, String instruction, String title)
      throws Exception {
    String launch = launch(kernel(instruction)) + " --report github --check ";
    Shell.Result checked = Shell.run((launch + check).split(" "));
    assertThat(checked.out())
        .startsWith(title + " in k\n")
        .contains("kernel.cu:7, k.ptx:12 by CTA (0,0,0), thread (0,0,0)")
        .contains(
            "checked for " + check + ": 1 finding\n::error file=kernel.cu,line=7,title=" + title);
    assertThat(checked.code()).isEqualTo(1);
    assertThat(Shell.run((launch + "init").split(" ")).code()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "memory | ld.global.u32 %r2, [%rd1+64]; | the access to 4 bytes begins 60 bytes past the"
            + " end of argument 0"
      })
  void whatTheMachineChecksEndsTheLaunch(String check, String instruction, String message)
      throws Exception {
    Path ptx = kernel(instruction);
    String launch = launch(ptx) + " --report github";
    Shell.Result checked = Shell.run((launch + " --check " + check).split(" "));
    assertThat(checked.out())
        .startsWith("fault: " + ptx + ":12:3 (kernel.cu:7): kernel k, CTA (0,0,0)")
        .contains(message)
        .contains(
            "checked for "
                + check
                + ": 1 finding\n::error file=kernel.cu,line=7,title=fault in k::"
                + ptx);
    assertThat(checked.err()).isEmpty();
    assertThat(checked.code()).isEqualTo(1);
    String otherCheck = check.equals("memory") ? "init" : "memory";
    Shell.Result unasked = Shell.run((launch + " --check " + otherCheck).split(" "));
    assertThat(unasked.out()).contains("checked for " + otherCheck + ": nothing found\n");
    assertThat(unasked.code()).isZero();
  }

  @Test
  void aHangIsReportedWithTheLineOfWhoWaits() throws Exception {
    Path ptx =
        kernel("L: ld.volatile.global.u32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @%p1 bra L;");
    Path sarif = folder.resolve("a.sarif");
    Path junit = folder.resolve("a.xml");
    Path json = folder.resolve("a.json");
    Shell.Result result =
        Shell.run(
            (launch(ptx)
                    + " --check races --watchdog 20000 --report github --report sarif="
                    + sarif
                    + " --report junit="
                    + junit
                    + " --json "
                    + json)
                .split(" "));
    assertThat(result.code()).isEqualTo(3);
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("hang: ")
        .contains(
            "  cause: ",
            ptx + ":12 (kernel.cu:7): L: ld.volatile.global.u32 %r2, [%rd1];",
            "checked for races: 1 finding\n::error file=kernel.cu,line=7,title=hang in k::hang: ");
    assertThat(Files.readString(junit))
        .contains("<failure type=\"hang\" message=\"hang in k\">kernel.cu:7\nhang: ");
    assertThat(Files.readString(sarif))
        .contains("\"ruleId\": \"hang\"", "\"uri\": \"kernel.cu\"", "\"startLine\": 7");
    List<?> launches = (List<?>) member(yaml(json), "launches");
    assertThat(member(launches.getFirst(), "ptx")).isEqualTo(ptx + ":12:6");
    assertThat(member(launches.getFirst(), "source")).isEqualTo("kernel.cu:7");
  }

  @Test
  void aRunThatIsStoppedIsNotChecked() {
    Shell.Result result = ticket("ticket_right", "--check", "races", "--max-cycles", "100");
    assertThat(result.out())
        .startsWith("not checked: ticket_right was stopped before its end\nchecked for races:");
    assertThat(result.code()).isEqualTo(4);
  }

  @Test
  void aReadOfAnUninitialisedBufferIsFoundAndTheLaunchGoesOn() throws Exception {
    Path ptx = kernel("ld.global.u32 %r2, [%rd1];");
    String launch = launch(ptx).replace("=zero", "=uninit") + " --print 0 --report github";
    Shell.Result result = Shell.run((launch + " --check init").split(" "));
    assertThat(result.out())
        .isEqualTo(
            """
            argument 0, u32[1]=uninit: 0
            read of unwritten argument 0[0] in k
              weak load at kernel.cu:7, k.ptx:12 by CTA (0,0,0), thread (0,0,0)
              no copy, no memset and no thread has written it
            checked for init: 1 finding
            ::error file=kernel.cu,line=7,title=read of unwritten argument 0[0]::weak\
             load at kernel.cu:7, k.ptx:12 by CTA (0,0,0), thread (0,0,0)%0Ano copy, no memset and no\
             thread has written it
            """);
    assertThat(result.code()).isEqualTo(1);
    assertThat(Shell.run((launch + " --check memory").split(" ")).code()).isZero();
  }

  @Test
  void aRuleMayBeAllowed() {
    Shell.Result result =
        Shell.run(
            ("run bfs --size 300 --gpu rsp-8cu --set core.warpWidth=32 --quiet --check races --allow"
                    + " race-same-value")
                .split(" "));
    assertThat(result.out())
        .containsPattern(
            "allowed: \\d+ of race-same-value\nchecked for races: nothing found under ");
    assertThat(result.code()).isZero();
  }

  private static Shell.Result handOver(String kernel, String... extraOptions) {
    String file = Path.of(TICKET).resolveSibling("handover.ptx").toString();
    String launch =
        " --gpu rsp-8cu --grid 8 --block 32 --arg u32[64]=zero --quiet --schedules 2 --kernel ";
    List<String> words = new ArrayList<>(List.of(("launch " + file + launch + kernel).split(" ")));
    words.addAll(List.of("--check", "races"));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  @Test
  void aHandOverWithoutOrderIsANoteThatCountsWhereThatIsAsked() {
    Shell.Result note = handOver("last_adds", "--report", "github");
    assertThat(note.code()).isZero();
    assertThat(note.out())
        .startsWith("note: unordered hand-over of argument 0[32] in last_adds, seen 7 times\n")
        .contains(
            "\nchecked for races: 1 note, nothing else found under 3 schedules; ",
            "\n::notice file=handover.cu,line=");
    Shell.Result counted = handOver("last_adds", "--fail-on", "unordered-hand-over");
    assertThat(counted.code()).isEqualTo(1);
    assertThat(counted.out())
        .startsWith("unordered hand-over of argument 0[32] in last_adds, seen 7 times\n")
        .endsWith("\nchecked for races: 1 finding\n");
    Shell.Result allowed = handOver("last_adds", "--allow", "unordered-hand-over");
    assertThat(allowed.code()).isZero();
    assertThat(allowed.out())
        .startsWith("allowed: 1 of unordered-hand-over\nchecked for races: nothing found under ");
    assertThat(handOver("last_adds_right").out()).startsWith("checked for races: nothing found ");
  }

  @Test
  void reportsHaveItAsANote() throws IOException {
    Path sarif = folder.resolve("notes.sarif");
    Path junit = folder.resolve("notes.xml");
    Shell.Result result =
        handOver("message", "--report", "sarif=" + sarif, "--report", "junit=" + junit);
    assertThat(result.code()).isZero();
    assertThat(Files.readString(sarif))
        .containsPattern("\"ruleId\": \"unordered-hand-over\",\\s+\"level\": \"note\"")
        .contains("a release at the flag's write and an acquire at its read".substring(2));
    assertThat(Files.readString(junit))
        .contains("failures=\"0\"", "<system-out>note: unordered hand-over of argument 0[0]");
  }

  @Test
  void ctaScopeMayBeAUnits() {
    String run = "run fam-l --size small --gpu rsp-8cu --quiet --check races";
    Shell.Result cta = Shell.run(run.split(" "));
    assertThat(cta.out()).contains("scopes do not include each other's thread");
    Shell.Result unit = Shell.run((run + " --unit-scope").split(" "));
    assertThat(unit.out()).startsWith("checked for races: nothing found under ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--check race | --check: there is no check named race; there are races, memory, init, sync, confluence, all, scopes; did you mean"
            + " races?",
        "--report github | --report tells what --check finds, and there is no --check",
        "--check races --report xml | --report takes github, sarif or junit, and =FILE after it,"
            + " found 'xml'",
        "--check races --allow race-same-valve | --allow: there is no rule race-same-valve; there are"
            + " race, race-same-value, ",
        "--check races --allow lost-updates | did you mean lost-update?",
        "--check races --allow race,lost-update --allow race | --allow: race stands there twice:"
            + " leave one out",
        "--check races --fail-on race | --fail-on: findings of race count anyway",
        "--check races --fail-on unordered-handover | --fail-on: there is no rule unordered-handover"
            + " that does not count anyway; there are unordered-hand-over; did you mean",
        "--check races --fail-on unordered-hand-over --allow unordered-hand-over | --fail-on:"
            + " unordered-hand-over is allowed by --allow: leave one out",
        "--check races --report sarif=nowhere/a | --report: there is no folder",
        "--check races --threads 2 | a device that is watched runs on one simulation thread, not on"
            + " 2"
      })
  void aMistakeIsNamed(String options, String message) {
    Shell.Result result = ticket("ticket_right", options.split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }
}
