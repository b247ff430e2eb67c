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

  private static Shell.Result launch(String kernel, String... more) {
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
    words.addAll(List.of(more));
    return Shell.run(words.toArray(String[]::new));
  }

  /** The command that a report ends with. */
  private static Shell.Result replay(String report, String... more) {
    String command =
        report.lines().filter(line -> line.startsWith("replay it: ")).findFirst().orElseThrow();
    List<String> words =
        new ArrayList<>(
            List.of(command.replace("replay it: ./syncopate ", "").replace("'", "").split(" ")));
    words.addAll(List.of(more));
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
        .isEqualTo(
            """
            checked for races, memory, init, sync: nothing found
            30 schedules, seeds 1 to 30: none failed
            """);
    assertThat(result.code()).isZero();
  }

  @Test
  void withoutWhatIsExpectedResultsAreComparedWithThoseOfTheMachinesOwnSchedule() {
    Shell.Result result = launch("total", "--perturb", "5", "--perturb-seed", "3");
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
    Shell.Result own = launch("mailbox_right", "--json", "-");
    Shell.Result seed = launch("mailbox_right", "--json", "-", "--perturb-seed", "9");
    Shell.Result same = launch("mailbox_right", "--json", "-", "--set", "perturb.seed=9");
    assertThat(cycles(seed)).isEqualTo(cycles(same)).isNotEqualTo(cycles(own));
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
      })
  void aMistakeIsNamed(String options, String message) {
    Shell.Result result = launch("mailbox_right", options.split(" "));
    assertThat(result.err()).contains(message);
    assertThat(result.code()).isEqualTo(2);
  }
}
