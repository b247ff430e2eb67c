package dev.syncopate.machine.core;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/** An instruction that needs nothing but its warp and what every compute unit has. */
public abstract class CoreOp extends Op {
  protected CoreOp(Instruction instruction) {
    super(instruction);
  }

  /**
   * Executes, as {@link ExecutionUnit#issue}.
   *
   * @param lanes active lanes whose guard holds; may be none
   */
  public abstract boolean issue(ComputeUnit unit, Warp warp, long lanes, long now);
}
