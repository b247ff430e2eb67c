package dev.syncopate.machine.core;

import dev.syncopate.sim.bits.Bits;
import java.util.Arrays;

/** Each warp in turn: the next ready one behind the one that issued last. */
final class RoundRobin extends Scheduler {
  private final int[] last;

  RoundRobin(int simds) {
    this.last = new int[simds];
    Arrays.fill(last, 63);
  }

  @Override
  int pick(long ready, int simd) {
    long laterWarps = last[simd] == 63 ? 0 : ready & -1L << (last[simd] + 1);
    int picked = Bits.lowest(laterWarps != 0 ? laterWarps : ready);
    last[simd] = picked;
    return picked;
  }

  @Override
  void arrived(long warps) {
    // Turns do not depend on age.
  }

  @Override
  void departed(long warps) {
    // Turns do not depend on age.
  }
}
