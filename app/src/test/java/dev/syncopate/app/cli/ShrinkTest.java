package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From a schedule that makes a run fail to the few delays that matter. */
class ShrinkTest {
  private static final Path RACES = Checkout.launcher().resolveSibling("examples/races");
  private static final Pattern SETTING = Pattern.compile("--set perturb.delays=(\\S+)");
  private static final List<String> MACHINE =
      List.of("--gpu", "rsp-8cu", "--set", "core.warpWidth=32");

  /**
   * Two mailboxes and one reader, which adds both letters: the sum is zero only if both are read
   * before they arrive. Words: letters at 0 and 32, flags at 64 and 96, the sum at 128.
   */
  private static final String TWO_LETTERS =
      """
      .version 7.0
      .target sm_70
      .address_size 64
      .visible .entry letters(.param .u64 memory)
      {
        .reg .pred %p<5>;
        .reg .b32 %r<10>;
        .reg .b64 %rd<4>;
        ld.param.u64 %rd1, [memory];
        mov.u32 %r1, %tid.x;
        setp.ne.u32 %p1, %r1, 0;
        @%p1 bra END;
        mov.u32 %r2, %ctaid.x;
        setp.eq.u32 %p2, %r2, 2;
        @%p2 bra FIRST;
        mul.wide.u32 %rd2, %r2, 128;
        add.u64 %rd3, %rd1, %rd2;
        mov.u32 %r3, 21;
        st.global.u32 [%rd3], %r3;
        mov.u32 %r4, 1;
        st.volatile.global.u32 [%rd3+256], %r4;
        bra END;
      FIRST:
        ld.volatile.global.u32 %r5, [%rd1+256];
        setp.eq.u32 %p3, %r5, 0;
        @%p3 bra FIRST;
        ld.global.u32 %r6, [%rd1];
      SECOND:
        ld.volatile.global.u32 %r7, [%rd1+384];
        setp.eq.u32 %p4, %r7, 0;
        @%p4 bra SECOND;
        ld.global.u32 %r8, [%rd1+128];
        max.u32 %r9, %r6, %r8;
        st.global.u32 [%rd1+512], %r9;
      END:
        ret;
      }
      """;

  @TempDir private Path folder;

  private static Shell.Result run(List<String> first, List<String> rest) {
    List<String> words = new ArrayList<>(first);
    words.addAll(rest);
    return Shell.run(words.toArray(String[]::new));
  }

  private static List<String> example(String file, String kernel, String... options) {
    List<String> words = new ArrayList<>(List.of("launch", RACES.resolve(file) + ""));
    words.addAll(List.of("--kernel", kernel, "--block", "32"));
    words.addAll(MACHINE);
    words.addAll(List.of(options));
    return words;
  }

  private static List<String> mailbox(String... options) {
    List<String> words =
        new ArrayList<>(
            example(
                "schedules.ptx",
                "mailbox",
                "--grid",
                "2",
                "--arg",
                "u32[96]=zero",
                "--expect",
                "0[64]=42"));
    words.addAll(List.of(options));
    return words;
  }

