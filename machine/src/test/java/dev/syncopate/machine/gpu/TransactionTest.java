package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.TransactionKernels.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Transactions on shared memory, under both divergence models and on both widths of a warp. */
class TransactionTest {
  private static Stream<List<String>> machines() {
    return TransactionKernels.machines();
  }

  /** What each of the threads stores; their shared words are 0 before the body. */
  private static int[] run(List<String> machine, int ctas, String body) {
    String fullBody =
        """
        mov.u32 %r2, 0;
        mov.u32 %r3, 0;
        shl.b32 %r4, %r1, 2;
        add.u32 %r4, %r4, %r15;
        st.shared.u32 [%r4], 0;
        bar.sync 0;
        """
            + body
            + "bar.sync 0;";
    return TransactionKernels.run(machine, ctas, "", fullBody).stored();
  }

  private static int[] numbers(int first, int count) {
    int[] numbers = new int[count];
    Arrays.setAll(numbers, i -> first + i);
    return numbers;
  }

  /** All threads take a number from one counter: each gets another. */
  @ParameterizedTest
  @MethodSource("machines")
  void aCounterIsCountedOnceByEach(List<String> machine) {
    int[] tickets =
        run(
            machine,
            3,
            """
            tx.begin;
            ld.shared.u32 %r3, [tab];
            add.u32 %r6, %r3, 1;
            st.shared.u32 [tab], %r6;
            tx.commit;
            """);
    for (int cta = 0; cta < 3; cta++) {
      int[] ctaTickets = Arrays.copyOfRange(tickets, cta * THREADS, (cta + 1) * THREADS);
      Arrays.sort(ctaTickets);
      assertThat(ctaTickets).isEqualTo(numbers(0, THREADS));
    }
  }

  /** A retry begins with the registers that the lane had, and runs its loop and branch anew. */
  @ParameterizedTest
  @MethodSource("machines")
  void registersAreRestoredBeforeARetry(List<String> machine) {
    int[] results =
        run(
            machine,
            1,
            """
            mov.u32 %r7, 0;
            and.b32 %r8, %r1, 3;
            setp.eq.u32 %p1, %r8, 0;
            tx.begin;
            LOOP:
            shl.b32 %r9, %r7, 2;
            add.u32 %r9, %r9, %r15;
            ld.shared.u32 %r10, [%r9];
            add.u32 %r10, %r10, 1;
            @%p1 bra SKIP;
            add.u32 %r10, %r10, 1;
            SKIP:
            st.shared.u32 [%r9], %r10;
            add.u32 %r7, %r7, 1;
            not.pred %p1, %p1;
            setp.lt.u32 %p2, %r7, 4;
            @%p2 bra LOOP;
            not.pred %p1, %p1;
            tx.commit;
            bar.sync 0;
            and.b32 %r8, %r1, 3;
            shl.b32 %r8, %r8, 2;
            add.u32 %r8, %r8, %r15;
            ld.shared.u32 %r3, [%r8];
            mad.lo.u32 %r3, %r7, 1000, %r3;
            """);
    for (int i = 0; i < THREADS; i++) {
      int even = THREADS / 4 + 2 * (THREADS - THREADS / 4);
      int odd = 2 * (THREADS / 4) + THREADS - THREADS / 4;
      assertThat(results[i]).isEqualTo(4000 + (i % 2 == 0 ? even : odd));
    }
  }

  /** Both sides of a branch commit by themselves, and some lanes are in no transaction at all. */
  @ParameterizedTest
  @MethodSource("machines")
  void everyWayThroughATransactionHasItsCommit(List<String> machine) {
    int[] results =
        run(
            machine,
            1,
            """
            and.b32 %r8, %r1, 3;
            setp.eq.u32 %p1, %r8, 3;
            @%p1 bra OUT;
            setp.eq.u32 %p1, %r8, 1;
            tx.begin;
            ld.shared.u32 %r6, [tab];
            add.u32 %r6, %r6, 1;
            st.shared.u32 [tab], %r6;
            @%p1 bra ONE;
            ld.shared.u32 %r7, [tab+4];
            add.u32 %r7, %r7, 1;
            st.shared.u32 [tab+4], %r7;
            tx.commit;
            bra OUT;
            ONE:
            ld.shared.u32 %r7, [tab+8];
            add.u32 %r7, %r7, 1;
            st.shared.u32 [tab+8], %r7;
            tx.commit;
            OUT:
            bar.sync 0;
            ld.shared.u32 %r3, [tab];
            ld.shared.u32 %r6, [tab+4];
            mad.lo.u32 %r3, %r3, 100, %r6;
            ld.shared.u32 %r6, [tab+8];
            mad.lo.u32 %r3, %r3, 100, %r6;
            """);
    assertThat(results).containsOnly(72 * 10_000 + 48 * 100 + 24);
  }

