package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/** An instruction that reads and writes registers only, with a fixed latency. */
public abstract class LaneOp extends Op {
  LaneOp(Instruction instruction) {
    super(instruction);
  }

  /**
   * Computes the results of some lanes.
   *
   * @param full whether {@code lanes} is all lanes of the warp's width
   */
  public abstract void compute(Warp warp, long lanes, boolean full);
}
