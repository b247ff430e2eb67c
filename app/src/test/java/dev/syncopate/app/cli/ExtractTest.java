package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** From a kernel to a litmus test that {@code model} and {@code explore} take: the ticket lock. */
class ExtractTest {
  private static final Path RACES = Checkout.launcher().resolveSibling("examples/races");

  @TempDir private Path folder;

  private static List<String> launch(String kernel, String... extraOptions) {
    List<String> words = new ArrayList<>(List.of("launch", RACES.resolve("ticket_lock.ptx") + ""));
    words.addAll(List.of("--grid", "4", "--block", "32", "--arg", "u32[64]=zero"));
    words.addAll(List.of("--kernel", kernel));
    words.addAll(List.of(extraOptions));
    return words;
  }

  private static Shell.Result extract(String selector, String kernel) {
    List<String> words = new ArrayList<>(List.of("extract", selector, "--"));
    words.addAll(launch(kernel));
    return Shell.run(words.toArray(String[]::new));
  }

  private static Shell.Result run(List<String> words) {
    return Shell.run(words.toArray(String[]::new));
  }

  /** The tests in the lock's directory are those that the program extracts from it. */
  @ParameterizedTest
  @CsvSource({
    "1, ticket_wrong",
    "1, ticket_narrow",
    "ticket_lock.cu:28, ticket_right",
    "ticket_lock.cu:67, ticket_ordered"
  })
  void theExamplesAreTheProgramsOwn(String selector, String kernel) throws IOException {
    Shell.Result result = extract(selector, kernel);
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(result.out()).isEqualTo(Files.readString(RACES.resolve(kernel + ".litmus")));
  }

  @ParameterizedTest
  @CsvSource({
    "ticket_wrong, gpu",
    "ticket_wrong, denovo",
    "ticket_narrow, gpu",
    "ticket_narrow, srsp"
  })
  void aRaceIsAllowedAndHappens(String kernel, String protocol) {
    String test = RACES.resolve(kernel + ".litmus").toString();
    assertThat(Shell.run("model", test, "--witness", "none").out())
        .contains("verdict          yes");
    assertThat(Shell.run("explore", test, "--protocol", protocol).out())
        .contains("  * P1:r0=1, P1:r1=0  ", "observed: an outcome marked * is as the test's");
  }

  /** What the model says of a hand-over without order: the old data may be read. */
  @ParameterizedTest
  @CsvSource({"message, 2", "last_adds, 8"})
  void aHandOverWithoutOrderIsAllowedToFail(String kernel, int ctas) {
    Path test = folder.resolve("test.litmus");
    List<String> words = new ArrayList<>(List.of("extract", "-o", test.toString(), "1", "--"));
    words.addAll(List.of("launch", RACES.resolve("handover.ptx") + "", "--kernel", kernel));
    words.addAll(List.of("--grid", ctas + "", "--block", "32", "--arg", "u32[64]=zero"));
    Shell.Result result = run(words);
    assertThat(result.code()).as(result.err()).isZero();
    assertThat(test)
        .content()
        .startsWith("PTX " + kernel + "-unordered-1\n\"unordered hand-over of argument 0[")
        .contains("The PTX model allows this", " the model forbids it.\"");
    assertThat(Shell.run("model", test.toString(), "--witness", "none").out())
        .contains("verdict          yes");
  }

  @ParameterizedTest
  @CsvSource({
    "ticket_right, gpu",
    "ticket_right, srsp",
    "ticket_right, denovo",
    "ticket_ordered, gpu",
    "ticket_ordered, hlrc"
  })
  void aRightHandOverIsForbiddenAndDoesNotHappen(String kernel, String protocol) {
    String test = RACES.resolve(kernel + ".litmus").toString();
    assertThat(Shell.run("model", test, "--witness", "none").out()).contains("holds");
    Shell.Result explored = Shell.run("explore", test, "--protocol", protocol);
    assertThat(explored.out())
        .contains(
            "holds: the test's claim is true of all outcomes", "allows all that was observed");
    assertThat(explored.code()).isZero();
  }

