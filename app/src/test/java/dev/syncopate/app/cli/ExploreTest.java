package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExploreTest {
  private static final String MESSAGE =
      """
      PTX MP
      { x=0; y=0; }
       P0@cta 0,gpu 0 | P1@cta 1,gpu 0   ;
       st.relaxed.%1$s x, 1 | ld.acquire.%1$s r1, y ;
       st.release.%1$s y, 1 | ld.relaxed.%1$s r2, x ;
      ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
      """;

  private Shell.Result result = new Shell.Result(0, "", "");
  @TempDir private Path folder;
  private Path test = Path.of("");

  @BeforeEach
  void write() throws IOException {
    test = Files.writeString(folder.resolve("mp.litmus"), MESSAGE.formatted("gpu"));
  }

  private int run(String... arguments) {
    result = Shell.run(arguments);
    return result.code();
  }

  @Test
  void outcomesAndTheVerdictArePrinted() {
    assertThat(run("explore", test.toString(), "--protocol", "srsp")).isZero();
    assertThat(result.out())
        .contains(
            "MP under srsp, model hrf",
            "  P1:r1=0, P1:r2=0",
            "  holds: the test's claim is true of all outcomes",
            "tiny machine, locations apart, CTAs apart",
            "roomy machine, locations apart, CTAs apart",
            "  model hrf-rsp: allows all that was observed")
        .doesNotContain("P1:r1=1, P1:r2=0", "takes WRITE");
  }

  /** Its settings are the machine's, its size the name's, or the machine's where that has one. */
  @Test
  void whatStandsInFrontHasTheSettingsThatAreAskedFor() {
    String reuse = "mechanisms.lab.reuse=off";
    assertThat(states("gpu+lab8", "--set", reuse)).isGreaterThan(states("gpu+lab8"));
    assertThat(result.out()).contains("comm-MP-two under gpu+lab8, model hrf");
    states("gpu", "--set", "mechanisms.lab.entries=2");
    assertThat(result.out()).contains("under gpu+lab2,", "  model hrf-comm: allows all");
    states("gpu+lab", "--set", "mechanisms.lab.entries=2");
    assertThat(result.out()).contains("under gpu+lab2,");
    states("gpu+lab8", "--set", "mechanisms.lab.entries=2");
    assertThat(result.out()).contains("under gpu+lab8,");
  }

  private long states(String protocol, String... settings) {
    List<String> line =
        new ArrayList<>(
            List.of("explore", "comm-MP-two", "--config", "tiny", "--protocol", protocol));
    line.addAll(List.of(settings));
    assertThat(run(line.toArray(String[]::new))).as(result.err()).isZero();
    return Pattern.compile("CTAs apart: ([0-9,]+) states")
        .matcher(result.out())
        .results()
        .mapToLong(match -> Long.parseLong(match.group(1).replace(",", "")))
        .sum();
  }

  @Test
  void aForbiddenOutcomeComesWithWhatItBreaksAndHowItCame() throws IOException {
    Files.writeString(test, MESSAGE.formatted("cta"));
    assertThat(run("explore", test.toString(), "--against", "sc", "--config", "roomy"))
        .isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains(
            "VIOLATED: the test's claim is not true of all outcomes",
            "model sc FORBIDS P1:r1=1, P1:r2=0, which breaks sc\n",
            "1  tile ");
    assertThat(run("explore", test.toString(), "--against", "none", "--config", "roomy"))
        .isEqualTo(ExitCode.WRONG);
  }

  @Test
  void chartsAndDocumentsAreWritten() throws IOException {
    Path json = folder.resolve("out.json");
    Path charts = folder.resolve("charts");
    assertThat(
            run(
                "explore",
                test.toString(),
                "--json",
                json.toString(),
                "--draw",
                charts.toString(),
                "--schedules"))
        .isZero();
    assertThat(result.out()).contains("bank 1: takes WRITE y=1, sends ACK y to tile 0");
    assertThat(Files.readString(json))
        .contains("\"name\": \"MP\"", "\"answer\": \"holds\"", "\"P1:r2\": 1", "\"model\": \"hrf");
    assertThat(Files.readString(charts.resolve("MP-gpu-outcome-1.svg")))
        .startsWith("<svg ")
        .contains(">tile 0<", ">WRITE y=1<", ">P1:r1=0, P1:r2=0<".substring(1))
        .endsWith("</svg>\n");
  }

  @Test
  void whatCannotBeExploredIsSaid() throws IOException {
    assertThat(run("explore", folder.resolve("none.litmus").toString())).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains("there is no file, folder or test of the library named", "none.litmus");
    assertThat(run("explore", test.toString(), "--protocol", "mesi")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("there is no protocol named mesi; known are gpu, brsp");
    assertThat(run("explore", test.toString(), "--layout", "same")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--layout", "expected one of [APART, PAIRS, TOGETHER, ALL]");
    Files.writeString(test, MESSAGE.formatted("gpu") + "nonsense");
    assertThat(run("explore", test.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("mp.litmus:7:");
    Files.writeString(
        test, MESSAGE.formatted("gpu").replace("~exists", "filter (P1:r1 == 7)\n~exists"));
    assertThat(run("explore", test.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains("MP: its filter leaves out every outcome, so there is nothing to judge");
  }

  /** A wrong answer in one execution, an endless loop in another. */
  @Test
  void aWrongAnswerAndAHangAreBothSaid() throws IOException {
    Files.writeString(
        test,
        """
        PTX both
        { x=0; y=0; z=0; }
         P0@cta 0,gpu 0      | P1@cta 1,gpu 0        ;
         st.relaxed.cta x, 1 | ld.acquire.cta r1, y  ;
         st.release.cta y, 1 | beq r1, 1, LC01       ;
                             | LC00:                 ;
                             | ld.relaxed.cta r3, z  ;
                             | goto LC00             ;
                             | LC01:                 ;
                             | ld.relaxed.cta r2, x  ;
        ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
        """);
    assertThat(run("explore", test.toString(), "--against", "sc", "--config", "roomy"))
        .as("%s", result)
        .isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains(
            "  livelock: ",
            "  model sc FORBIDS ",
            "  WRONG twice: it does what it must not, and it hangs");
  }

  @Test
  void testsOfOneTitleAreToldApartByTheirFiles() throws IOException {
    Path otherFile = Files.writeString(folder.resolve("other.litmus"), MESSAGE.formatted("cta"));
    Path charts = folder.resolve("charts");
    run("explore", folder.toString(), "--config", "tiny", "--draw", charts.toString());
    assertThat(result.out())
        .contains("MP (%s) under gpu".formatted(test), "MP (%s) under gpu".formatted(otherFile));
    try (Stream<Path> files = Files.list(charts)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.contains("mp.litmus"))
          .anyMatch(name -> name.contains("other.litmus"));
    }
    Shell.Result verified =
        Shell.run(
            "verify",
            "--protocol",
            "gpu",
            folder.toString(),
            "--csv",
            folder.resolve("v.csv").toString());
    assertThat(verified.code()).isZero();
    assertThat(folder.resolve("v.csv"))
        .content()
        .contains("MP (%s)".formatted(test), "MP (%s)".formatted(otherFile));
  }

  @Test
  void anExplorationThatStoppedAtItsBoundIsNoPass() {
    assertThat(run("explore", test.toString(), "--bound", "20")).isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out()).contains("NOT ALL: stopped before the end");
  }

  /** Times are all that may differ. */
  private String untimed(String threads, Path json, String... tests) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("explore", "--threads", threads));
    arguments.addAll(List.of("--schedules", "--json", json.toString(), "--protocol", "gpu"));
    arguments.addAll(List.of(tests));
    int code = run(arguments.toArray(String[]::new));
    return (code + "\n" + result.out() + result.err() + Files.readString(json))
        .replaceAll(" in [0-9.]+ s\n", "\n")
        .replaceAll("\"seconds\": [0-9.E-]+", "");
  }

  @Test
  void severalThreadsPrintTheSameAsOne() throws IOException {
    String[] tests = {"IRIW-relaxed", "MP-gpu", "lock-remote", "lock-cta-apart", "CoRR"};
    Path json = folder.resolve("out.json");
    String singleThreaded = untimed("1", json, tests);
    assertThat(singleThreaded)
        .containsSubsequence(
            "0\nIRIW-relaxed under gpu",
            "MP-gpu under gpu",
            "not explored: lock-remote: P1: ",
            "lock-cta-apart under gpu",
            "CoRR under gpu");
    for (String threads : new String[] {"2", "7"}) {
      assertThat(untimed(threads, json, tests)).as("%s threads", threads).isEqualTo(singleThreaded);
    }
    assertThat(run("explore", "MP-gpu", "--threads", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--threads takes a number from 1 to 1024, not 0");
  }

  @Test
  void severalThreadsStopAtTheTimeoutAndTheBound() {
    assertThat(run("explore", "IRIW-relaxed", "MP-gpu", "--threads", "2", "--bound", "200"))
        .isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out())
        .containsOnlyOnce("IRIW-relaxed under gpu")
        .contains("NOT ALL: stopped");
    // Time may be over within a test or between two: that nothing begins after it is what counts.
    assertThat(run("explore", "library", "--layout", "all", "--threads", "2", "--timeout", "1"))
        .isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out()).contains("Not everything was explored: ", "  not begun: ");
  }

  /** What this model chooses from are as many orders as of twelve writes. */
  @Test
  void judgingEndsAtTheTimeout() throws IOException {
    Path cat = folder.resolve("orders.cat");
    Files.writeString(
        cat, "\"Orders\"\nwith S from linearisations(W & ~IW, 0)\n~empty S & S^-1 as never\n");
    String rows = "st.weak x, 1 | st.weak y, 1;\n".repeat(6);
    String test = written("PTX t\n{ }\nP0@cta 0,gpu 0|P1@cta 1,gpu 0;\n" + rows + "exists x=1\n");
    String[] command = {"explore", test, "--config", "roomy", "--caches", "cold"};
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--against", cat.toString(), "--timeout", "1"));
    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out())
        .contains("  * x=1", "  NOT JUDGED: --timeout is over; of 1 outcomes observed it allows 0");
  }

  private String written(String text) throws IOException {
    return Files.writeString(folder.resolve("t.litmus"), text).toString();
  }

  @Test
  void anAccessWhereNothingIsIsAFailureWithItsSchedule() throws IOException {
    String wild =
        written("PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\nld r0, 77;\nst.weak r0, 1;\nexists x = 1\n");
    assertThat(run("explore", wild, "--config", "roomy", "--caches", "cold"))
        .isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .contains(
            "error: P0: `st.weak r0, 1` accesses address 77, where no location is",
            "1  tile 0: P0 issues st.weak r0, 1");
  }

  @Test
  void whatTheModelCannotJudgeIsSaidBeforeItIsExplored() throws IOException {
    String rows = "st.weak x, 1;\n".repeat(300);
    String large = written("PTX t\n{ x=0; }\nP0@cta 0,gpu 0;\n" + rows + "exists x = 1\n");
    assertThat(run("explore", large)).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains(
            "t: the memory model cannot judge it: P0 has more than 256 events, the most that a"
                + " model can judge; --against none explores it all the same");
    assertThat(run("explore", large, "--against", "none", "--config", "roomy")).isZero();
    assertThat(run("explore", "MP-gpu", "--against", "tso")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--against: no model `tso`");
  }

  @Test
  void countsOfBarriersAreReadAsTheUserSays() throws IOException {
    String text =
        """
        PTX three-of-two
        { x=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0       | P2@cta 0,gpu 0       ;
         st.weak x, 1         | bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;
         bar.cta.sync 0, 0, 2 | ld.weak r1, x        |                      ;
        forall (P1:r1 == 1)
        """;
    String three = written(text);
    assertThat(run("explore", three, "--config", "tiny")).isEqualTo(ExitCode.HANG);
    assertThat(run("explore", three, "--config", "tiny", "--barriers", "quorum-is-minimum"))
        .isZero();
    assertThat(run("model", three)).isEqualTo(ExitCode.USAGE);
    assertThat(run("model", three, "--barriers=quorum-is-minimum")).isZero();
    assertThat(run("verify", three, "--protocol", "gpu", "--barriers=quorum-is-minimum")).isZero();
    assertThat(
            run("explore", three, "--config=tiny", "--against=none", "--barriers=opens-for-good"))
        .as("two of the three may pass without the writer")
        .isEqualTo(ExitCode.WRONG);
    assertThat(run("model", three, "--barriers=opens-for-good")).isZero();
    assertThat(result.out()).contains("verdict   fails");
    assertThat(run("explore", three, "--barriers=threads-pass")).isEqualTo(ExitCode.USAGE);
    assertThat(result.out() + result.err())
        .contains("threads that pass barriers alone are judged by `model`");
    assertThat(run("model", three, "--barriers=threads-pass")).isZero();
    assertThat(run("model", three, "--barriers", "maximum")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains(
            "--barriers: found 'maximum', expected manual, quorum-is-minimum, opens-for-good,"
                + " threads-pass");
  }

  @Test
  void aTestThatCannotBeReadIsNoPassForTheOthers() throws IOException {
    Files.writeString(folder.resolve("bad.litmus"), "PTX bad\n{ x=0; }\n P0 ;\n");
    assertThat(run("explore", folder.toString(), "--config", "tiny")).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).contains("not explored: ", "bad.litmus:3:", "MP under gpu");
  }
}
