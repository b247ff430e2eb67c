package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HangTest {
  private static final LaunchWatch WATCH =
      new LaunchWatch(Long.MAX_VALUE, 20_000, progress -> true);

  /** One warp waits at barrier 0, the other at barrier 1. */
  @Test
  void warpsAtDifferentBarriersAreAHangAtOnce() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.run(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + Snippets.IDS
                    + """
                    setp.ge.u32 %p1, %r1, 32;
                    @%p1 bra OTHER;
                    bar.sync 0;
                    ret;
                    OTHER:
                    bar.sync 1;
                    ret;
                    """),
            1,
            64,
            gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .startsWith(
            "hang: every warp waits and nothing is in flight\n"
                + "cause: barriers that do not match: in CTA (0,0,0) every thread waits, 32 of 64"
                + " threads at barrier 0, 32 of 64 threads at barrier 1\n")
        .contains(
            "CTA (0,0,0) warp 0 on cu0: lanes 0-31 wait at barrier 0, where 32 of 64 threads have"
                + " arrived\n")
        .contains(": bar.sync 0;\n")
        .contains(
            "  ...CTA (0,0,0) warp 1 on cu0: lanes 0-31 wait at barrier 1, where 32 of 64 threads"
                + " have arrived\n")
        .contains("  ...CTA (0,0,0) warp 0 on cu0: lanes 0-31, where the chain closes\n")
        .contains("2 warps are left:\n");
  }

  /** Of what was compiled from a source its lines are named; the PTX's stand where it is quoted. */
  @Test
  void linesAreThoseOfTheSource() {
    TestGpu gpu = TestGpu.with();
    String ptx =
        TestGpu.module(
            ".file 1 \"/home/me/flag.cu\"",
            ".param .u64 out",
            """
            .reg .b32 %r<3>;
            .reg .b64 %rd<2>;
            .reg .pred %p<2>;
            ld.param.u64 %rd1, [out];
            mov.u32 %r1, %tid.x;
            setp.ne.u32 %p1, %r1, 40;
            @%p1 bra WAIT;
            .loc 1 5 3
            st.relaxed.gpu.u32 [%rd1], 0;
            WAIT:
            .loc 1 7 3
            ld.relaxed.gpu.u32 %r2, [%rd1];
            setp.eq.u32 %p1, %r2, 0;
            @%p1 bra WAIT;
            ret;
            """);
    KernelRun run = gpu.watched(ptx, 1, 32, WATCH, gpu.allocate(64));
    assertThat(run.report())
        .contains("will write (the kernel does at flag.cu:5)\n")
        .contains(" (flag.cu:7): ld.relaxed.gpu.u32 %r2, [%rd1];\n")
        .contains("flag.cu:7\n")
        .contains("      test.ptx:");
  }

  /** With a reconvergence stack the lane that has the lock waits for those that want it. */
  @Test
  void aSpinLockTakenByLanesOfOneWarpHangsWithAStack() {
    TestGpu gpu = TestGpu.with("core.divergence=ipdom");
    long out = gpu.allocate(64);
    KernelRun run = gpu.watched(SpinLock.PTX, 1, 32, WATCH, out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "no memory word has changed and no warp has finished or left its loop since cycle")
        .contains("CTA (0,0,0) warp 0 on cu0: lanes 1-31 keep reading memory 0[0] at 0x100000000")
        .contains("(in the L2 the word is 1), which lane 0 of the same warp took at test.ptx:")
        .contains(
            "  ...CTA (0,0,0) warp 0 on cu0: lane 0 waits for lanes 1-31 where the branch ends\n")
        .contains("atom.acquire.gpu.global.cas.b32 %r1, [%rd1], 0, 1;")
        .contains("  ...CTA (0,0,0) warp 0 on cu0: lanes 1-31, where the chain closes\n");
  }

  /** Two CTAs take two locks in opposite orders. */
  @Test
  void locksTakenInOppositeOrdersAreAChainThatCloses() {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(512);
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    mov.u32 %r1, %ctaid.x;
                    setp.eq.u32 %p1, %r1, 0;
                    add.u64 %rd2, %rd1, 256;
                    selp.b64 %rd3, %rd1, %rd2, %p1;
                    selp.b64 %rd4, %rd2, %rd1, %p1;
                    FIRST:
                    atom.global.cas.b32 %r2, [%rd3], 0, 1;
                    setp.ne.u32 %p2, %r2, 0;
                    @%p2 bra FIRST;
                    nanosleep.u32 3000;
                    SECOND:
                    atom.global.cas.b32 %r2, [%rd4], 0, 1;
                    setp.ne.u32 %p2, %r2, 0;
                    @%p2 bra SECOND;
                    ret;
                    """),
            2,
            1,
            WATCH,
            out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains("CTA (0,0,0) warp 0 on cu0: lane 0 keeps reading memory 0[64] at 0x100000100")
        .contains("which lane 0 of CTA (1,0,0) warp 0 took at test.ptx:")
        .contains("...CTA (1,0,0) warp 0 on cu1: lane 0 keeps reading memory 0[0] at 0x100000000")
        .contains("...CTA (0,0,0) warp 0 on cu0: lane 0, where the chain closes\n");
  }

  /** A lock in shared memory that the other warp has taken for good. */
  @Test
  void aLockInSharedMemoryBelongsToAWarpOfTheCta() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                ".shared .align 4 .b8 lock[8];\n"
                    + Snippets.PROLOGUE
                    + Snippets.IDS
                    + """
                    mov.u32 %r5, lock;
                    and.b32 %r6, %r1, 31;
                    setp.ne.u32 %p1, %r6, 0;
                    @%p1 ret;
                    setp.ge.u32 %p1, %r1, 32;
                    @%p1 nanosleep.u32 1000;
                    TAKE:
                    atom.shared.cas.b32 %r4, [%r5+4], 0, 5;
                    setp.eq.u32 %p2, %r4, 5;
                    @%p2 bra TAKE;
                    bar.sync 0;
                    ret;
                    """),
            1,
            33,
            WATCH,
            gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "CTA (0,0,0) warp 1 on cu0: lane 0 keeps reading shared lock[1] at shared 0x4 (the word is"
                + " 5), which lane 0 of CTA (0,0,0) warp 0 took at test.ptx:");
  }

  /** A grid barrier that needs more CTAs than there is room for. */
  @Test
  void aGridBarrierThatNeedsCtasWithoutRoomSaysSo() {
    TestGpu gpu = TestGpu.with("core.maxCtas=1");
    long out = gpu.allocate(64);
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    atom.global.add.u32 %r1, [%rd1], 1;
                    WAIT:
                    ld.volatile.global.u32 %r2, [%rd1];
                    setp.lt.u32 %p1, %r2, 5;
                    @%p1 bra WAIT;
                    ret;
                    """),
            5,
            1,
            WATCH,
            out);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cause: 3 CTAs have not started and cannot: there is no room until a running one ends,"
                + " and lane 0 of CTA (0,0,0) warp 0 keeps reading memory 0[0]")
        .contains("(in the L2 the word is 2)");
  }

  /** Threads behind the barrier write other words of the same allocation: they are not to blame. */
  @Test
  void aGridBarrierWithoutRoomIsNotLaidOnThoseWhoWriteOtherWords() {
    TestGpu gpu = TestGpu.with("core.maxCtas=1");
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + Snippets.IDS
                    + """
                    mov.u32 %r9, 0;
                    ROUND:
                    setp.ne.u32 %p1, %r1, 0;
                    @%p1 bra MEET;
                    ld.volatile.global.u32 %r5, [%rd1+4];
                    atom.global.add.u32 %r6, [%rd1], 1;
                    setp.ne.u32 %p2, %r6, 4;
                    @%p2 bra WAIT;
                    st.volatile.global.u32 [%rd1], 0;
                    add.u32 %r7, %r5, 1;
                    st.volatile.global.u32 [%rd1+4], %r7;
                    bra MEET;
                    WAIT:
                    ld.volatile.global.u32 %r8, [%rd1+4];
                    setp.eq.u32 %p3, %r8, %r5;
                    @%p3 bra WAIT;
                    MEET:
                    bar.sync 0;
                    add.u32 %r10, %r2, %r9;
                    mad.wide.u32 %rd2, %r10, 4, %rd1;
                    st.global.u32 [%rd2+64], %r9;
                    add.u32 %r9, %r9, 1;
                    setp.lt.u32 %p4, %r9, 3;
                    @%p4 bra ROUND;
                    ret;
                    """),
            5,
            64,
            WATCH,
            gpu.allocate(4096));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cause: 3 CTAs have not started and cannot: there is no room until a running one ends,"
                + " and lane 0 of CTA (0,0,0) warp 0 keeps reading memory 0[1] (in the L2 the word"
                + " is 0), which no thread that is running is known to write (the kernel may at"
                + " test.ptx:")
        .contains("; CTAs that wait for one another must all be resident: --cooperative, in CUDA")
        .doesNotContain("lanes 1-31 may write");
  }

  /**
   * What the host maps, too, may be written by it: the report says so, and that it is not heard.
   */
  @Test
  void aPollOfMemoryThatTheHostMapsIsToldApart() {
    TestGpu gpu = TestGpu.with();
    gpu.gpu.allocated(TestGpu.BASE, 64, "managed allocation 0 (4 bytes)", true);
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    WAIT:
                    ld.volatile.global.u32 %r2, [%rd1];
                    setp.eq.u32 %p1, %r2, 0;
                    @%p1 bra WAIT;
                    ret;
                    """),
            1,
            1,
            WATCH,
            TestGpu.BASE);
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report())
        .contains(
            "cause: the host would have to write the word: lane 0 of CTA (0,0,0) warp 0 keeps"
                + " reading managed allocation 0 (4 bytes)[0] (in the L2 the word is 0), in memory"
                + " that the host may write, which the kernel never writes; but what the host"
                + " writes while a kernel runs threads do not see");
  }

  @Test
  void anEndlessLoopWithoutMemoryIsAHangToo() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    mov.u32 %r1, 0;
                    OUTER:
                    mov.u32 %r2, 0;
                    INNER:
                    add.u32 %r2, %r2, 1;
                    setp.lt.u32 %p1, %r2, 4;
                    @%p1 bra INNER;
                    bra OUTER;
                    """),
            1,
            1,
            WATCH,
            gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.cycles()).isBetween(20_000L, 40_000L);
  }

  /** Lanes go on alone after 2^20 turns of the loop, of 12 cycles each, for which they wait. */
  @Test
  void anEndlessLoopOfOneLaneIsAHangSoonAfterTheOthersAreLetGo() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    mov.u32 %r1, %tid.x;
                    setp.ne.u32 %p1, %r1, 0;
                    @%p1 bra MEET;
                    LOOP:
                    setp.eq.u32 %p2, %r1, 0;
                    @%p2 bra LOOP;
                    MEET:
                    bar.sync 0;
                    """),
            1,
            2,
            new LaunchWatch(Long.MAX_VALUE, 100_000, progress -> true),
            gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.cycles()).isBetween(12L << 20, 13L << 20);
  }

  @Test
  void aLongLoopThatStoresIsNoHang() {
    TestGpu gpu = TestGpu.with();
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + """
                    mov.u32 %r1, 0;
                    LOOP:
                    add.u32 %r1, %r1, 1;
                    st.global.u32 [%rd1], %r1;
                    setp.lt.u32 %p1, %r1, 5000;
                    @%p1 bra LOOP;
                    ret;
                    """),
            1,
            1,
            WATCH,
            gpu.allocate(64));
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(run.cycles()).isGreaterThan(40_000);
  }

  /** Warps of other SIMD units spin on a lock in shared memory: its holder gets its turn there. */
  @Test
  void whoHoldsALockGetsToSharedMemoryPastThoseThatSpin() {
    TestGpu gpu = TestGpu.with("core.simds=4");
    long out = gpu.allocate(4);
    KernelRun run =
        gpu.watched(
            TestGpu.kernel(
                ".param .u64 out",
                Snippets.PROLOGUE
                    + Snippets.IDS
                    + """
                    .shared .align 4 .b32 lock;
                    .shared .align 4 .b32 count;
                    st.shared.u32 [lock], 0;
                    st.shared.u32 [count], 0;
                    bar.sync 0;
                    SPIN:
                    atom.shared.cas.b32 %r4, [lock], 0, 1;
                    setp.ne.u32 %p1, %r4, 0;
                    @%p1 bra SPIN;
                    ld.volatile.shared.u32 %r3, [count];
                    add.u32 %r3, %r3, 1;
                    st.volatile.shared.u32 [count], %r3;
                    atom.shared.exch.b32 %r5, [lock], 0;
                    bar.sync 0;
                    ld.shared.u32 %r3, [count];
                    st.global.u32 [%rd1], %r3;
                    ret;
                    """),
            1,
            128,
            WATCH,
            out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(gpu.readInts(out, 1)).containsExactly(128);
  }
}
