package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    assertThat(result.err()).contains("--layout takes apart, pairs, together or all");
    Files.writeString(test, MESSAGE.formatted("gpu") + "nonsense");
    assertThat(run("explore", test.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("mp.litmus:7:");
    Files.writeString(
        test, MESSAGE.formatted("gpu").replace("~exists", "filter (P1:r1 == 7)\n~exists"));
    assertThat(run("explore", test.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains("MP: its filter leaves out every outcome, so there is nothing to judge");
  }

  @Test
  void anExplorationThatStoppedAtItsBoundIsNoPass() {
    assertThat(run("explore", test.toString(), "--bound", "20")).isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out()).contains("NOT ALL: stopped at the bound");
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
    String alone = untimed("1", json, tests);
    assertThat(alone)
        .containsSubsequence(
            "0\nIRIW-relaxed under gpu",
            "MP-gpu under gpu",
            "not explored: lock-remote: P1: ",
            "lock-cta-apart under gpu",
            "CoRR under gpu");
    for (String threads : new String[] {"2", "7"}) {
      assertThat(untimed(threads, json, tests)).as("%s threads", threads).isEqualTo(alone);
    }
    assertThat(run("explore", "MP-gpu", "--threads", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("--threads takes a number from 1 to 1024, not 0");
  }

  @Test
  void severalThreadsStopAtTheTimeoutAndTheBound() {
    assertThat(run("explore", "IRIW-relaxed", "MP-gpu", "--threads", "2", "--bound", "200"))
        .isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out()).containsOnlyOnce("IRIW-relaxed under gpu");
    assertThat(run("explore", "library", "--layout", "all", "--threads", "2", "--timeout", "1"))
        .isEqualTo(ExitCode.MAX_CYCLES);
    assertThat(result.out()).contains("NOT ALL: stopped");
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
    assertThat(run("model", three, "--barriers", "maximum")).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains("--barriers: found 'maximum', expected manual or quorum-is-minimum");
  }

  @Test
  void aTestThatCannotBeReadIsNoPassForTheOthers() throws IOException {
    Files.writeString(folder.resolve("bad.litmus"), "PTX bad\n{ x=0; }\n P0 ;\n");
    assertThat(run("explore", folder.toString(), "--config", "tiny")).isEqualTo(ExitCode.USAGE);
    assertThat(result.out()).contains("not explored: ", "bad.litmus:3:", "MP under gpu");
  }
}
