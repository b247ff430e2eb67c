package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code cp.async.bulk}: what arrives, when it is there, and what a missing fence lets be seen. */
class BulkCopyTest {
  private static final int WORDS = 1024;

  /**
   * Threads have {@code %r1} = their number, {@code %p1} whether it is 0, {@code %r2} = tile + 4 *
   * thread, {@code %rd3} = out + 4 * thread.
   */
  private static final String HEAD =
      """
      .reg .b32 %r<16>;
      .reg .b64 %rd<8>;
      .reg .pred %p<4>;
      .shared .align 128 .b8 tile[4096];
      .shared .align 8 .b64 full;
      ld.param.u64 %rd1, [out];
      ld.param.u64 %rd2, [in];
      mov.u32 %r1, %tid.x;
      setp.eq.u32 %p1, %r1, 0;
      mov.u32 %r2, tile;
      shl.b32 %r3, %r1, 2;
      add.u32 %r2, %r2, %r3;
      cvt.u64.u32 %rd3, %r3;
      add.u64 %rd3, %rd1, %rd3;
      @%p1 mbarrier.init.shared.b64 [full], 1;
      bar.sync 0;
      """;

  private static final String WAIT =
      """
      WAIT:
      mbarrier.try_wait.parity.shared.b64 %p2, [full], 0;
      @!%p2 bra WAIT;
      """;

  private static KernelRun attempt(TestGpu gpu, int threads, String body, long out, long input) {
    return gpu.run(
        TestGpu.kernel(".param .u64 out, .param .u64 in", HEAD + body + "ret;\n"),
        1,
        threads,
        out,
        input);
  }

