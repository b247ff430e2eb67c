package dev.syncopate.workload.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels that hang ({@code src/test/cuda/hangs.cu}): the report's second line says why. */
class HangCauseTest {
  private static final String RESIDENT =
      "; CTAs that wait for one another must all be resident: --cooperative, in CUDA"
          + " cudaLaunchCooperativeKernel, refuses a grid for which there is no room";

  private static final String FOLDER = "/dev/syncopate/workload/kernel/";

  private static Device device(String... settings) {
    DeviceBuilder builder = new DeviceBuilder("titanv-80sm", "gpu", "hrf").watchdog(20_000);
    List.of("core.units=4", "core.maxCtas=2", "dram.size=64MiB").forEach(builder::set);
    List.of(settings).forEach(builder::set);
    return builder.open();
  }

  /** Runs a kernel whose pointers all are buffers of zeros; numbers follow. */
  private static String cause(
      Device device, String compiler, String name, int grid, int block, Object... numbers) {
    Kernel kernel = new KernelLibrary(FOLDER + compiler + "/").load(device, "hangs").kernel(name);
    List<Object> arguments = new ArrayList<>();
    for (String parameter : kernel.parameters().split(", ", -1)) {
      if (parameter.startsWith(".u64")) {
        arguments.add(device.allocate(64 << 10));
      }
    }
    arguments.addAll(List.of(numbers));
    LaunchResult result = kernel.attempt(LaunchShape.of(grid, block), arguments.toArray());
    assertThat(result.ending()).as(result.report()).isEqualTo(Ending.HANG);
    assertThat(result.report()).startsWith("hang: ");
    String line = result.report().lines().skip(1).findFirst().orElseThrow();
    assertThat(line).startsWith("cause: ");
    return line.substring("cause: ".length()).replaceAll("hangs\\.ptx:\\d+", "LINE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aFlagOfACtaThatCannotStart(String compiler) {
    assertThat(cause(device(), compiler, "flagOfLaterCta", 11, 64))
        .startsWith("3 CTAs have not started and cannot: there is no room until a running one ends")
        .contains(" keeps reading argument 0[");
  }

  @Test
  void theCtaThatWaitsForOneThatCannotStart() {
    assertThat(cause(device(), "nvcc", "flagOfLaterCta", 11, 64))
        .endsWith(
            ", and lane 0 of CTA (7,0,0) warp 0 keeps reading argument 0[8] (in the L2 the word is"
                + " 0), which no thread that is running will write (the kernel does at LINE)"
                + RESIDENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aGridBarrierOfMoreCtasThanThereIsRoomFor(String compiler) {
    assertThat(cause(device(), compiler, "gridBarrier", 9, 64, 3))
        .isEqualTo(
            "1 CTA has not started and cannot: there is no room until a running one ends, and lane"
                + " 0 of CTA (0,0,0) warp 0 keeps reading argument 0[0] (in the L2 the word is 8),"
                + " which no thread that is running will write (the kernel does at LINE)"
                + RESIDENT);
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, weakPoll, a weak ld",
    "clang, weakPoll, a weak ld",
    "nvcc, narrowPoll, ld.relaxed at CTA scope",
    "clang, narrowPoll, ld.relaxed at CTA scope"
  })
  void aPollThatTheL1AnswersWithAnOldCopy(String compiler, String kernel, String how) {
    assertThat(cause(device(), compiler, kernel, 2, 1))
        .isEqualTo(
            "stale copy: lane 0 of CTA (1,0,0) warp 0 keeps reading argument 0[0] (0 in the L1 of"
                + " cu1, 1 in the L2); lane 0 of CTA (0,0,0) warp 0, which has exited, wrote 1 at"
                + " LINE; "
                + how
                + " is answered by the L1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aWriteThatStaysInTheWritersL1(String compiler) {
    assertThat(cause(device(), compiler, "missingFence", 2, 1))
        .isEqualTo(
            "unseen write: lane 0 of CTA (1,0,0) warp 0 keeps reading argument 0[0] (in the L2 the"
                + " word is 0); lane 0 of CTA (0,0,0) warp 0 wrote 1 at LINE, and it is still in"
                + " the L1 of cu0 only: no release at GPU scope has followed");
  }

  /** clang takes the loop for undefined behaviour and leaves it out. */
  @Test
  void aPlainFlagThatTheCompilerReadsOnce() {
    assertThat(cause(device(), "nvcc", "hoistedPoll", 2, 1))
        .isEqualTo(
            "an endless loop: lane 0 of CTA (1,0,0) warp 0 spins in a loop that reads no memory and comes back to the same state;"
                + " the latest read is the one before it, at LINE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aLockWhoseHolderHasExited(String compiler) {
    assertThat(cause(device(), compiler, "lostUnlock", 2, 1))
        .isEqualTo(
            "a lock is never given back: lane 0 of CTA (1,0,0) warp 0 keeps reading argument 0[0]"
                + " (in the L2 the word is 1), which lane 0 of CTA (0,0,0) warp 0, which has"
                + " exited, took at LINE and has not given back");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void locksTakenInOppositeOrders(String compiler) {
    assertThat(cause(device(), compiler, "abba", 2, 1))
        .isEqualTo(
            "deadlock: lane 0 of CTA (0,0,0) warp 0 keeps reading argument 0[64] (in the L2 the"
                + " word is 1), which lane 0 of CTA (1,0,0) warp 0 took at LINE; lane 0 of CTA"
                + " (1,0,0) warp 0 keeps reading argument 0[0] (in the L2 the word is 1), which"
                + " lane 0 of CTA (0,0,0) warp 0 took at LINE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void locksTakenInOppositeOrdersByLanesOfAWarp(String compiler) {
    assertThat(cause(device(), compiler, "laneLocks", 1, 2))
        .startsWith("deadlock: lane ")
        .contains(
            "keeps reading argument 0[64] (in the L2 the word is 1), which lane 1 of the same warp"
                + " took at LINE")
        .contains(
            "keeps reading argument 0[0] (in the L2 the word is 1), which lane 0 of the same warp"
                + " took at LINE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aLockOfEachLaneWithAReconvergenceStack(String compiler) {
    assertThat(cause(device("core.divergence=ipdom"), compiler, "laneLock", 1, 32))
        .isEqualTo(
            "deadlock: lanes 1-31 of CTA (0,0,0) warp 0 keep reading argument 0[0] (in the L2 the"
                + " word is 1), which lane 0 of the same warp took at LINE; lane 0 waits for lanes"
                + " 1-31 where the branch ends");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void barriersThatDoNotMatch(String compiler) {
    assertThat(cause(device(), compiler, "barrierCounts", 1, 64))
        .isEqualTo(
            "barriers that do not match: in CTA (0,0,0) every thread waits, 32 of 64 threads at"
                + " barrier 1, 32 of 64 threads at barrier 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void lanesThatWaitForOneBehindTheirMeeting(String compiler) {
    assertThat(cause(device(), compiler, "warpDeadlock", 1, 32))
        .isEqualTo(
            "deadlock: lanes 1-31 of CTA (0,0,0) warp 0 keep reading shared ready (the word is 0),"
                + " which lane 0 would write at LINE; lane 0 waits for lanes 1-31, which the"
                + " instruction names");
  }

  @ParameterizedTest
  @CsvSource({
    "nvcc, mbarrierCount, gate, 1 of 33",
    "clang, mbarrierCount, gate, 1 of 33",
    "nvcc, copiesMissing, full, 16 of 32",
    "clang, copiesMissing, full, 16 of 32"
  })
  void anMbarrierThatGetsTooFewArrivals(
      String compiler, String kernel, String name, String arrivals) {
    assertThat(cause(device(), compiler, kernel, 1, 32))
        .startsWith(
            "an mbarrier is never completed: lanes 0-31 of CTA (0,0,0) warp 0 keep reading shared "
                + name
                + ", an mbarrier that waits for "
                + arrivals
                + " arrivals, which no thread that is left will arrive at (the kernel does at");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aBarrierInDivergentCode(String compiler) {
    assertThat(cause(device(), compiler, "divergentBarrier", 1, 32))
        .isEqualTo(
            "deadlock: lanes 0-15 of CTA (0,0,0) warp 0 wait at barrier 0, where 16 of 32 threads"
                + " have arrived; lanes 16-31 keep reading argument 0[0] (in the L2 the word is"
                + " 0), which lanes 0-15 would write at LINE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aWordWrittenBehindABarrier(String compiler) {
    assertThat(cause(device(), compiler, "writtenBehindBarrier", 1, 64))
        .isEqualTo(
            "deadlock: lanes 0-31 of CTA (0,0,0) warp 0 keep reading shared go[2] (the word is 0),"
                + " which lanes 0-31 of CTA (0,0,0) warp 1 would write at LINE; lanes 0-31 of CTA"
                + " (0,0,0) warp 1 wait at barrier 0, where 32 of 64 threads have arrived");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void aProducerThatLeavesEarly(String compiler) {
    assertThat(cause(device(), compiler, "producerLeaves", 2, 1, 10))
        .startsWith(
            "no thread left that can write the word: lane 0 of CTA (1,0,0) warp 0 keeps reading argument"
                + " 0[0] (in the L2 the word is 9), which no thread that is left will write (the"
                + " kernel does at LINE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nvcc", "clang"})
  void anArrivalThatNeverComes(String compiler) {
    assertThat(cause(device(), compiler, "lostArrival", 4, 64))
        .isEqualTo(
            "no thread left that can write the word: lane 0 of CTA (0,0,0) warp 0 keeps reading variable"
                + " arrivals[2] (in the L2 the word is 3), which no thread that is left will write"
                + " (the kernel does at LINE)");
  }

  /** Lane 0 polls a flag of another CTA while the rest wait at a barrier. */
  @ParameterizedTest
  @ValueSource(ints = {8, 100})
  void aScanWhoseFlagsAreAtCtaScope(int grid) throws java.io.IOException {
    Device device = device();
    String text;
    try (java.io.InputStream stream =
        HangCauseTest.class.getResourceAsStream("scan-at-cta-scope.ptx")) {
      text = new String(stream.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    }
    LaunchResult result =
        device
            .load("scan.ptx", text)
            .kernel("scan")
            .attempt(
                LaunchShape.of(grid, 256),
                device.allocate(1024L * grid),
                device.allocate(1024L * grid),
                device.allocate(16L * grid),
                device.allocate(4));
    assertThat(result.ending()).isEqualTo(Ending.HANG);
    assertThat(result.report())
        .doesNotContain("deadlock")
        .contains(
            "\ncause: unseen write: lane 0 of CTA (1,0,0) warp 0 keeps reading argument 2[0] (in"
                + " the L2 the word is 0); lane 0 of CTA (0,0,0) warp 0")
        .contains(
            "wrote 2 at scan.cu:31, and it is still in the L1 of cu0 only: no release at GPU"
                + " scope has followed; ld.acquire at CTA scope may be answered by an L1 forever");
  }
}