  /** What a nested transaction has done is undone with the one around it. */
  @ParameterizedTest
  @MethodSource("machines")
  void nestedTransactionsAndCallsArePartOfTheOuterOne(List<String> machine) {
    TestGpu gpu = TestGpu.with(machine.toArray(String[]::new));
    long out = gpu.allocate(8);
    String ptx =
        TestGpu.module(
            """
            .shared .align 4 .b8 tab[8];
            .func add(.param .b32 at)
            {
            .reg .b32 %r<4>;
            ld.param.u32 %r1, [at];
            tx.begin;
            ld.shared.u32 %r2, [%r1];
            add.u32 %r2, %r2, 1;
            st.shared.u32 [%r1], %r2;
            tx.commit;
            ret;
            }
            """,
            ".param .u64 out",
            """
            .reg .b32 %r<8>;
            .reg .b64 %rd<4>;
            .reg .pred %p<2>;
            mov.u32 %r5, tab;
            tx.begin;
            { .param .b32 at; st.param.b32 [at], %r5; call add, (at); }
            ld.shared.u32 %r1, [tab+4];
            add.u32 %r1, %r1, 2;
            st.shared.u32 [tab+4], %r1;
            { .param .b32 at; st.param.b32 [at], %r5; call add, (at); }
            tx.commit;
            bar.sync 0;
            mov.u32 %r2, %tid.x;
            setp.ne.u32 %p1, %r2, 0;
            @%p1 bra END;
            ld.param.u64 %rd1, [out];
            ld.shared.u32 %r3, [tab];
            ld.shared.u32 %r4, [tab+4];
            st.global.u32 [%rd1], %r3;
            st.global.u32 [%rd1+4], %r4;
            END:
            ret;
            """);
    KernelRun run = gpu.run(ptx, 1, 80, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 2)).containsExactly(160, 160);
    assertThat(run.statistics().get("tx.commits")).isEqualTo(80);
  }

  /**
   * A thread whose transaction was given up counts by atomics instead, with its registers from
   * before the transaction. Threads outside transactions are told nothing.
   */
  @ParameterizedTest
  @MethodSource("machines")
  void whoWasGivenUpGoesItsOwnWay(List<String> machine) {
    int[] results =
        run(
            machine,
            2,
            """
            mov.u32 %r7, 1;
            mov.u32 %r11, %tx_failed;
            tx.begin;
            mov.u32 %r8, %tx_failed;
            setp.ne.u32 %p1, %r8, 0;
            @%p1 bra OWN;
            ld.shared.u32 %r6, [tab];
            add.u32 %r6, %r6, %r7;
            mov.u32 %r7, 1000;
            st.shared.u32 [tab], %r6;
            st.shared.u32 [tab+4], %r1;
            bra END;
            OWN:
            tx.begin;
            atom.shared.add.u32 %r6, [tab], %r7;
            mov.u32 %r9, %tx_failed;
            tx.commit;
            setp.eq.u32 %p2, %r9, 1;
            @%p2 atom.shared.add.u32 %r6, [tab+8], 1;
            END:
            tx.commit;
            mov.u32 %r12, %tx_failed;
            add.u32 %r11, %r11, %r12;
            bar.sync 0;
            ld.shared.u32 %r3, [tab];
            mad.lo.u32 %r3, %r11, 1000, %r3;
            ld.shared.u32 %r6, [tab+8];
            min.u32 %r6, %r6, 1;
            mad.lo.u32 %r3, %r6, 10000, %r3;
            """);
    // Thread 2 set its word to 0 and only threads whose transactions were given up count there.
    assertThat(results).containsOnly(10_000 + THREADS);
  }

  /** Threads outside transactions see both words change or neither, and their writes stay. */
  @ParameterizedTest
  @MethodSource("machines")
  void plainAccessesDoNotComeBetween(List<String> machine) {
    int[] results =
        run(
            machine,
            1,
            """
            setp.ge.u32 %p1, %r1, 64;
            @%p1 bra PLAIN;
            mov.u32 %r9, 0;
            AGAIN:
            tx.begin;
            ld.shared.u32 %r6, [tab];
            add.u32 %r6, %r6, 1;
            st.shared.u32 [tab], %r6;
            ld.shared.u32 %r7, [tab+4];
            add.u32 %r7, %r7, 1;
            st.shared.u32 [tab+4], %r7;
            tx.commit;
            add.u32 %r9, %r9, 1;
            setp.lt.u32 %p2, %r9, 3;
            @%p2 bra AGAIN;
            bra MEET;
            PLAIN:
            ld.shared.u32 %r6, [tab];
            ld.shared.u32 %r7, [tab+4];
            setp.lt.u32 %p2, %r7, %r6;
            @%p2 add.u32 %r3, %r3, 1;
            atom.shared.add.u32 %r6, [tab+4], 1;
            add.u32 %r9, %r9, 1;
            setp.lt.u32 %p2, %r9, 9;
            @%p2 bra PLAIN;
            MEET:
            bar.sync 0;
            ld.shared.u32 %r6, [tab];
            ld.shared.u32 %r7, [tab+4];
            mad.lo.u32 %r3, %r3, 1000, %r6;
            mad.lo.u32 %r3, %r3, 1000, %r7;
            """);
    assertThat(results).containsOnly(192 * 1000 + 192 + 32 * 9);
  }
}