  private static int[] run(TestGpu gpu, int threads, String body) {
    int[] values = new int[WORDS];
    Arrays.setAll(values, i -> 1000 + i);
    long input = gpu.ints(values);
    long out = gpu.allocate(4 * WORDS);
    KernelRun run = attempt(gpu, threads, body, out, input);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, WORDS);
  }

  /** Bytes and their place in the source are multiples of 16, and of nothing larger. */
  @ParameterizedTest
  @CsvSource({"0, 16", "16, 16", "112, 32", "48, 1024", "0, 4096", "1008, 1552"})
  void bytesArriveInSharedMemoryBeforeThePhaseEnds(int start, int bytes) {
    String body =
        """
        @%%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], %2$d;
        @%%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%%rd2+%1$d], %2$d, [full];
        %3$s
        AGAIN:
        ld.shared.u32 %%r4, [%%r2];
        st.global.u32 [%%rd3], %%r4;
        add.u32 %%r1, %%r1, 64;
        add.u32 %%r2, %%r2, 256;
        add.u64 %%rd3, %%rd3, 256;
        setp.lt.u32 %%p3, %%r1, %4$d;
        @%%p3 bra AGAIN;
        """
            .formatted(start, bytes, WAIT, bytes / 4);
    int[] out = run(TestGpu.with(), 64, body);
    for (int i = 0; i < bytes / 4; i++) {
      assertThat(out[i]).isEqualTo(1000 + start / 4 + i);
    }
  }

  private static String store(String fence, String suffix, String wait) {
    return """
    st.shared.u32 [%%r2], %%r1;
    %s
    bar.sync 0;
    %s
    @%%p1 cp.async.bulk.global.shared::cta.bulk_group [%%rd1], [tile], 256;
    @%%p1 cp.async.bulk.commit_group;
    @%%p1 cp.async.bulk.wait_group%s 0;
    """
        .formatted(fence, suffix, wait);
  }

  private static int[] numbers(int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fence.proxy.async;",
        "fence.proxy.async.shared::cta;",
        "fence.proxy.async.shared::cluster;"
      })
  void whatThreadsHaveFencedIsCopied(String fence) {
    int[] out = run(TestGpu.with(), 64, store(fence, "", ""));
    assertThat(Arrays.copyOf(out, 64)).isEqualTo(numbers(64));
  }

  /** The copy unit reads what was there before: zeros. */
  @ParameterizedTest
  @ValueSource(strings = {"", "fence.proxy.async.global;", "fence.acq_rel.cta;"})
  void withoutAFenceOfSharedMemoryOldBytesAreCopied(String fence) {
    int[] out = run(TestGpu.with(), 64, store(fence, "", ""));
    assertThat(Arrays.copyOf(out, 64)).isEqualTo(new int[64]);
  }

  /** The fence may stand anywhere on the way: behind the barrier too it takes in all writes. */
  @Test
  void aFenceOfTheIssuerBehindTheBarrierTakesInWhatOthersHaveWritten() {
    int[] out = run(TestGpu.with(), 64, store("", "@%p1 fence.proxy.async;", ""));
    assertThat(Arrays.copyOf(out, 64)).isEqualTo(numbers(64));
    int[] delayed = run(TestGpu.with("copy.storeDelay=10"), 64, store("", "", ""));
    assertThat(Arrays.copyOf(delayed, 64)).isEqualTo(numbers(64));
  }

  @Test
  void aWaitForReadingIsOverBeforeTheTargetIsWritten() {
    String body =
        """
        st.shared.u32 [%r2], %r1;
        fence.proxy.async.shared::cta;
        bar.sync 0;
        @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 256;
        @%p1 cp.async.bulk.commit_group;
        @%p1 cp.async.bulk.wait_group.read 0;
        bar.sync 0;
        st.shared.u32 [%r2], 77;
        fence.proxy.async.shared::cta;
        """;
    assertThat(Arrays.copyOf(run(TestGpu.with(), 64, body), 64)).isEqualTo(numbers(64));
    String early = body.replace("@%p1 cp.async.bulk.wait_group.read 0;\n", "");
    TestGpu late = TestGpu.with("copy.latency=5000");
    assertThat(run(late, 64, early)[3]).isEqualTo(77);
  }

  @Test
  void aReductionUpdatesEachElement() {
    String body =
        """
        st.global.u32 [%rd3], 5;
        st.shared.u32 [%r2], %r1;
        fence.proxy.async;
        bar.sync 0;
        @%p1 cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [tile], 256;
        @%p1 cp.async.bulk.commit_group;
        @%p1 cp.async.bulk.wait_group 0;
        """;
    int[] out = run(TestGpu.with(), 64, body);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(5 + i);
    }
  }

  /**
   * Slot reuse: the load of a slow shared memory is issued, and its thread arrives, before the next
   * tile comes. It returns that tile, unless a proxy fence waits for it.
   */
  @Test
  void whatTheCopyUnitWritesOvertakesALoadWithoutAFence() {
    String body =
        """
        ld.shared.u32 %%r4, [%%r2];
        %s
        bar.sync 0;
        @%%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 256;
        @%%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [%%rd2], 256, [full];
        st.global.u32 [%%rd3], %%r4;
        %s
        """;
    TestGpu slow = TestGpu.with("core.sharedLatency=5000");
    assertThat(run(slow, 64, body.formatted("", WAIT))[3]).isEqualTo(1003);
    TestGpu fenced = TestGpu.with("core.sharedLatency=5000");
    assertThat(run(fenced, 64, body.formatted("fence.proxy.async.shared::cta;", WAIT))[3]).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[tile], [%rd2], 24, [full] | a bulk copy of 24 bytes, no multiple of 16",
        "[tile+8], [%rd2], 16, [full] | misaligned address: shared address",
        "[tile], [%rd2+8], 16, [full] | misaligned address: global address",
        "[tile], [%rd2], 16, [full+4] | misaligned address: shared address",
        "[tile], [%rd2], 65536, [full] | leaves the CTA's",
        "[tile], [%rd2], 1048576, [full] | leaves the CTA's",
      })
  void whatTheManualForbidsIsAFault(String operands, String text) {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        attempt(
            gpu,
            1,
            "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes " + operands + ";\n",
            gpu.allocate(4096),
            gpu.allocate(4096));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report()).contains(text);
  }

  /** The kernel ends when the last copy is over, though its threads have exited. */
  @Test
  void aKernelWaitsForItsCopies() {
    String body =
        store("fence.proxy.async;", "", "").replace("@%p1 cp.async.bulk.wait_group 0;\n", "");
    assertThat(Arrays.copyOf(run(TestGpu.with(), 64, body), 64)).isEqualTo(numbers(64));
  }

  @Test
  void whoWaitsForBytesInFlightIsToldOfThem() {
    TestGpu gpu = TestGpu.with("copy.latency=90000");
    String body =
        """
        @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [full], 512;
        @%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [tile], [%rd2], 256, [full];
        """
            + WAIT;
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(".param .u64 out, .param .u64 in", HEAD + body + "ret;\n"),
            1,
            64,
            new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true),
            gpu.allocate(4096),
            gpu.allocate(4096));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cu0 copy unit: 0 of 256 bytes to shared 0x0", "for the mbarrier at shared 0x1000");
  }
}