  private List<String> letters(String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("letters.ptx"), TWO_LETTERS);
    List<String> words =
        new ArrayList<>(
            List.of(
                "launch",
                file + "",
                "--grid",
                "3",
                "--block",
                "32",
                "--arg",
                "u32[160]=zero",
                "--expect",
                "0[128]=21"));
    words.addAll(MACHINE);
    words.addAll(List.of(options));
    return words;
  }

  private static String setting(Shell.Result shrunk) {
    Matcher matcher = SETTING.matcher(shrunk.out());
    assertThat(matcher.find()).as(shrunk.out() + shrunk.err()).isTrue();
    return matcher.group(1);
  }

  /** The commands of a report that begin in such a way. */
  private static List<String> command(Shell.Result report, String begin) {
    String line =
        report.out().lines().filter(text -> text.startsWith(begin)).findFirst().orElseThrow();
    return List.of(line.replace(begin + " ./syncopate ", "").replace("'", "").split(" "));
  }

  /** With the list the command fails, and without any one of its entries it does not. */
  private static void isMinimal(List<String> command, String setting) {
    List<String> entries = List.of(setting.split("/"));
    assertThat(run(command, List.of("--set", "perturb.delays=" + setting)).code()).isEqualTo(1);
    for (String left : entries) {
      List<String> rest = new ArrayList<>(entries);
      rest.remove(left);
      String list = rest.isEmpty() ? "none" : String.join("/", rest);
      assertThat(run(command, List.of("--set", "perturb.delays=" + list)).code())
          .as("%s without %s", setting, left)
          .isZero();
    }
  }

  @Test
  void aStaleLetterIsOneLateStore() {
    Shell.Result result = run(List.of("shrink", "--"), mailbox());
    assertThat(result.code()).as(result.err()).isEqualTo(1);
    assertThat(result.out())
        .startsWith("wrong answer of mailbox: 1 of 1 expectation not met\nseed ")
        .contains(
            " shrunk to 1 in ",
            "  1. WRITE of the line of argument 0[0] from tile0 to bank0: ",
            " cycles late: weak store of argument 0[0] at schedules.cu:12, warp 0 of CTA 0, in",
            "\nwithout it the run does not fail this way\nreplay it: ./syncopate launch --set ");
    isMinimal(mailbox(), setting(result));
    Shell.Result replayed = run(command(result, "replay it:"), List.of());
    assertThat(replayed.out()).contains("[64] got 0, expected 42");
    Shell.Result test = run(command(result, "its litmus test:"), List.of());
    assertThat(test.out())
        .contains("PTX mailbox", "st.weak arg0_0, 42", "ld.weak r1, arg0_0", "exists (P1:r0");
  }

  @Test
  void whatNeedsTwoDelaysKeepsBoth() throws IOException {
    Shell.Result result = run(List.of("shrink", "--"), letters());
    assertThat(result.code()).as(result.out() + result.err()).isEqualTo(1);
    String setting = setting(result);
    assertThat(setting.split("/")).as(result.out()).hasSizeBetween(2, 3);
    assertThat(result.out()).contains("without any one of them the run does not fail this way");
    isMinimal(letters(), setting);
  }

  @Test
  void aHangIsShrunkAsWell() {
    List<String> sleeper =
        example(
            "hidden.ptx",
            "sleeper",
            "--grid",
            "2",
            "--arg",
            "u32[256]=zero",
            "--watchdog",
            "100000");
    Shell.Result result = run(List.of("shrink", "--"), sleeper);
    assertThat(result.out())
        .startsWith("hang: no memory word has changed")
        .contains(" shrunk to 1 in ", "volatile store of argument 0[64] at hidden.cu:27");
    String setting = setting(result);
    assertThat(run(sleeper, List.of("--set", "perturb.delays=" + setting)).code()).isEqualTo(3);
    assertThat(run(sleeper, List.of()).code()).isZero();
  }

  @Test
  void aRaceThatOneScheduleShowsIsShrunkAndExtracted() {
    List<String> fifo =
        List.of(
            "launch",
            RACES.resolve("hidden.ptx") + "",
            "--kernel",
            "fifo",
            "--grid",
            "4",
            "--block",
            "32",
            "--arg",
            "u32[256]=zero",
            "--arg",
            "u32[128]=zero",
            "--arg",
            "u32[128]=zero",
            "--check",
            "races");
    Shell.Result result = run(List.of("shrink", "--"), fifo);
    assertThat(result.out())
        .startsWith("data race on argument 1[")
        .contains("seed 3, schedule 3: ", " shrunk to 1 in ");
    Shell.Result replayed = run(command(result, "replay it:"), List.of());
    assertThat(replayed.code()).isEqualTo(1);
    assertThat(replayed.out()).contains("data race on argument 1[");
    Shell.Result test = run(command(result, "its litmus test:"), List.of());
    assertThat(test.out()).startsWith("PTX fifo-race-1\n");
  }

  @Test
  void anotherResultThanTheMachinesOwnScheduleLeavesIsAFailure() {
    List<String> total = example("schedules.ptx", "total", "--grid", "8", "--arg", "u32[1]=zero");
    Shell.Result result = run(List.of("shrink", "--"), concat(total, "--expect", "same"));
    assertThat(result.out())
        .startsWith(
            "wrong answer of total: argument 0 is not what the machine's own schedule leaves")
        .doesNotContain("--expect same");
    assertThat(setting(result).split("/")).hasSizeLessThanOrEqualTo(3);
  }

  private static List<String> concat(List<String> words, String... further) {
    List<String> longer = new ArrayList<>(words);
    longer.addAll(List.of(further));
    return longer;
  }

  @Test
  void theBestListIsKeptAndTheSearchGoesOnFromIt() throws IOException {
    Path saved = folder.resolve("mailbox.delays");
    List<String> words = List.of("shrink", "--trials", "1", "--save", saved + "", "--");
    Shell.Result stopped = run(words, mailbox());
    assertThat(stopped.out()).contains("not minimal: --trials N allows more runs");
    String first = Files.readString(saved);
    assertThat(first).contains("message:tile0:bank0:WRITE:");
    Shell.Result resumed = run(List.of("shrink", "--save", saved + "", "--"), mailbox());
    assertThat(resumed.out()).contains("\nthe listed schedule: ", " shrunk to 1 in ");
    assertThat(Files.readString(saved)).isEqualTo("perturb.delays=" + setting(resumed) + "\n");
    Files.writeString(saved, "perturb.delays=begin:1.0.0+5/begin\n");
    Shell.Result broken = run(List.of("shrink", "--save", saved + "", "--"), mailbox());
    assertThat(broken.err())
        .contains("mailbox.delays:1: column 15: found 'begin', expected begin:");
    assertThat(broken.code()).isEqualTo(2);
  }

  @Test
  void aLongListIsNotPrinted() {
    List<String> manyWarps = mailbox("--block", "1024", "--perturb-seed", "10");
    manyWarps.subList(4, 6).clear(); // the other block
    Shell.Result result = run(List.of("shrink", "--trials", "1", "--"), manyWarps);
    assertThat(result.out())
        .as(result.err())
        .contains(
            "seed 10, schedule 1: 34 delays and drawn orders shrunk to 34 in 1 run\n",
            "\n  20. ",
            "\n  and 14 others\nnot minimal: ",
            "\nthe list is too long for a command: --save FILE keeps it")
        .doesNotContain("replay it: ");
  }

  @Test
  void theReportIsAPictureAndADocument() throws IOException {
    Path picture = folder.resolve("a.svg");
    Path json = folder.resolve("a.json");
    run(List.of("shrink", "--picture", picture + "", "--"), mailbox("--json", json + ""));
    assertThat(Files.readString(picture))
        .startsWith("<svg ")
        .contains(
            ">wrong answer of mailbox<",
            ">warp 0 of CTA 0<",
            ">warp 0 of CTA 1<",
            ">weak store of argument 0[0] at schedules.cu:12<",
            ">WRITE of the line of argument 0[0] from tile0 to bank0: ")
        .endsWith("</svg>\n");
    assertThat(Files.readString(json))
        .contains(
            "\"outcome\": \"minimal\"",
            "\"rule\": \"wrong-answer\"",
            "\"operation\": \"weak store\"",
            "\"line\": \"schedules.cu:12\"",
            "\"warp\": \"warp 0 of CTA 0\"",
            "\"race\": 1");
  }

  @Test
  void whereNothingFailsOrTheMachineFailsAloneThereIsNothingToShrink() {
    List<String> right =
        example(
            "schedules.ptx",
            "mailbox_right",
            "--grid",
            "2",
            "--arg",
            "u32[96]=zero",
            "--expect",
            "0[64]=42",
            "--perturb",
            "8");
    Shell.Result result = run(List.of("shrink", "--"), right);
    assertThat(result.out())
        .isEqualTo(
            "nothing to shrink: none of 8 schedules has failed, nor does the machine's own"
                + " schedule\n");
    assertThat(result.code()).isZero();
    Shell.Result always =
        Shell.run(
            "shrink -- run spinmutex --size small --gpu rsp-8cu -o variant=unfenced --perturb 2"
                .split(" "));
    assertThat(always.out())
        .contains(
            "nothing to shrink: the machine's own schedule fails, and 2 other schedules fail in no"
                + " other way");
    assertThat(always.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "shrink --trials 0 -- launch x.ptx | --trials: expected at least 1, found 0",
        "shrink -- model x.litmus | expected launch, run or cuda behind '--', found 'model'",
        "shrink -- run reduction --functional | a run with --functional has none",
        "shrink -- run reduction --trace a.trace | --trace tells of one run, and shrink makes several",
        "shrink --picture /nowhere/a.svg -- run reduction | --picture: there is no folder /nowhere",
        "run reduction --gpu rsp-8cu --set perturb.delays=lanes:8@3 | perturb.delays: column 1: found"
            + " 'lanes:8@3', but there is no such compute unit: the machine has 8, numbered from 0",
        "run reduction --gpu rsp-8cu --set perturb.delays=ctas@1/lanes | column 8: found 'lanes',"
            + " expected lanes:UNIT@SEED",
        "run reduction --perturb-seed 2 --set perturb.delays=ctas@1 | found beside seed = 2",
      })
  void aMistakeIsNamed(String command, String message) {
    Shell.Result result = Shell.run(command.split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(2);
  }
}
