package dev.syncopate.ptx.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The interpreter by itself, on kernels whose result is plain. */
class ReferenceInterpreterTest {
  private static int[] run(int threads, int warpWidth, String declarations, String body) {
    String text =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        %s
        .visible .entry k(.param .u64 out) {
          .reg .pred %%p<4>; .reg .b32 %%r<20>; .reg .b64 %%rd<9>;
          .shared .align 4 .b8 s[256];
          .local .align 4 .b8 l[16];
          ld.param.u64 %%rd1, [out];
          mov.u32 %%r1, %%tid.x;
          mul.wide.u32 %%rd2, %%r1, 4;
          add.s64 %%rd3, %%rd1, %%rd2;
        %s
        END:
          st.global.u32 [%%rd3], %%r9;
          ret;
        }
        """
            .formatted(declarations, body);
    byte[] out = new byte[4 * threads];
    ReferenceInterpreter.of("t.ptx", text)
        .run(new ReferenceShape(1, threads, 1, warpWidth), new byte[][] {out}, false);
    int[] words = new int[threads];
    ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN).asIntBuffer().get(words);
    return words;
  }

  private static int one(String body) {
    return run(1, 32, "", body)[0];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "add.u32 %r9, -1, 3 | 2",
        "sub.s32 %r9, 3, 5 | -2",
        "mul.hi.s32 %r9, -2, 5 | -1",
        "mul.hi.u32 %r9, -2, 5 | 4",
        "div.s32 %r9, -7, 2 | -3",
        "rem.s32 %r9, -7, 2 | -1",
        "shr.s32 %r9, -8, 40 | -1",
        "shr.u32 %r9, -8, 40 | 0",
        "shl.b32 %r9, 3, 32 | 0",
        "min.u32 %r9, -1, 3 | 3",
        "max.s32 %r9, -1, 3 | 3",
        "popc.b32 %r9, -1 | 32",
        "clz.b32 %r9, 255 | 24",
        "brev.b32 %r9, 1 | -2147483648",
        "bfe.s32 %r9, 240, 4, 4 | -1",
        "bfe.u32 %r9, 240, 4, 4 | 15",
        "bfi.b32 %r9, 5, 0, 4, 3 | 80",
        "prmt.b32 %r9, 0x44332211, 0x88776655, 0x9150 | 2254353",
        "lop3.b32 %r9, 12, 10, 6, 0x96 | 0",
        "shf.l.wrap.b32 %r9, 0x80000000, 1, 1 | 3",
        "mad.lo.s32 %r9, 3, 4, 5 | 17",
        "neg.s32 %r9, 5 | -5",
        "abs.s32 %r9, -5 | 5"
      })
  void instructionsComputeWhatTheManualSays(String instruction, int expected) {
    assertThat(one(instruction + ";")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"shared, s", "local, l"})
  void addressesOf32BitsWrap(String space, String variable) {
    assertThat(
            one(
                """
                mov.u32 %%r2, %2$s;
                mov.u32 %%r3, 7;
                st.%1$s.u32 [%2$s+4], %%r3;
                add.s32 %%r4, %%r2, -64;
                ld.%1$s.u32 %%r9, [%%r4+68];
                """
                    .formatted(space, variable)))
        .isEqualTo(7);
  }

  /** Threads run one after the other, and none waits inside a transaction. */
  @Test
  void transactionsAreAtomic() {
    int[] words =
        run(
            3,
            32,
            "",
            """
            tx.begin;
            ld.shared.u32 %r2, [s];
            add.u32 %r9, %r2, 5;
            st.shared.u32 [s], %r9;
            tx.commit;
            """);
    assertThat(words).containsExactly(5, 10, 15);
  }

  @Test
  void groupsWithMasksOfTheirOwnExchangeApart() {
    int[] words =
        run(
            32,
            32,
            "",
            """
            and.b32 %r2, %r1, 1;
            setp.eq.u32 %p1, %r2, 0;
            selp.b32 %r3, 0x55555555, 0xaaaaaaaa, %p1;
            add.s32 %r4, %r1, 100;
            add.s32 %r5, %r2, 30;
            shfl.sync.idx.b32 %r9, %r4, %r5, 31, %r3;
            """);
    assertThat(words).startsWith(130, 131, 130, 131);
  }

  @Test
  void aLaneOutsideTheMaskGivesZero() {
    int[] words =
        run(
            32,
            32,
            "",
            """
            mov.u32 %r9, 5;
            setp.gt.u32 %p1, %r1, 7;
            @%p1 bra END;
            shfl.sync.down.b32 %r9, %r1, 4, 31, 255;
            """);
    assertThat(words).startsWith(4, 5, 6, 7, 0, 0, 0, 0, 5);
  }

  @Test
  void lanesMeetWhereverTheyAreAndAnExchangeGoesOnWithoutThoseThatEnded() {
    int[] words =
        run(
            32,
            32,
            "",
            """
            setp.eq.u32 %p1, %r1, 3;
            @%p1 exit;
            setp.gt.u32 %p2, %r1, 15;
            @%p2 bra HIGH;
            redux.sync.add.u32 %r9, 1, -1;
            bra END;
            HIGH:
            redux.sync.add.u32 %r9, 2, -1;
            """);
    assertThat(words[0]).isEqualTo(15 + 32);
    assertThat(words[31]).isEqualTo(15 + 32);
    assertThat(words[3]).isZero();
  }

  @Test
  void callsReturnResultsAlsoThroughAddresses() {
    String functions =
        """
        .func (.param .b32 r) f(.param .b32 a) {
          .reg .b32 %r<3>;
          ld.param.u32 %r1, [a];
          add.s32 %r2, %r1, 5;
          st.param.b32 [r], %r2;
          ret;
        }
        .global .align 8 .u64 table[1] = {f};
        """;
    String call =
        """
        ld.global.u64 %rd4, [table];
        { .param .b32 p; .param .b32 q;
          st.param.b32 [p], %r1;
          proto: .callprototype (.param .b32 _) _ (.param .b32 _);
          call (q), %rd4, (p), proto;
          ld.param.b32 %r9, [q]; }
        """;
    assertThat(run(2, 32, functions, call)).containsExactly(5, 6);
  }

  @Test
  void barriersCountThoseWhoHaveNotEnded() {
    int[] words =
        run(
            64,
            64,
            "",
            """
            setp.gt.u32 %p1, %r1, 59;
            @%p1 exit;
            and.b32 %r2, %r1, 1;
            setp.eq.u32 %p2, %r2, 0;
            bar.red.popc.u32 %r9, 0, %p2;
            """);
    assertThat(words[0]).isEqualTo(30);
    assertThat(words[59]).isEqualTo(30);
    assertThat(words[60]).isZero();
  }

  @Test
  void whatHasNoDefinedResultIsAnError() {
    assertThatThrownBy(() -> one("ld.shared.u32 %r9, [s+256];"))
        .isInstanceOf(ReferenceException.class)
        .hasMessage("t.ptx:13:1: an access of 4 bytes at 0x100 of the 256 bytes of shared memory");
    assertThatThrownBy(() -> one("L: bra L;")).hasMessage("t.ptx:13:4: a thread comes to no end");
    assertThatThrownBy(() -> one("bar.warp.sync 2;"))
        .hasMessage("t.ptx:13:1: lane 0 executes bar.warp.sync with a mask without it: 00000002");
  }
}
