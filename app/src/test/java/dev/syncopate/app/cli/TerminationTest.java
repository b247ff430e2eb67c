package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.app.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code model --ends} and {@code explore --ends} print, write and refuse. */
class TerminationTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void aRunThatDoesNotEndIsShownWithWhatRepeats() {
    Shell.Result result = Shell.run("model", "ticket-order", "--fairness", "hsa");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .isEqualTo(
            """
            ticket-order: does every run end under hsa fairness of blocks?

                     ptx
            verdict  may not end

            may not end, by ptx, as an interleaving:
              P1: atom.relaxed.gpu.add r0, t, 1  reads 0
              P0: atom.relaxed.gpu.add r0, t, 1  reads 1
              then forever:
                P0: ld.acquire.gpu r1, f  reads 0
            """);
  }

  @Test
  void whereThreadsHangAtABarrierNothingRepeats() throws IOException {
    String test =
        file("hang.litmus", "PTX hang {}\nP0@cta 0,gpu 0;\nbar.cta.sync 0, 0, 2;\nexists 0=0");
    assertThat(Shell.run("model", test, "--ends").out())
        .endsWith(
            """
            may not end, by ptx, as an interleaving:
              P0: bar.cta.sync 0, 0, 2
              then threads wait forever at a barrier
            """);
  }

  @Test
  void anExecutionOfTheModelAloneIsDrawnWithWhatIsReadForever() {
    assertThat(Shell.run("model", "lost-wakeup", "--ends").out())
        .contains("may not end, by ptx, which no interleaving shows:")
        .contains("P0 repeats its last round forever: c reads v=0 from [v]");
    assertThat(Shell.run("model", "lost-wakeup", "--ends", "--model", "sc").out())
        .contains("verdict  ends\n");
    assertThat(Shell.run("model", "lost-wakeup", "--ends", "--witness", "none").out())
        .endsWith("verdict  may not end\n");
  }

  @Test
  void severalTestsGiveATableAndCsvAndAreComparedWithStoredVerdicts() throws IOException {
    Path csv = folder.resolve("out.csv");
    String expected = file("expected.csv", "wait-for-lower,1\nwait-for-higher,1\n");
    Shell.Result result =
        Shell.run(
            "model",
            "wait-for-lower",
            "wait-for-higher",
            "toggled-flag",
            "--fairness=hsa",
            "--csv",
            csv.toString(),
            "--expected",
            expected);
    assertThat(result.code()).isEqualTo(ExitCode.WRONG);
    assertThat(result.out())
        .startsWith(
            """
            test             ptx
            wait-for-lower   ends
            wait-for-higher  may not end
            toggled-flag     may not end
            """)
        .contains("wait-for-higher: expected 1, found 0")
        .contains("2 verdicts compared, 1 differ; 1 tests not compared");
    assertThat(Files.readString(csv))
        .isEqualTo(
            """
            test,model,fairness,unit,ends,bounded,problem
            wait-for-lower,ptx,hsa,block,1,0,
            wait-for-higher,ptx,hsa,block,0,0,
            toggled-flag,ptx,hsa,block,0,0,
            """);
  }

  @Test
  void threadsStandForBlocksWhereThatIsSaid() throws IOException {
    String test =
        file(
            "threads.litmus",
            """
            PTX threads { }
            P0@cta 0,gpu 0       | P1@cta 0,gpu 0      ;
            LC00:                | st.relaxed.gpu x, 1 ;
            ld.relaxed.gpu r0, x |                     ;
            bne r0, 1, LC00      |                     ;
            exists 0 = 0
            """);
    assertThat(Shell.run("model", test, "--fairness=hsa").out()).contains("verdict  ends\n");
    assertThat(Shell.run("model", test, "--fairness=hsa", "--progress-of=thread").out())
        .contains("under hsa fairness of threads?")
        .contains("verdict  may not end\n");
    assertThat(Shell.run("model", test, "--progress-of=thread").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Shell.run("model", test, "--ends", "--progress-of=warp").err())
        .contains("--progress-of: found 'warp', expected block, thread");
  }

  @Test
  void vulkanTestsAreJudgedByTheirModel() throws IOException {
    String test =
        file(
            "poll.litmus",
            """
            Vulkan poll { x=0; }
            P0@sg 0, wg 0, qf 0     | P1@sg 0, wg 0, qf 0    ;
            LC00:                   | st.atom.wg.sc0 x, 1    ;
            ld.atom.wg.sc0 r0, x    |                        ;
            bne r0, 1, LC00         |                        ;
            exists 0 = 0
            """);
    assertThat(Shell.run("model", test, "--ends").out())
        .contains("vulkan\n")
        .contains("verdict  ends\n");
  }

  @Test
  void openClTestsAreJudgedByTheirModel() throws IOException {
    String test =
        file(
            "poll.litmus",
            """
            OpenCL poll
            { [f]=0; }
            P0@wg 0, dev 0 (global atomic_int* f) {
              atomic_store_explicit(f, 1, memory_order_relaxed, memory_scope_device);
            }
            P1@wg 1, dev 0 (global atomic_int* f) {
              int r0 = 0;
              while (r0 == 0) r0 = atomic_load_explicit(f, memory_order_relaxed, %s);
            }
            exists (0=0)
            """);
    String text = Files.readString(Path.of(test));
    String wide = file("wide.litmus", text.formatted("memory_scope_device"));
    String narrow = file("narrow.litmus", text.formatted("memory_scope_work_group"));
    assertThat(Shell.run("model", wide, "--ends").out()).contains("verdict  ends\n");
    assertThat(Shell.run("model", narrow, "--ends").out())
        .contains("nothing promises that it sees");
  }

  @Test
  void theHardwareIsAskedTheSame() throws IOException {
    Shell.Result result =
        Shell.run(
            "explore", "wait-for-higher", "--fairness", "obe", "--config", "tiny", "--json", "-");
    assertThat(result.code()).isEqualTo(ExitCode.HANG);
    assertThat(result.out()).contains("\"fairness\": \"obe\"").contains("\"ends\": false");
    result = Shell.run("explore", "wait-for-higher", "--ends", "--config", "tiny");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("  ends: every run does under weak fairness of blocks\n");
  }

  @Test
  void aPollOfAStaleCopyCountsThoughTheTestHasARace() {
    Shell.Result result =
        Shell.run("explore", "stale-weak", "--ends", "--config", "tiny", "--caches", "cold");
    assertThat(result.code()).isEqualTo(ExitCode.HANG);
    assertThat(result.out())
        .contains("the test has a race")
        .contains("  MAY NOT END under weak fairness of blocks\n");
  }

  @Test
  void aBarrierThatOpensForGoodKeepsNobodyWhoComesLate() throws IOException {
    String text =
        """
        PTX two-of-three
        { x=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0       | P2@cta 0,gpu 0       ;
         bar.cta.sync 0, 0, N | bar.cta.sync 0, 0, N | bar.cta.sync 0, 0, N ;
         st.weak x, 1         | bar.cta.sync 0, 0, N |                      ;
        exists (x == 1)
        """;
    Path two = folder.resolve("two.litmus");
    Files.writeString(two, text.replace("N", "2"));
    assertThat(Shell.run("model", two + "", "--ends").out()).contains("verdict  may not end");
    for (String command : List.of("model", "explore")) {
      Shell.Result result = Shell.run(command, two + "", "--ends", "--barriers=opens-for-good");
      assertThat(result.code()).as(result.out() + result.err()).isZero();
    }
    Path four = folder.resolve("four.litmus");
    Files.writeString(four, text.replace("N", "4"));
    assertThat(Shell.run("model", four + "", "--ends", "--barriers=opens-for-good").out())
        .contains("verdict  may not end");
  }

  @Test
  void whatIsNotJudgedIsRefusedByName() {
    assertThat(Shell.run("model", "tx-counters", "--ends").out())
        .contains("termination of transactions is not judged");
    assertThat(Shell.run("explore", "tx-counters", "--ends").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Shell.run("model", "block-barrier", "--ends", "--barriers=quorum-is-minimum").out())
        .contains("not with the count for a minimum");
    assertThat(Shell.run("explore", "one-lock", "--ends", "--reduction", "on").err())
        .contains("with every order: without reduction");
    assertThat(Shell.run("model", "one-lock", "--fairness", "fair").err())
        .contains("--fairness: found 'fair', expected none, weak, strong");
    assertThat(Shell.run("model", "one-lock", "--ends", "--draw", "x").code())
        .isEqualTo(ExitCode.USAGE);
  }
}
