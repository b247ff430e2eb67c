package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Registers of 128 bits; {@code .mmio}; instructions that only give hints. */
class WideAccessTest {
  private static KernelRun run(TestGpu gpu, String body, long memory) {
    return gpu.run(TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + body), 1, 1, memory);
  }

  private static void done(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(Outcome.DONE);
  }

  @Test
  void aValueOf128BitsIsLoadedMovedAndStored() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    done(
        run(
            gpu,
            """
            .reg .b128 %q<3>; .reg .b128 %one; .reg .pred %no;
            .shared .align 16 .b8 s[16];
            ld.relaxed.gpu.global.b128 %q0, [%rd1];
            mov.b128 {%rd2, %rd3}, %q0;
            mov.b128 %q1, {%rd3, %rd2};
            st.global.b128 [%rd1+16], %q1;
            setp.eq.u32 %no, 0, 1;
            mov.b128 %q2, %q0;
            @%no mov.b128 %q2, %q1;
            st.shared.b128 [s], %q2;
            ld.shared.b128 %one, [s];
            st.global.b128 [%rd1+32], %one;
            mov.b128 {_, %rd4}, %q1;
            st.global.u64 [%rd1+48], %rd4;
            ret;
            """,
            memory));
    assertThat(gpu.readInts(memory, 16))
        .containsExactly(1, 2, 3, 4, 3, 4, 1, 2, 1, 2, 3, 4, 1, 2, 0, 0);
  }

  @Test
  void anAccessOf128BitsMustBeAligned() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        run(
            gpu,
            ".reg .b128 %q; ld.global.b128 %q, [%rd1+8]; st.global.b128 [%rd1], %q; ret;",
            gpu.ints(new int[8]));
    assertThat(run.outcome()).isEqualTo(Outcome.FAULT);
    assertThat(run.report()).contains("of an access to 16 bytes");
  }

  @Test
  void hintsChangeNothing() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(5, 6, 0, 0);
    done(
        run(
            gpu,
            """
            createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd2, 0.5;
            createpolicy.range.global.L2::evict_last.b64 %rd3, [%rd1], 64, 128;
            createpolicy.cvt.L2.b64 %rd4, %rd3;
            ld.global.L2::cache_hint.u32 %r1, [%rd1], %rd2;
            discard.global.L2 [%rd1+128], 128;
            applypriority.global.L2::evict_normal [%rd1], 128;
            pmevent 1;
            red.global.add.L2::cache_hint.u32 [%rd1+4], 1, %rd2;
            st.global.L2::cache_hint.u32 [%rd1+8], %r1, %rd4;
            st.mmio.relaxed.sys.global.u32 [%rd1+12], %r1;
            ld.mmio.relaxed.sys.global.u32 %r2, [%rd1+12];
            add.u32 %r2, %r2, 1;
            st.global.u32 [%rd1], %r2;
            ret;
            """,
            memory));
    assertThat(gpu.readInts(memory, 4)).containsExactly(6, 7, 5, 5);
  }

  /** The count of bytes is part of a phase; the one thread's arrival alone does not end it. */
  @Test
  void anMbarrierWaitsForTheBytesThatItExpects() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(0, 0, 0, 0);
    done(
        run(
            gpu,
            """
            .shared .align 8 .b64 m;
            mbarrier.init.shared.b64 [m], 1;
            mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %rd2, [m], 96;
            mbarrier.test_wait.shared.b64 %p1, [m], %rd2;
            selp.u32 %r1, 1, 2, %p1;
            mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [m], 64;
            mbarrier.test_wait.shared.b64 %p1, [m], %rd2;
            selp.u32 %r2, 1, 2, %p1;
            mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [m], 32;
            mbarrier.test_wait.shared.b64 %p1, [m], %rd2;
            selp.u32 %r3, 1, 2, %p1;
            mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [m], 8;
            mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [m], 8;
            mbarrier.test_wait.parity.shared.b64 %p1, [m], 1;
            selp.u32 %r4, 1, 2, %p1;
            st.global.v4.u32 [%rd1], {%r1, %r2, %r3, %r4};
            ret;
            """,
            memory));
    assertThat(gpu.readInts(memory, 4)).containsExactly(2, 2, 1, 2);
  }
}
