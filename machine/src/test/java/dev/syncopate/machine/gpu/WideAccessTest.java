package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Registers, variables, parameters and atomics of 128 bits; accesses to 256; {@code .mmio};
 * instructions that only give hints.
 */
class WideAccessTest {
  private static KernelRun run(TestGpu gpu, String body, long memory) {
    return gpu.run(TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + body), 1, 1, memory);
  }

  private static void done(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
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
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(run.report()).contains("of an access to 16 bytes");
  }

  private static List<String> protocols() {
    return Protocols.all().stream().map(Protocol::name).toList();
  }

  /**
   * A word of 128 bits whose halves are a count and three times as much: a thread adds one to the
   * count when it swaps, and has lost its turn when another has been there.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void aWordOf128BitsIsSwappedByThreadsOfSeveralCtas(String protocol) {
    for (String scope : List.of("gpu", "sys")) {
      TestGpu gpu = new TestGpu(TestGpu.machine(), protocol, 1);
      long memory = gpu.ints(new int[32]);
      KernelRun run =
          gpu.run(
              TestGpu.kernel(
                  ".param .u64 out",
                  Snippets.PROLOGUE
                      + """
                      .reg .b128 %q<3>; .reg .b64 %lo, %hi, %l2, %h2, %l3, %h3;
                      mov.b64 %lo, 0; mov.b64 %hi, 0;
                      AGAIN:
                      mov.b128 %q0, {%lo, %hi};
                      add.u64 %l2, %lo, 1;
                      add.u64 %h2, %hi, 3;
                      mov.b128 %q1, {%l2, %h2};
                      atom.acq_rel.SCOPE.global.cas.b128 %q2, [%rd1+16], %q0, %q1;
                      mov.b128 {%l3, %h3}, %q2;
                      setp.ne.u64 %p1, %l3, %lo;
                      setp.ne.or.u64 %p1, %h3, %hi, %p1;
                      mov.b64 %lo, %l3;
                      mov.b64 %hi, %h3;
                      @%p1 bra AGAIN;
                      ret;
                      """
                          .replace("SCOPE", scope)),
              4,
              40,
              memory);
      done(run);
      assertThat(gpu.readInts(memory, 12))
          .as("%s at %s", protocol, scope)
          .containsExactly(0, 0, 0, 0, 160, 0, 480, 0, 0, 0, 0, 0);
    }
  }

  /** The word is (1, 2): a swap that expects (1, 9) or (9, 2) fails, one that expects it writes. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aSwapOf128BitsComparesBothHalves(String protocol) {
    for (String placement : List.of("global.gpu", "global.cta", "shared.cta")) {
      String space = placement.substring(0, placement.indexOf('.'));
      String word = space.equals("shared") ? "s" : "%rd1+16";
      String swap = "atom.relaxed." + placement.substring(space.length() + 1) + "." + space;
      for (List<Integer> expected : List.of(List.of(1, 9), List.of(9, 2), List.of(1, 2))) {
        TestGpu gpu = new TestGpu(TestGpu.machine(), protocol, 1);
        long memory = gpu.ints(new int[12]);
        String body =
            """
            .reg .b128 %%q<4>; .reg .b64 %%lo, %%hi; .shared .b128 s;
            mov.b64 %%lo, 1; mov.b64 %%hi, 2; mov.b128 %%q0, {%%lo, %%hi};
            st.%s.b128 [%s], %%q0;
            mov.b64 %%lo, %d; mov.b64 %%hi, %d; mov.b128 %%q1, {%%lo, %%hi};
            mov.b64 %%lo, 5; mov.b64 %%hi, 6; mov.b128 %%q2, {%%lo, %%hi};
            %s.cas.b128 %%q3, [%s], %%q1, %%q2;
            ld.%s.b128 %%q0, [%s];
            st.global.b128 [%%rd1], %%q0;
            st.global.b128 [%%rd1+32], %%q3;
            ret;
            """
                .formatted(space, word, expected.get(0), expected.get(1), swap, word, space, word);
        KernelRun run =
            gpu.run(TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + body), 1, 1, memory);
        done(run);
        boolean writes = expected.equals(List.of(1, 2));
        int[] words = gpu.readInts(memory, 12);
        assertThat(List.of(words[0], words[2], words[8], words[10]))
            .as("%s of %s under %s", expected, placement, protocol)
            .containsExactly(writes ? 5 : 1, writes ? 6 : 2, 1, 2);
      }
    }
  }

  @Test
  void exchangesOf128BitsAreOfGlobalAndSharedMemoryAtAnyScope() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    done(
        run(
            gpu,
            """
            .reg .b128 %q<4>; .reg .b64 %lo, %hi;
            .shared .b128 s;
            mov.b64 %lo, 0x0000000600000005;
            mov.b64 %hi, 0x0000000800000007;
            mov.b128 %q0, {%lo, %hi};
            atom.cta.global.exch.b128 %q1, [%rd1], %q0;
            st.shared.b128 [s], %q1;
            atom.shared.exch.b128 %q2, [s], %q0;
            st.global.b128 [%rd1+16], %q2;
            atom.shared.cas.b128 %q3, [s], %q2, %q2;
            atom.shared.cas.b128 %q3, [s], %q0, %q2;
            ld.shared.b128 %q1, [s];
            st.global.b128 [%rd1+32], %q1;
            atom.exch.b128 _, [%rd1+48], %q3;
            ret;
            """,
            memory));
    assertThat(gpu.readInts(memory, 16))
        .containsExactly(5, 6, 7, 8, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8);
  }

  @Test
  void aSwapThatFindsAnotherHalfWritesNothing() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(1, 0, 2, 0, 1, 0, 2, 0);
    done(
        run(
            gpu,
            """
            .reg .b128 %q<4>; .reg .b64 %one, %two, %three;
            mov.b64 %one, 1; mov.b64 %two, 2; mov.b64 %three, 3;
            mov.b128 %q0, {%one, %three};
            mov.b128 %q1, {%three, %two};
            mov.b128 %q2, {%three, %three};
            atom.global.cas.b128 %q3, [%rd1], %q0, %q2;
            atom.cta.global.cas.b128 %q3, [%rd1], %q1, %q2;
            st.global.b128 [%rd1+16], %q3;
            ret;
            """,
            memory));
    assertThat(gpu.readInts(memory, 8)).containsExactly(1, 0, 2, 0, 1, 0, 2, 0);
  }

  @Test
  void anAtomicOf128BitsMustBeAligned() {
    for (String space : List.of("global", "shared")) {
      TestGpu gpu = TestGpu.with();
      KernelRun run =
          run(
              gpu,
              ".shared .align 16 .b8 s[32]; .reg .b128 %q;"
                  + (space.equals("shared")
                      ? "atom.shared.exch.b128 %q, [s+8], %q;"
                      : "atom.global.exch.b128 %q, [%rd1+8], %q;")
                  + "st.global.b128 [%rd1], %q; ret;",
              gpu.ints(new int[8]));
      assertThat(run.outcome()).isEqualTo(LaunchOutcome.FAULT);
      assertThat(run.report()).contains("of an access to 16 bytes");
    }
  }

  @Test
  void variablesAndParametersHave128Bits() {
    TestGpu gpu = TestGpu.with();
    long memory = gpu.ints(new int[16]);
    done(
        gpu.run(
            """
            .version 8.4
            .target sm_90
            .address_size 64
            .global .b128 table[2] = {5, -1};
            .const .b128 fixed = 0x0000000700000006;
            .func (.param .b128 r) swap(.param .b128 a, .reg .b128 b) {
              .local .b128 copy; .reg .b64 %d<4>; .reg .b128 %q;
              ld.param.b64 %d0, [a+8];
              st.local.b128 [copy], b;
              ld.local.b64 %d1, [copy+8];
              mov.b128 %q, {%d0, %d1};
              st.param.b128 [r], %q;
              ret;
            }
            .visible .entry k(.param .u64 out) {
              .reg .b64 %d<4>; .reg .b128 %q<4>;
              .param .b128 a; .param .b128 r;
              ld.param.u64 %d1, [out];
              ld.global.b128 %q0, [table+16];
              st.global.b128 [%d1], %q0;
              ld.const.b128 %q1, [fixed];
              st.global.b128 [%d1+16], %q1;
              mov.b64 %d2, 9;
              mov.b64 %d3, 11;
              mov.b128 %q2, {%d2, %d3};
              st.param.b128 [a], %q2;
              call (r), swap, (a, %q2);
              ld.param.b128 %q3, [r];
              st.global.b128 [%d1+32], %q3;
              ret;
            }
            """,
            1, 1, memory));
    assertThat(gpu.readInts(memory, 12)).containsExactly(-1, -1, 0, 0, 6, 7, 0, 0, 11, 0, 11, 0);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aLaneMoves256BitsAtOnce(String protocol) {
    TestGpu gpu = new TestGpu(TestGpu.machine(), protocol, 1);
    int[] numbers = IntStream.range(0, 512).toArray();
    long memory = gpu.ints(numbers);
    done(
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    .reg .b32 %v<8>; .reg .b64 %w<4>; .reg .u32 %t; .reg .u64 %at;
                    mov.u32 %t, %tid.x;
                    mul.wide.u32 %at, %t, 32;
                    add.u64 %at, %at, %rd1;
                    ld.global.L1::no_allocate.L2::evict_last.v8.b32
                        {%v0, %v1, %v2, %v3, %v4, %v5, %v6, %v7}, [%at];
                    st.global.v8.b32 [%at], {%v7, %v6, %v5, %v4, %v3, %v2, %v1, %v0};
                    ld.v4.b64 {%w0, %w1, %w2, %w3}, [%at];
                    st.v4.b64 [%at], {%w1, %w0, %w3, %w2};
                    ret;
                    """),
            1,
            64,
            memory));
    int[] order = {5, 4, 7, 6, 1, 0, 3, 2};
    assertThat(gpu.readInts(memory, 512))
        .isEqualTo(IntStream.range(0, 512).map(i -> i / 8 * 8 + order[i % 8]).toArray());
  }

  @Test
  void anAccessTo256BitsMustBeAlignedAndInGlobalMemory() {
    TestGpu gpu = TestGpu.with();
    String load = "ld.global.v4.b64 {%rd2, _, _, _}, [%rd1+16]; st.global.u64 [%rd1], %rd2; ret;";
    KernelRun misaligned = run(gpu, load, gpu.ints(new int[32]));
    assertThat(misaligned.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(misaligned.report()).contains("of an access to 32 bytes");
    String shared =
        ".shared .align 32 .b8 s[32]; mov.u64 %rd2, s; cvta.shared.u64 %rd2, %rd2;"
            + " ld.v4.b64 {%rd3, _, _, _}, [%rd2]; st.global.u64 [%rd1], %rd3; ret;";
    KernelRun elsewhere = run(TestGpu.with(), shared, 0x1000);
    assertThat(elsewhere.outcome()).isEqualTo(LaunchOutcome.FAULT);
    assertThat(elsewhere.report())
        .contains("an access of 256 bits at a generic address outside global memory");
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
