package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarpExchangeTest {
  private static int[] run(String body) {
    TestGpu gpu = TestGpu.with();
    long out = gpu.allocate(4 * 64);
    KernelRun run = gpu.run(Snippets.each(body), 1, 64, out);
    assertThat(run.outcome()).as(run.report()).isEqualTo(LaunchOutcome.DONE);
    return gpu.readInts(out, 64);
  }

  @Test
  void shufflesReadOtherLanes() {
    int[] out =
        run(
            """
            shfl.sync.bfly.b32 %r4, %r1, 5, 31, -1;
            shfl.sync.up.b32 %r5|%p1, %r1, 1, 0, -1;
            selp.u32 %r6, 1000, 0, %p1;
            mad.lo.u32 %r3, %r4, 10000, %r5;
            add.u32 %r3, %r3, %r6;
            """);
    for (int i = 0; i < 64; i++) {
      int shiftedUp = i % 32 == 0 ? i : i - 1 + 1000;
      assertThat(out[i]).isEqualTo(10000 * (i ^ 5) + shiftedUp);
    }
  }

  @Test
  void votesAndMatches() {
    int[] out =
        run(
            """
            setp.lt.u32 %p1, %r1, 40;
            vote.sync.ballot.b32 %r4, %p1, -1;
            vote.sync.all.pred %p2, %p1, -1;
            vote.sync.any.pred %p3, %p1, -1;
            selp.u32 %r5, 1, 0, %p2;
            selp.u32 %r6, 2, 0, %p3;
            and.b32 %r7, %r1, 7;
            match.any.sync.b32 %r8, %r7, -1;
            popc.b32 %r9, %r4;
            popc.b32 %r10, %r8;
            add.u32 %r3, %r5, %r6;
            mad.lo.u32 %r3, %r9, 100, %r3;
            mad.lo.u32 %r3, %r10, 100000, %r3;
            """);
    for (int i = 0; i < 64; i++) {
      assertThat(out[i]).isEqualTo(i < 32 ? 403_203 : 400_802);
    }
  }

  @Test
  void reductionsOverAWarp() {
    int[] out =
        run(
            """
            redux.sync.add.s32 %r4, %r1, -1;
            redux.sync.max.s32 %r5, %r1, -1;
            mad.lo.u32 %r3, %r4, 100, %r5;
            """);
    assertThat(out[3]).isEqualTo(100 * 496 + 31);
    assertThat(out[40]).isEqualTo(100 * (496 + 32 * 32) + 63);
  }

  /** Both sides of a branch name all lanes: they must meet in the instruction. */
  @Test
  void lanesNamedInAMaskMeetFromBothSidesOfABranch() {
    int[] out =
        run(
            """
            mov.u32 %r3, 0;
            and.b32 %r4, %r1, 1;
            setp.eq.u32 %p1, %r4, 1;
            @%p1 bra ODD;
            add.u32 %r5, %r1, 100;
            bra MEET;
            ODD:
            add.u32 %r5, %r1, 200;
            MEET:
            bar.warp.sync -1;
            shfl.sync.bfly.b32 %r3, %r5, 1, 31, -1;
            """);
    for (int i = 0; i < 64; i++) {
      int partner = i ^ 1;
      assertThat(out[i]).isEqualTo(partner + (partner % 2 == 1 ? 200 : 100));
    }
  }

  @Test
  void anActiveMaskNamesTheLanesThatRunTogether() {
    int[] out =
        run(
            """
            activemask.b32 %r3;
            setp.lt.u32 %p1, %r1, 8;
            @!%p1 bra OUT;
            activemask.b32 %r3;
            OUT:
            """);
    assertThat(out[3]).isEqualTo(0xff);
    assertThat(out[10]).isEqualTo(-1);
  }
}
