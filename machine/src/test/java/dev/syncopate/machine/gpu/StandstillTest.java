package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Kernels in which nothing changes for longer than the watchdog waits: which of them hang. */
class StandstillTest {
  private static final long WATCHDOG = 2_000;

  private static final LaunchWatch WATCH =
      new LaunchWatch(Long.MAX_VALUE, WATCHDOG, progress -> true);

  /** What it says of what does not hang and is not waited for any longer. */
  private static final String LONG = "no progress visible for ";

  /** Counts in registers: {@code %r10} to {@code turns}, by way of a second register. */
  private static String count(String turns) {
    return """
    mov.u32 %r10, 0;
    COUNT:
    mad.lo.u32 %r11, %r11, 1664525, 1013904223;
    add.u32 %r10, %r10, 1;
    setp.ne.u32 %p5, %r10, TURNS;
    @%p5 bra COUNT;
    """
        .replace("TURNS", turns);
  }

  private static KernelRun run(TestGpu gpu, String body, int grid, int block) {
    String ptx = TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body);
    return gpu.watched(ptx, grid, block, WATCH, gpu.allocate(4096));
  }

  private static KernelRun run(String body) {
    return run(TestGpu.with(), body, 1, 32);
  }

  private static void assertThatItEnds(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    assertThat(run.cycles()).isGreaterThan(5 * WATCHDOG);
  }

  private static void assertThatItHangs(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.cycles()).isBetween(WATCHDOG, 5 * WATCHDOG);
    assertThat(run.report()).startsWith("hang: ").contains(", and every warp waits or repeats");
  }

  private static KernelRun givenUp(KernelRun run) {
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.NO_PROGRESS);
    assertThat(run.cycles()).isBetween(500 * WATCHDOG, 501 * WATCHDOG);
    assertThat(run.report())
        .startsWith(LONG)
        .contains("--watchdog 20000 waits ten times as long, --watchdog off as long as it takes")
        .doesNotContain("cause:")
        .doesNotContain("endless");
    return run;
  }

  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void aLoopThatCountsInRegistersEnds(String divergence) {
    TestGpu gpu = TestGpu.with("core.divergence=" + divergence);
    assertThatItEnds(run(gpu, count("20000") + "ret;", 1, 32));
  }

  @Test
  void lanesThatCountToDifferentNumbersEnd() {
    assertThatItEnds(run("add.u32 %r12, %r1, 3000;\n" + count("%r12") + "ret;"));
  }

  @Test
  void instructionsInARowWithoutABranchEnd() {
    assertThatItEnds(run("add.u32 %r10, %r10, %r10;\n".repeat(20_000) + "ret;"));
  }

  @Test
  void nestedLoopsEnd() {
    assertThatItEnds(
        run(
            """
            mov.u32 %r12, 0;
            OUTER:
            """
                + count("50")
                + """
                add.u32 %r12, %r12, 1;
                setp.ne.u32 %p6, %r12, 100;
                @%p6 bra OUTER;
                ret;
                """));
  }

  /** The others poll a word that it writes at last. */
  @ParameterizedTest
  @ValueSource(strings = {"its", "ipdom"})
  void aCtaThatComputesWhileOthersPollEnds(String divergence) {
    TestGpu gpu = TestGpu.with("core.divergence=" + divergence);
    String body =
        """
        setp.eq.u32 %p1, %r30, 0;
        @%p1 bra WORK;
        WAIT:
        ld.volatile.global.u32 %r3, [%rd1];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra WAIT;
        ret;
        WORK:
        """
            + count("10000")
            + """
            st.volatile.global.u32 [%rd1], 1;
            ret;
            """;
    assertThatItEnds(run(gpu, body, 4, 32));
  }

  /** So do lanes of the same warp. */
  @Test
  void aLaneThatComputesWhileOthersOfItsWarpPollEnds() {
    String body =
        """
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra WORK;
        WAIT:
        ld.volatile.global.u32 %r3, [%rd1];
        setp.eq.u32 %p2, %r3, 0;
        @%p2 bra WAIT;
        ret;
        WORK:
        """
            + count("10000")
            + """
            st.volatile.global.u32 [%rd1], 1;
            ret;
            """;
    assertThatItEnds(run(body));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%clock64", "%globaltimer"})
  void aWaitForATimeEnds(String clock) {
    assertThatItEnds(
        run(
            """
            mov.u64 %rd2, CLOCK;
            AWAIT:
            mov.u64 %rd3, CLOCK;
            sub.u64 %rd3, %rd3, %rd2;
            setp.lt.u64 %p1, %rd3, 40000;
            @%p1 bra AWAIT;
            ret;
            """
                .replace("CLOCK", clock)));
  }

  /** It polls a word that no thread writes, but not for ever. */
  @Test
  void aPollWithATimeOutEnds() {
    assertThatItEnds(
        run(
            """
            mov.u64 %rd2, %clock64;
            POLL:
            mov.u64 %rd3, %clock64;
            sub.u64 %rd3, %rd3, %rd2;
            setp.gt.u64 %p1, %rd3, 40000;
            @%p1 ret;
            ld.volatile.global.u32 %r3, [%rd1];
            setp.eq.u32 %p2, %r3, 0;
            @%p2 bra POLL;
            ret;
            """));
  }

  @Test
  void aPollWithALimitOfTriesEnds() {
    assertThatItEnds(
        run(
            """
            POLL:
            add.u32 %r5, %r5, 1;
            setp.gt.u32 %p1, %r5, 300;
            @%p1 ret;
            ld.volatile.global.u32 %r3, [%rd1];
            setp.eq.u32 %p2, %r3, 0;
            @%p2 bra POLL;
            ret;
            """));
  }

  /** A counter that decides nothing, and a pause that grows, are no progress. */
  @Test
  void aPollThatCountsItsTriesHangs() {
    KernelRun run =
        run(
            """
            POLL:
            add.u32 %r5, %r5, 1;
            nanosleep.u32 %r5;
            ld.volatile.global.u32 %r3, [%rd1];
            setp.eq.u32 %p2, %r3, 0;
            @%p2 bra POLL;
            st.global.u32 [%rd1+4], %r5;
            ret;
            """);
    assertThatItHangs(run);
    assertThat(run.report()).contains("cause: no thread left that can write the word: ");
  }

  /** A generator of random numbers without an end, whose numbers no thread uses. */
  @Test
  void aLoopWithoutAnEndHangsThoughItsRegistersChange() {
    KernelRun run =
        run(
            """
            LOOP:
            mad.lo.u32 %r11, %r11, 1664525, 1013904223;
            bra LOOP;
            """);
    assertThatItHangs(run);
    assertThat(run.report())
        .contains(
            "cause: an endless loop: lanes 0-31 of CTA (0,0,0) warp 0 spin in a loop that reads no"
                + " memory and comes back to the same state\n");
  }

  /** Its state comes back after 1,000 turns only. */
  @Test
  void aLongPeriodIsFound() {
    KernelRun run =
        run(
            """
            LOOP:
            add.u32 %r10, %r10, 1;
            rem.u32 %r10, %r10, 1000;
            setp.ne.u32 %p1, %r10, 1000;
            @%p1 bra LOOP;
            ret;
            """);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.HANG);
    assertThat(run.report()).contains("cause: an endless loop: ");
  }

  @Test
  void warpsThatMeetAtABarrierInALoopWithoutAnEndHang() {
    KernelRun run = run(TestGpu.with(), "LOOP:\nbar.sync 0;\nbra LOOP;\n", 2, 64);
    assertThatItHangs(run);
  }

  /**
   * What can end only once a register has overflowed is given up after a while, with no verdict.
   */
  @Test
  void aLoopThatTakesTooLongIsGivenUpWithoutAVerdict() {
    KernelRun run = givenUp(run(count("0xffffffff") + "ret;"));
    assertThat(run.report())
        .contains("\n1 warp is left:\n  1 x computing, in the loop that ends at test.ptx:");
    assertThat(run.position()).isNotNull();
  }

  @Test
  void aWaitThatTakesTooLongIsGivenUpAsAWaitForATime() {
    KernelRun run =
        givenUp(
            run(
                """
                AWAIT:
                mov.u64 %rd3, %clock64;
                setp.lt.u64 %p1, %rd3, 400000000000;
                @%p1 bra AWAIT;
                ret;
                """));
    assertThat(run.report())
        .contains("  1 x waiting for a time: its way depends on the clock read at test.ptx:");
  }

  /** Ctrl-C gives a cause where there is one, and only there. */
  @Test
  void anInterruptedLaunchThatComputesHasNoCause() {
    assertThat(interrupted(count("0xffffffff") + "ret;"))
        .startsWith("interrupted in cycle ")
        .doesNotContain("cause:")
        .contains("1 x computing, in the loop that ends at");
    assertThat(interrupted("LOOP:\nbra LOOP;\n")).contains("cause: an endless loop: ");
  }

  private static String interrupted(String body) {
    TestGpu gpu = TestGpu.with();
    LaunchWatch watch = new LaunchWatch(Long.MAX_VALUE, 0, progress -> progress.cycle() < 300_000);
    String ptx = TestGpu.kernel(".param .u64 out", Snippets.PROLOGUE + Snippets.IDS + body);
    KernelRun run = gpu.watched(ptx, 1, 32, watch, gpu.allocate(64));
    assertThat(run.outcome()).isEqualTo(LaunchOutcome.INTERRUPTED);
    return run.report();
  }
}
