package dev.syncopate.machine.gpu;

import static dev.syncopate.machine.gpu.TransactionKernels.THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.gpu.TransactionKernels.Ran;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a transaction has stored to {@code .local} memory, where compilers keep variables without
 * optimisation, is undone when it is rolled back.
 */
class TransactionLocalMemoryTest {
  private static Stream<List<String>> machines() {
    return TransactionKernels.machines();
  }

  /**
   * What each thread stores; all threads of the CTA conflict at {@code tab}.
   *
   * @param maxPerFailure words that are restored for an attempt that fails; 0 for none
   */
  private static int[] run(List<String> machine, String functions, String body, int maxPerFailure) {
    String fullBody =
        """
        .local .align 16 .b8 stack[64];
        mov.u64 %rd8, stack;
        cvta.local.u64 %rd9, %rd8;
        st.shared.u32 [tab], 0;
        st.shared.u32 [tab+4], 0;
        bar.sync 0;
        """
            + body;
    Ran ran = TransactionKernels.run(machine, 20, functions, fullBody);
    Map<String, Long> statistics = ran.statistics();
    long failed =
        statistics.getOrDefault("tx.attempts", 0L) - statistics.getOrDefault("tx.commits", 0L);
    assertThat(statistics.get("tx.restored"))
        .as("%d attempts have failed", failed)
        .isBetween(maxPerFailure == 0 ? 0L : 1L, maxPerFailure * failed);
    return ran.stored();
  }

  /** A counter, which all conflict at. */
  private static final String CONFLICT =
      """
      ld.shared.u32 %r10, [tab];
      add.u32 %r10, %r10, 1;
      st.shared.u32 [tab], %r10;
      """;

  /** Bytes, halves, words and vectors, by local and by generic addresses; four words in all. */
  @ParameterizedTest
  @MethodSource("machines")
  void storesOfAllWidthsAreUndone(List<String> machine) {
    int[] results =
        run(
            machine,
            "",
            """
            st.local.u32 [stack], 0x01010101;
            mov.u64 %rd3, 5;
            mov.u64 %rd4, 6;
            st.v2.u64 [%rd9+16], {%rd3, %rd4};
            tx.begin;
            ld.local.u8 %r4, [stack+1];
            add.u32 %r4, %r4, 1;
            st.local.u8 [stack+1], %r4;
            ld.local.u16 %r4, [stack+2];
            add.u32 %r4, %r4, 1;
            st.u16 [%rd9+2], %r4;
            ld.v2.u64 {%rd3, %rd4}, [%rd9+16];
            add.u64 %rd3, %rd3, %rd4;
            add.u64 %rd4, %rd4, %rd3;
            st.local.v2.u64 [stack+16], {%rd3, %rd4};
            """
                + CONFLICT
                + """
                st.local.u32 [stack+32], %r10;
                tx.commit;
                ld.local.v2.u64 {%rd3, %rd4}, [stack+16];
                mul.lo.u64 %rd3, %rd3, 100;
                add.u64 %rd3, %rd3, %rd4;
                cvt.u32.u64 %r3, %rd3;
                ld.local.u32 %r4, [stack];
                sub.u32 %r4, %r4, 0x01010101;
                mad.lo.u32 %r3, %r3, 1000000, %r4;
                """,
            5);
    assertThat(results).containsOnly((11 * 100 + 17) * 1_000_000 + 0x00010100);
  }

