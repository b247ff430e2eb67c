package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --perturb}: what only some schedules show, told once, and shown again. */
class PerturbTest {
  private static final String EXAMPLES =
      Checkout.launcher().resolveSibling("examples/races").toString();

  @TempDir private Path folder;

  private static Shell.Result launch(String kernel, String... extraOptions) {
    boolean mailbox = kernel.startsWith("mailbox");
    List<String> words =
        new ArrayList<>(
            List.of(
                ("launch "
                        + EXAMPLES
                        + "/schedules.ptx --gpu rsp-8cu --set core.warpWidth=32 --block 32 --quiet"
                        + (mailbox ? " --grid 2 --arg u32[96]=zero" : " --grid 8 --arg u32[1]=zero")
                        + " --kernel "
                        + kernel)
                    .split(" ")));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  /** The command that a report ends with. */
  private static Shell.Result replay(String report, String... extraOptions) {
    String command =
        report.lines().filter(line -> line.startsWith("replay it: ")).findFirst().orElseThrow();
    List<String> words =
        new ArrayList<>(
            List.of(command.replace("replay it: ./syncopate ", "").replace("'", "").split(" ")));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  @Test
  void aStaleValueThatThePlainScheduleDoesNotShowIsFoundAndReplayed() {
    String expected = "0=@" + letter();
    assertThat(launch("mailbox", "--expect", expected).code()).isZero();
    Shell.Result result = launch("mailbox", "--expect", expected, "--perturb", "30");
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .startsWith("wrong answer of mailbox: 1 of 1 buffer not as expected, under ")
        .contains(" of 30 schedules, seed ", "  [64] got 0, expected 42\n")
        .contains("30 schedules, seeds 1 to 30: ", " failed, seed ", "replay it: ./syncopate ");
    Shell.Result again = replay(result.out());
    assertThat(again.code()).isEqualTo(1);
    assertThat(again.out()).contains("[64] got 0, expected 42");
  }

  private Path letter() {
    byte[] words = new byte[4 * 96];
    words[0] = 42;
    words[4 * 32] = 1;
    words[4 * 64] = 42;
    try {
      return Files.write(folder.resolve("letter.bin"), words);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"mailbox_right", "total_right"})
  void whatIsRightIsRightUnderEverySchedule(String kernel) {
    Shell.Result result = launch(kernel, "--perturb", "30", "--check", "all");
    assertThat(result.out())
        .matches(
            "checked for races, memory, init, sync, confluence: nothing found under 30 schedules; [1-9]\\d* words?"
                + " went from thread to thread, threads synchronised \\d+ times?\n"
                + "30 schedules, seeds 1 to 30: none failed\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void resultsAreComparedWithThoseOfTheMachinesOwnScheduleWhereThatIsAsked() {
    assertThat(launch("total", "--perturb", "5", "--perturb-seed", "3").out())
        .isEqualTo("5 schedules, seeds 3 to 7: none failed\n");
    Shell.Result result =
        launch("total", "--perturb", "5", "--perturb-seed", "3", "--expect", "same");
    assertThat(result.out())
        .startsWith(
            "another result of total: argument 0 is not what the machine's own schedule leaves,"
                + " under ")
        .contains(" the machine's own schedule left 657414184\n", "5 schedules, seeds 3 to 7: ");
    assertThat(result.code()).isEqualTo(1);
    Path file = folder.resolve("a.bin");
    Shell.Result again =
        replay(result.out(), "--save", "0=" + file, "--expect", "0=fill(657414184)");
    assertThat(again.out()).contains("got ");
    assertThat(again.code()).isEqualTo(1);
  }

  @Test
  void aRaceIsToldOnceWithTheSchedulesThatShowIt() throws Exception {
    Path sarif = folder.resolve("a.sarif");
    Path json = folder.resolve("a.json");
    Shell.Result result =
        launch(
            "total",
            "--expect",
            "0=zero",
            "--perturb",
            "4",
            "--check",
            "races",
            "--report",
            "github",
            "--report",
            "sarif=" + sarif,
            "--json",
            json.toString());
    assertThat(result.out().lines().filter(line -> line.startsWith("data race on argument 0[0]")))
        .isNotEmpty()
        .allSatisfy(line ->
            assertThat(line)
                .matches(
                    ".* in total, seen [0-9]+ times under [1-4] of 4 schedules, seed 1 the first"));
    assertThat(result.out()).contains("%0Aunder 4 of 4 schedules, seed 1 the first\n");
    assertThat(Files.readString(sarif)).contains("\"schedules\": 4", "\"seed\": 1");
    assertThat(Files.readString(json))
        .contains("\"firstFailing\": 1", "\"replay\": \"./syncopate launch ", "\"seed\": 4");
  }

  @Test
  void aSeedAloneIsARunLikeAnyOther() {
    Shell.Result unperturbed = launch("mailbox_right", "--json", "-");
    Shell.Result seed = launch("mailbox_right", "--json", "-", "--perturb-seed", "9");
    Shell.Result configured = launch("mailbox_right", "--json", "-", "--set", "perturb.seed=9");
    assertThat(cycles(seed)).isEqualTo(cycles(configured)).isNotEqualTo(cycles(unperturbed));
    assertThat(seed.out()).contains("\"seed\": 9").contains("perturb.seed=9");
  }

  private static String cycles(Shell.Result result) {
    return result
        .out()
        .lines()
        .filter(line -> line.contains("\"cycles\""))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aWorkloadWithAPlantedMistakeIsFoundWrong() {
    String run = "run spinmutex --size small --gpu rsp-8cu --quiet --perturb 3";
    Shell.Result right = Shell.run(run.split(" "));
    assertThat(right.out()).isEqualTo("3 schedules, seeds 1 to 3: none failed\n");
    Shell.Result wrong = Shell.run((run + " -o variant=unfenced").split(" "));
    assertThat(wrong.out())
        .startsWith("wrong answer of ")
        .contains("under 3 of 3 schedules, seed 1 the first")
        .endsWith(
            "replay it: ./syncopate run spinmutex --size small --gpu rsp-8cu --quiet"
                + " --perturb-seed 1 -o variant=unfenced\n");
    assertThat(wrong.code()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--perturb 0 | --perturb takes a number of schedules from 1 to 1,000,000, not 0",
        "--perturb-seed 0 | --perturb-seed takes a number from 1 to 2146483647, not 0",
        "--perturb 2 --print 0 | --print tells of one run, and --perturb makes several: replay one"
            + " with --perturb-seed",
        "--perturb 2 --profile | --profile tells of one run",
        "--schedules -1 | --schedules takes a number of schedules from 0 to 1,000,000, not -1",
        "--schedules 1 --perturb 2 | --schedules tells how many schedules --check races runs behind"
            + " the machine's own; found it with --perturb",
        "--expect same | --expect same compares what several schedules leave: it needs --perturb N",
        "--ignore 0 | --ignore leaves a buffer out of --expect same, and there is no --expect same",
        "--expect sum(0 | --expect 'sum(0', column 6: expected ')'",
      })
  void aMistakeIsNamed(String options, String message) {
    Shell.Result result = launch("mailbox_right", options.split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(2);
  }

  private static Shell.Result hidden(String kernel, String words, String... extraOptions) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                ("launch "
                        + EXAMPLES
                        + "/hidden.ptx --kernel "
                        + kernel
                        + " --quiet --watchdog 100000 --block 32 "
                        + words)
                    .split(" ")));
    arguments.addAll(List.of(extraOptions));
    return Shell.run(arguments.toArray(String[]::new));
  }

  private static final String QUEUE =
      "--grid 4 --arg u32[256]=zero --arg u32[128]=zero --arg u32[128]=zero";
  private static final String SLEEPER = "--grid 2 --arg u32[256]=zero";

  /** Which thread's element lies where depends on the schedule, and nothing is wrong with that. */
  @Test
  void aRightQueueIsNotCalledWrong() {
    Shell.Result unasked = hidden("fifo_right", QUEUE, "--perturb", "8");
    assertThat(unasked.out()).isEqualTo("8 schedules, seeds 1 to 8: none failed\n");
    Shell.Result compared = hidden("fifo_right", QUEUE, "--perturb", "8", "--expect", "same");
    assertThat(compared.out()).startsWith("another result of fifo_right: argument 0 is not what ");
    Shell.Result permitted =
        hidden(
            "fifo_right",
            QUEUE + " --expect sum(0[64..191])=8256 --expect min(0[64..191])=1 --expect sorted(2)",
            "--expect",
            "same",
            "--ignore",
            "0",
            "--perturb",
            "8");
    assertThat(permitted.out()).isEqualTo("8 schedules, seeds 1 to 8: none failed\n");
    Shell.Result wrong = hidden("fifo", QUEUE + " --expect sum(2)=8256 --perturb 8");
    assertThat(wrong.out())
        .startsWith("wrong answer of fifo: 1 of 1 expectation not met, under ")
        .contains("  argument 2 is not as expected:\n    sum got ");
    assertThat(wrong.code()).isEqualTo(1);
  }

  /** Of each kind of mistake that the machine's own schedule hides: a few schedules show it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sleeper | --grid 2 --arg u32[256]=zero --expect 0[192]=1 | 4 | 3",
        "fifo | --grid 4 --arg u32[256]=zero --arg u32[128]=zero --arg u32[128]=zero --expect"
            + " min(2)=1 | 8 | 1",
        "seat | --grid 3 --arg u32[128]=zero --expect 0[64]=1 | 4 | 1",
        "lockstep | --grid 1 --arg u32[32]=zero --expect sum(0)=528 | 4 | 1",
      })
  void aHiddenMistakeIsFoundInFewSchedules(
      String kernel, String words, String schedules, int code) {
    assertThat(hidden(kernel, words).code()).as("the machine's own schedule").isZero();
    assertThat(hidden(kernel, words, "--perturb", schedules).code()).isEqualTo(code);
    Shell.Result right = hidden(kernel + "_right", words, "--perturb", "16");
    assertThat(right.out()).isEqualTo("16 schedules, seeds 1 to 16: none failed\n");
  }

  @Test
  void aCheckOfRacesLooksAtOtherSchedulesWhereTheMachinesOwnShowsNothing() throws IOException {
    Path json = folder.resolve("a.json");
    Shell.Result result = hidden("sleeper", SLEEPER, "--check", "races", "--json", json.toString());
    assertThat(result.out())
        .startsWith("note: unordered hand-over of argument 0[0] in sleeper\n")
        .contains(
            "\nhang: ",
            "of 8 schedules, seed 1 the first\n",
            "replay it: ./syncopate launch --perturb-seed 1 " + EXAMPLES + "/hidden.ptx ");
    assertThat(result.code()).isEqualTo(3);
    assertThat(Files.readString(json))
        .contains("\"schedules\": 9", "\"wordsHandedOver\": ", "\"seed\": 1");
    Shell.Result again = replay(result.out());
    assertThat(again.code()).isEqualTo(3);
    Shell.Result ownOnly = hidden("sleeper", SLEEPER, "--check", "races", "--schedules", "0");
    assertThat(ownOnly.code()).isZero();
    assertThat(ownOnly.out())
        .startsWith("note: unordered hand-over of argument 0[0] in sleeper\n")
        .contains("\nchecked for races: 1 note, nothing else found under 1 schedule; ")
        .hasLineCount(5);
    Shell.Result right = hidden("sleeper_right", SLEEPER, "--check", "races");
    assertThat(right.out()).startsWith("checked for races: nothing found under 9 schedules; ");
    Shell.Result two = hidden("sleeper_right", SLEEPER, "--check", "races", "--schedules", "2");
    assertThat(two.out()).startsWith("checked for races: nothing found under 3 schedules; ");
  }

  @Test
  void schedulesThatNobodyHasAskedForTakeLittleWork() {
    Shell.Result result =
        Shell.run("run histogram --size 256K --gpu rsp-8cu --quiet --check races".split(" "));
    assertThat(result.out())
        .containsPattern("nothing found under [1-8] schedules?; ")
        .contains(
            "would be more than 2,000,000 warp instructions and messages; --schedules N looks at N"
                + " all the same\n");
    assertThat(result.code()).isZero();
  }
}