  @Test
  void aFolderGetsATestOfEachRaceAndEachFindingSaysWhich() throws IOException {
    Shell.Result result =
        run(launch("ticket_wrong", "--quiet", "--litmus", folder.resolve("tests").toString()));
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.out())
        .startsWith("data race on argument 0[32] in ticket_wrong")
        .endsWith(
            "checked for races: 2 findings\nlitmus test of finding 1: %1$s-1.litmus\nlitmus test of"
                    .formatted(folder.resolve("tests/ticket_wrong-race"))
                + " finding 2: %1$s-2.litmus\n"
                    .formatted(folder.resolve("tests/ticket_wrong-race")));
    try (Stream<Path> files = Files.list(folder.resolve("tests"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("ticket_wrong-race-1.litmus", "ticket_wrong-race-2.litmus");
    }
    assertThat(Files.readString(folder.resolve("tests/ticket_wrong-race-1.litmus")))
        .isEqualTo(extract("1", "ticket_wrong").out());
  }

  @Test
  void aRunWithoutRacesGetsTheHandOversThatOrderedIt() {
    Shell.Result result =
        run(launch("ticket_right", "--quiet", "--litmus", folder.resolve("tests").toString()));
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .startsWith("checked for races: nothing found under 1 schedule; ")
        .endsWith(
            "\nlitmus test of a hand-over: "
                + folder.resolve("tests/ticket_right-handover-1.litmus\n"));
  }

  @Test
  void aLineChoosesAmongTheTests() {
    Shell.Result noneChosen =
        run(
            launch(
                "ticket_right", "--quiet", "--litmus", folder + "", "--litmus-at", "other.cu:28"));
    assertThat(noneChosen.out())
        .contains(
            "no race and no hand-over has a part at other.cu:28; there are some at"
                + " ticket_lock.cu:23, ticket_lock.cu:25, ticket_lock.cu:26, ticket_lock.cu:27,"
                + " ticket_lock.cu:28, ticket_lock.ptx:");
    Shell.Result oneChosen =
        run(
            launch(
                "ticket_right",
                "--quiet",
                "--litmus",
                folder + "",
                "--litmus-at",
                "examples/races/ticket_lock.cu:28"));
    assertThat(oneChosen.out()).contains("litmus test of a hand-over: ");
  }

  @Test
  void aTestGoesToAFileInsteadOfStandardOutput() throws IOException {
    Path file = folder.resolve("a.litmus");
    List<String> words = new ArrayList<>(List.of("extract", "-o", file + "", "2", "--"));
    words.addAll(launch("ticket_wrong"));
    Shell.Result result = run(words);
    assertThat(result.code()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(Files.readString(file)).startsWith("PTX ticket_wrong-race-2\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 | ticket_wrong | there is no finding 3: the run has 2",
        "1 | ticket_right | there is no finding 1: the run has no races; name a line to see what"
            + " ordered its accesses",
        "a.cu:7 | ticket_wrong | no race and no hand-over has a part at a.cu:7; there are some at"
            + " ticket_lock.cu:12, ",
        "first | ticket_wrong | expected the number of a finding or FILE:LINE, found 'first'",
        "0 | ticket_wrong | expected the number of a finding or FILE:LINE, found '0'"
      })
  void whatIsNotThereIsSaid(String selector, String kernel, String message) {
    Shell.Result result = extract(selector, kernel);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("error: " + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"extract 1 -- model x", "extract 1 model x"})
  void otherCommandsAreRefused(String words) {
    Shell.Result result = Shell.run(words.split(" "));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("expected launch, run or cuda behind '--', found 'model'");
  }

  @Test
  void itsOwnOptionsStandInFront() {
    Shell.Result result = Shell.run("extract", "1", "-o", "x.litmus", "--", "run", "spinmutex");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err())
        .contains("error: options of extract stand before RACE; found '-o' behind it");
  }

  @Test
  void severalSchedulesHaveNoOneRecording() {
    Shell.Result result = run(launch("ticket_wrong", "--litmus", folder + "", "--perturb", "2"));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--litmus tells of one run, and --perturb makes several");
  }

  @Test
  void anOptionThatSaysNothingIsRefused() {
    Shell.Result result = run(launch("ticket_right", "--litmus-at", "a.cu:1"));
    assertThat(result.err())
        .contains("--litmus-at chooses what --litmus writes, and there is none");
    Shell.Result bad = run(launch("ticket_right", "--litmus", folder + "", "--litmus-at", "here"));
    assertThat(bad.err()).contains("--litmus-at takes FILE:LINE, found 'here'");
    assertThat(bad.code()).isEqualTo(2);
  }

  @Test
  void aFolderThatCannotBeMadeIsRefusedBeforeTheRun() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    Shell.Result result = run(launch("ticket_wrong", "--litmus", file + ""));
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("error: --litmus: cannot make the folder " + file);
  }
}
