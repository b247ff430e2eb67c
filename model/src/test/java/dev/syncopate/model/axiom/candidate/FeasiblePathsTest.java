package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.path.TestLocations;
import dev.syncopate.model.axiom.candidate.path.ThreadPath;
import dev.syncopate.model.axiom.candidate.path.Unroller;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Paths are removed whose reads need values that no path writes, and no others. */
class FeasiblePathsTest {
  private static final int BOUND = 4;

  @Test
  void aPathNeedsAValueThatSomePathWrites() {
    // P1 ends if it reads 1, or goes round again if it reads anything else: x is 0 or 2
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                st.weak x, 2 | LC00: ;
                 | ld.weak r0, x ;
                 | bne r0, 1, LC00 ;
                """))
        .containsExactly(1, 0);
  }

  @Test
  void aValueMayComeRoundThroughAnotherThread() {
    // P0 ends if P1 copied its 1 from x to y
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                st.weak x, 1 | ld.weak r0, x ;
                LC00: | st.weak y, r0 ;
                ld.weak r0, y | ;
                bne r0, 1, LC00 | ;
                """))
        .containsExactly(BOUND, 1);
  }

  @Test
  void noValueComesOutOfThinAir() {
    // each thread would have to copy a 1 that the other copied
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                LC00: | ld.weak r0, x ;
                ld.weak r0, y | st.weak y, r0 ;
                st.weak x, r0 | ;
                bne r0, 1, LC00 | ;
                """))
        .containsExactly(0, 1);
  }

  @Test
  void whatARemovedPathWritesRemovesOthers() {
    // P0 writes the 1 that P1 needs only behind a 3, which no path writes
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                ld.weak r0, x | LC01: ;
                bne r0, 3, LC00 | ld.weak r0, y ;
                st.weak y, 1 | bne r0, 1, LC01 ;
                LC00: | ;
                """))
        .containsExactly(1, 0);
  }

  @Test
  void aCounterMayHaveAnyValueWhereItHasMany() {
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                LC00: | LC01: ;
                atom.relaxed.gpu.add r0, x, 1 | ld.weak r1, x ;
                blt r0, 90, LC00 | bne r1, 70, LC01 ;
                """))
        .containsExactly(BOUND, BOUND);
  }

  @Test
  void twoReadsMayBeComparedWithEachOther() {
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                st.weak x, 2 | LC00: ;
                 | ld.weak r0, x ;
                 | ld.weak r1, y ;
                 | blt r1, r0, LC00 ;
                """))
        .as("y is 0, x is 0 or 2: all rounds may be the last")
        .containsExactly(1, BOUND);
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
                st.weak x, 2 | LC00: ;
                 | ld.weak r0, x ;
                 | ld.weak r1, y ;
                 | ble r1, r0, LC00 ;
                """))
        .as("y is never greater")
        .containsExactly(1, 0);
  }

  @Test
  void theResultOfAWaitForAnMbarrierIsOfItsPath() {
    assertThat(
            feasible(
                """
                P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;
                LC00: | mbarrier.arrive _, m ;
                mbarrier.try_wait.parity r0, m, 0 | ;
                beq r0, 0, LC00 | ;
                """))
        .as("a failed try only goes on looking; a wait that succeeds has 1")
        .containsExactly(1, 1);
  }

  /** The number of feasible paths of each thread. */
  private static List<Integer> feasible(String threads) {
    LitmusTest test =
        LitmusTest.read("t", "PTX t\n{ x=0; y=0; mbarrier m=1; }\n" + threads + "exists 0 == 0\n");
    TestLocations locations = new TestLocations(test);
    List<List<ThreadPath>> paths = new ArrayList<>();
    for (int t = 0; t < test.threads().size(); t++) {
      paths.add(new Unroller(test.threads().get(t), t, locations, BOUND, BOUND).paths());
    }
    return FeasiblePaths.among(paths, locations).stream().map(List::size).toList();
  }
}
