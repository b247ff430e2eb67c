package dev.syncopate.machine.divergence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Lanes of a warp under a perturbed schedule. */
class LaneOrderTest {
  private static final long FULL = 0xffff_ffffL;

  private static IndependentScheduling its(LaneOrder order) {
    IndependentScheduling warp = new IndependentScheduling(4);
    warp.perturb(order);
    warp.start(FULL);
    return warp;
  }

  @Test
  void eitherSideOfABranchRunsFirstAndBothMeet() {
    int takenFirst = 0;
    LaneOrder order = new LaneOrder(new Random(1));
    for (int round = 0; round < 100; round++) {
      IndependentScheduling warp = its(order);
      warp.branch(3, 0xffffL, 4, false);
      boolean takesBranch = warp.pc() == 3;
      takenFirst += takesBranch ? 1 : 0;
      assertThat(warp.active()).isEqualTo(takesBranch ? 0xffffL : 0xffff_0000L);
      while (warp.pc() != 4) {
        if (warp.pc() == 3) {
          warp.next();
        } else {
          warp.jump(4, false);
        }
      }
      assertThat(warp.active()).as("all lanes together again").isEqualTo(FULL);
    }
    assertThat(takenFirst).isBetween(25, 75);
  }

  /** Ten accesses in a row, and then all lanes leave: each lane makes each once, in order. */
  @Test
  void lanesMakeTheirAccessesApartAndEachMakesAll() {
    int parted = 0;
    for (int seed = 0; seed < 100; seed++) {
      LaneOrder order = new LaneOrder(new Random(seed));
      IndependentScheduling warp = its(order);
      List<List<Integer>> executedPcs = new ArrayList<>();
      for (int lane = 0; lane < 32; lane++) {
        executedPcs.add(new ArrayList<>());
      }
      while (!warp.finished()) {
        if (warp.pc() == 10) {
          warp.exit(warp.active());
          continue;
        }
        order.beforeAccess(warp);
        for (int lane = 0; lane < 32; lane++) {
          if ((warp.active() >>> lane & 1) != 0) {
            executedPcs.get(lane).add(warp.pc());
          }
        }
        parted += warp.active() == FULL ? 0 : 1;
        warp.next();
        order.behindAccess(warp);
      }
      assertThat(executedPcs).containsOnly(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    }
    assertThat(parted).as("accesses of 1000 or more that not all lanes made").isGreaterThan(500);
  }
}