  /** Words of another address in each lane, in a loop, one transaction after the other. */
  @ParameterizedTest
  @MethodSource("machines")
  void eachTransactionUndoesItsOwnStoresAlone(List<String> machine) {
    int[] results =
        run(
            machine,
            "",
            """
            and.b32 %r6, %r1, 3;
            mul.wide.u32 %rd5, %r6, 4;
            add.u64 %rd6, %rd8, %rd5;
            st.local.u32 [%rd6], %r1;
            st.local.u32 [stack+16], 0;
            AGAIN:
            tx.begin;
            ld.local.u32 %r7, [%rd6];
            add.u32 %r7, %r7, 1000;
            st.local.u32 [%rd6], %r7;
            ld.local.u32 %r7, [%rd6];
            add.u32 %r7, %r7, 1000;
            st.local.u32 [%rd6], %r7;
            """
                + CONFLICT
                + """
                ld.local.u32 %r7, [stack+16];
                add.u32 %r7, %r7, 1;
                st.local.u32 [stack+16], %r7;
                tx.commit;
                setp.lt.u32 %p1, %r7, 3;
                @%p1 bra AGAIN;
                ld.local.u32 %r3, [%rd6];
                """,
            2);
    for (int i = 0; i < results.length; i++) {
      assertThat(results[i]).isEqualTo(6000 + i % THREADS);
    }
  }

  /** Variables of a function that is called inside, and of its caller by their address. */
  @ParameterizedTest
  @MethodSource("machines")
  void functionsMayStoreToTheVariablesOfTheirCaller(List<String> machine) {
    int[] results =
        run(
            machine,
            """
            .func count(.param .b64 at, .param .b32 by)
            {
            .reg .b32 %r<4>;
            .reg .b64 %rd<4>;
            .local .align 4 .b8 own[4];
            ld.param.b64 %rd1, [at];
            ld.param.b32 %r1, [by];
            st.local.u32 [own], %r1;
            ld.u32 %r2, [%rd1];
            ld.local.u32 %r3, [own];
            add.u32 %r2, %r2, %r3;
            st.u32 [%rd1], %r2;
            ret;
            }
            """,
            """
            st.u32 [%rd9+8], %r1;
            add.u64 %rd9, %rd9, 8;
            tx.begin;
            mov.u32 %r4, 1000;
            { .param .b64 at; .param .b32 by;
              st.param.b64 [at], %rd9; st.param.b32 [by], %r4; call count, (at, by); }
            """
                + CONFLICT
                + """
                mov.u32 %r4, 2000;
                { .param .b64 at; .param .b32 by;
                  st.param.b64 [at], %rd9; st.param.b32 [by], %r4; call count, (at, by); }
                tx.commit;
                ld.local.u32 %r3, [stack+8];
                """,
            2);
    for (int i = 0; i < results.length; i++) {
      assertThat(results[i]).isEqualTo(3000 + i % THREADS);
    }
  }

  /** A thread must not read it before storing to it, not even the value of an earlier thread. */
  @ParameterizedTest
  @MethodSource("machines")
  void aVariableThatHadNoValueIsLeftAsItIs(List<String> machine) {
    int[] results =
        run(
            machine,
            "",
            "tx.begin;\nst.local.u32 [stack], %r1;\n"
                + CONFLICT
                + "ld.local.u32 %r3, [stack];\ntx.commit;\n",
            0);
    for (int i = 0; i < results.length; i++) {
      assertThat(results[i]).isEqualTo(i % THREADS);
    }
  }

  /** Whose transaction was given up finds what was there at {@code tx.begin}. */
  @ParameterizedTest
  @MethodSource("machines")
  void whoWasGivenUpHasTheMemoryOfItsBegin(List<String> machine) {
    int[] results =
        run(
            machine,
            "",
            """
            st.local.u32 [stack+4], 7;
            tx.begin;
            ld.local.u32 %r7, [stack+4];
            add.u32 %r7, %r7, 10;
            st.local.u32 [stack+4], %r7;
            mov.u32 %r8, %tx_failed;
            setp.ne.u32 %p1, %r8, 0;
            @%p1 bra OWN;
            """
                + CONFLICT
                + """
                bra END;
                OWN:
                atom.shared.add.u32 %r6, [tab], 1;
                END:
                tx.commit;
                bar.sync 0;
                ld.local.u32 %r3, [stack+4];
                ld.shared.u32 %r6, [tab];
                mad.lo.u32 %r3, %r6, 100, %r3;
                """,
            1);
    assertThat(results).containsOnly(THREADS * 100 + 17);
  }
}
