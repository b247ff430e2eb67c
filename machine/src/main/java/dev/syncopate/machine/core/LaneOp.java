package dev.syncopate.machine.core;

import dev.syncopate.ptx.ir.Instruction;

/** An instruction that reads and writes registers only, with a fixed latency. */
abstract class LaneOp extends Op {
  LaneOp(Instruction instruction) {
    super(instruction);
  }

  @Override
  final boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes != 0) {
      compute(warp, lanes, lanes == warp.fullMask);
      long ready = now + latency;
      long[] scoreboard = warp.scoreboard;
      for (int entry : writes) {
        scoreboard[entry] = ready;
      }
    }
    warp.schedule.next();
    return true;
  }

  /**
   * @param full whether {@code lanes} is all lanes of the warp's width
   */
  abstract void compute(Warp warp, long lanes, boolean full);
}
