package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code observe}: litmus tests as kernels on the whole machine. */
class ObserveTest {
  private static final String HOPPER = "h100-132sm";

  @TempDir private Path folder;

  private static Shell.Result observe(String... words) {
    List<String> command = new ArrayList<>(List.of("observe"));
    command.addAll(List.of(words));
    return Shell.run(command.toArray(String[]::new));
  }

  @Test
  void eachOutcomeStandsBesideTheModelsOpinion() {
    Shell.Result result = observe("load-wait", "--gpu", HOPPER, "--runs", "7");
    assertThat(result.out())
        .isEqualTo(
            """
            load-wait

                    observed  ptx-9-async
            0:r0=1  7         allowed
            """);
    assertThat(result.code()).isZero();
  }

  /** A store without a proxy fence is missed by the copy; the model calls the test racy. */
  @Test
  void whatAMissingFenceLetsBeSeenIsNoFaultOfTheMachine() {
    Shell.Result result = observe("store-barrier-unfenced", "--gpu", HOPPER, "--runs", "3");
    assertThat(result.out())
        .contains("1:r0=0 *  3")
        .contains("* meets the condition")
        .contains("the model promises nothing: race");
    assertThat(result.code()).isZero();
  }

  /**
   * The machine does no more than the default reading of the manual allows, also with a protocol in
   * which other fences than those of clusters move no data.
   */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "hlrc"})
  void noAsynchronousTestHasAnOutcomeThatTheModelForbids(String protocol) {
    Shell.Result result =
        observe(
            "asynchronous",
            "--gpu",
            HOPPER,
            "--set",
            "core.units=4",
            "--protocol",
            protocol,
            "--runs",
            "4",
            "--watchdog",
            "50000");
    assertThat(result.out()).doesNotContain("FORBIDDEN").contains("0 with a forbidden outcome");
    assertThat(result.code()).isZero();
  }

  /** By the reading in which each writer fences for itself, the machine allows less. */
  @Test
  void theModelCanBeChosen() {
    Shell.Result result =
        observe(
            "store-barrier-issuer-fences",
            "--gpu",
            HOPPER,
            "--runs",
            "2",
            "--against",
            "ptx-9-async-writer");
    assertThat(result.out()).contains("ptx-9-async-writer").contains("1:r0=1  2         allowed");
    assertThat(observe("load-wait", "--against", "ptx-10").err()).contains("--against: ");
  }

  /** A model that allows no execution has no answer, and is never taken for a pass. */
  @Test
  void aModelWithoutAnAnswerSaysSo() throws IOException {
    Path model = folder.resolve("no-zero.cat");
    Files.writeString(model, "\"No initial value is read\"\nempty rf & (IW * R) as fresh\n");
    Path test = folder.resolve("initial.litmus");
    Files.writeString(
        test,
        """
        PTX initial
        { x=0; }
         P0@cta 0,gpu 0      ;
         ld.relaxed.gpu r0, x ;
        exists (0:r0 = 0)
        """);
    Shell.Result result =
        observe(test.toString(), "--gpu", "rsp-8cu", "--runs", "2", "--against", model.toString());
    assertThat(result.out() + result.err()).contains("model allows no execution");
  }

  /** The read comes before the write by a barrier; the model forbids reads of initial values. */
  @Test
  void anOutcomeThatTheModelForbidsFailsTheRun() throws IOException {
    Path model = folder.resolve("no-initial-value.cat");
    Files.writeString(model, "\"No initial value is read\"\nempty rf & (IW * R) as initial\n");
    Path test = folder.resolve("barrier.litmus");
    Files.writeString(
        test,
        """
        PTX barrier
        { x=0; }
         P0@cta 0,gpu 0       | P1@cta 0,gpu 0 ;
         ld.relaxed.cta r0, x | bar.cta.sync 0 ;
         bar.cta.sync 0       | st.relaxed.cta x, 1 ;
        exists (0:r0 = 0)
        """);
    Shell.Result result =
        observe(test.toString(), "--gpu", "rsp-8cu", "--runs", "2", "--against", model.toString());
    assertThat(result.out()).contains("0:r0=0 *  2         FORBIDDEN");
    assertThat(result.code()).isEqualTo(1);
  }

  /** The copy unit keeps the map of the first copy; the acquire fence drops it. */
  @Test
  void aTensorMapIsThatOfALocation() {
    assertThat(observe("map-again-unacquired", "--gpu", HOPPER, "--runs", "3").out())
        .contains("0:r1=1 *  3")
        .contains("the model promises nothing: race");
    Shell.Result fenced = observe("map-again-fenced", "--gpu", HOPPER, "--runs", "3");
    assertThat(fenced.out()).contains("0:r1=2  3         allowed");
    assertThat(fenced.code()).isZero();
  }

  @Test
  void theKernelSaysWhichTensorMapsItNeeds() throws IOException {
    Path file = folder.resolve("map.ptx");
    assertThat(observe("map-fenced", "--ptx", file.toString()).code()).isZero();
    assertThat(Files.readString(file))
        .contains(
            "\n// Tensor map at byte 256 of memory: one dimension of 4 words at byte 0, box 4.\n")
        .contains(".target sm_90a")
        .contains("tensormap.replace.tile.global_address.global.b1024.b64 [%map], %tile;");
  }

  /** Both additions come, each of them in four words. */
  @Test
  void anAsynchronousReductionCountsAllBytesOfItsLocation() {
    assertThat(observe("remote-async-reductions", "--gpu", HOPPER, "--runs", "3").out())
        .contains("1:r0=2  3         allowed");
  }

  @Test
  void aTensorMapIsNoNumber() throws IOException {
    Path test = folder.resolve("number.litmus");
    Files.writeString(
        test,
        """
        PTX number
        { shared x; mbarrier m=1; t=&g; g=1; }
         P0@cta 0,gpu 0 ;
         ld.weak r0, t ;
         cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes x, t, m ;
        exists (0:r0 = 0)
        """);
    assertThat(observe(test.toString(), "--gpu", HOPPER).out())
        .isEqualTo("not run: number: its tensor map `t` is used as a number\n");
    Files.writeString(
        test,
        Files.readString(test).replace("t=&g", "t=1").replace("ld.weak r0, t", "ld.weak r0, g"));
    assertThat(observe(test.toString(), "--gpu", HOPPER).out())
        .contains("its tensor map `t` does not start with the address of a location");
  }

  @Test
  void aTestThatNoKernelCanBeMadeOfIsNotRunAndSaysWhy() {
    Shell.Result result = observe("swap-fails-two-gpus", "--gpu", HOPPER);
    assertThat(result.out()).isEqualTo("not run: swap-fails-two-gpus: its threads are on 2 GPUs\n");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void theKernelCanBeWrittenForOtherHardware() throws IOException {
    Path file = folder.resolve("kernel.ptx");
    Shell.Result result = observe("load-two-copies", "--ptx", file.toString());
    assertThat(result.code()).as(result.err()).isZero();
    String text = Files.readString(file);
    assertThat(text)
        .startsWith("// load-two-copies: a litmus test as a kernel. Grid: 1 blocks of 64 threads.")
        .contains(".visible .entry litmus(.param .u64 memory, .param .u64 results)");
    Shell.Result launched =
        Shell.run(
            "launch",
            file.toString(),
            "--gpu",
            HOPPER,
            "--grid",
            "1",
            "--block",
            "64",
            "--arg",
            "u32[32]=fill(1)",
            "--arg",
            "u32[8]=zero",
            "--check",
            "races,confluence");
    assertThat(launched.out()).contains("nothing found");
  }

  @Test
  void aScheduleIsRepeatedToTheDigit() {
    String[] words = {"mbarrier-test-store-buffering", "--gpu", HOPPER, "--runs", "20"};
    assertThat(observe(words).out()).isEqualTo(observe(words).out());
    assertThat(observe("load-wait", "--runs", "0").err()).contains("--runs must be at least 1");
  }
}
