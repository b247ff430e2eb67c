package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AsyncCopyTest {
  private static final String SHARED =
      ".shared .align 16 .b8 buffer[2048];\n.shared .align 8 .b8 barrier[8];\n";

  /** {@code %rd4} = in + 16 * thread, {@code %r5} = buffer + 16 * thread. */
  private static final String SETUP =
      """
      ld.param.u64 %rd2, [in];
      mul.wide.u32 %rd3, %r1, 16;
      add.u64 %rd4, %rd2, %rd3;
      mov.u32 %r5, buffer;
      shl.b32 %r6, %r1, 4;
      add.u32 %r5, %r5, %r6;
      """;

  private static int[] run(String body) {
    TestGpu gpu = TestGpu.with();
    int[] values = new int[4 * 64 * 2];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1000 + i;
    }
    long input = gpu.ints(values);
    long out = gpu.allocate(4 * 64);
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out, .param .u64 in",
                SHARED + Snippets.PROLOGUE + Snippets.IDS + SETUP + body + Snippets.STORE),
            1,
            64,
            out,
            input);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 64);
  }

  @Test
  void groupsAreWaitedForOldestFirst() {
    int[] out =
        run(
            """
            cp.async.cg.shared.global [%r5], [%rd4], 16;
            cp.async.commit_group;
            cp.async.ca.shared.global [%r5+1024], [%rd4+1024], 4;
            cp.async.commit_group;
            cp.async.wait_group 1;
            ld.shared.u32 %r7, [%r5+12];
            cp.async.wait_group 0;
            ld.shared.u32 %r8, [%r5+1024];
            mul.lo.u32 %r3, %r7, 10000;
            add.u32 %r3, %r3, %r8;
            """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo((1000 + 4 * i + 3) * 10000 + 1000 + 256 + 4 * i);
    }
  }

  @Test
  void bytesThatAreNotReadAreZero() {
    int[] out =
        run(
            """
            st.shared.u32 [%r5], 7;
            st.shared.u32 [%r5+4], 7;
            and.b32 %r9, %r1, 1;
            shl.b32 %r9, %r9, 2;
            cp.async.ca.shared.global [%r5], [%rd4], 8, %r9;
            cp.async.wait_all;
            ld.shared.u32 %r7, [%r5];
            ld.shared.u32 %r8, [%r5+4];
            add.u32 %r3, %r7, %r8;
            """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(i % 2 == 0 ? 0 : 1000 + 4 * i);
    }
  }

  @Test
  void anMbarrierCompletesWhenTheCopiesHaveLanded() {
    int[] out =
        run(
            """
            mov.u32 %r10, barrier;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r10], 64;
            READY:
            bar.sync 0;
            cp.async.ca.shared.global [%r5], [%rd4], 8;
            cp.async.mbarrier.arrive.noinc.shared.b64 [%r10];
            WAIT:
            mbarrier.test_wait.parity.shared.b64 %p2, [%r10], 0;
            @!%p2 bra WAIT;
            xor.b32 %r11, %r6, 1008;
            mov.u32 %r12, buffer;
            add.u32 %r11, %r11, %r12;
            ld.shared.u32 %r3, [%r11];
            """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).as("the value of thread %d", 63 - i).isEqualTo(1000 + 4 * (63 - i));
    }
  }

  @Test
  void threadsMeetAtAnMbarrierByItsState() {
    int[] out =
        run(
            """
            mov.u32 %r10, barrier;
            setp.ne.u32 %p1, %r1, 0;
            @%p1 bra READY;
            mbarrier.init.shared.b64 [%r10], 64;
            READY:
            bar.sync 0;
            st.shared.u32 [%r5], %r1;
            mbarrier.arrive.shared.b64 %rd7, [%r10];
            WAIT:
            mbarrier.test_wait.shared.b64 %p2, [%r10], %rd7;
            @!%p2 bra WAIT;
            xor.b32 %r11, %r6, 1008;
            mov.u32 %r12, buffer;
            add.u32 %r11, %r11, %r12;
            ld.shared.u32 %r3, [%r11];
            """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(63 - i);
    }
  }
}
