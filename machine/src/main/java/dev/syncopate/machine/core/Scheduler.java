package dev.syncopate.machine.core;

/** Which of the warps that could issue does. */
abstract class Scheduler {
  /**
   * @param ready warp slots of one SIMD unit, at least one
   * @return one of them
   */
  abstract int pick(long ready, int simd);

  /** A CTA has come, the youngest from now on, in these warp slots. */
  abstract void arrived(long warps);

  /** A CTA in these warp slots has gone. */
  abstract void departed(long warps);
}
