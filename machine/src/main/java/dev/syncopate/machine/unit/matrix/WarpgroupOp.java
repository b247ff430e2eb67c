package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/** An instruction of a warpgroup: four warps of a CTA with consecutive numbers. */
abstract class WarpgroupOp extends Op {
  WarpgroupOp(Instruction instruction) {
    super(instruction);
  }

  /** Executes, as {@link TensorUnit#issue}. */
  abstract boolean issue(TensorUnit tensor, Warp warp, long lanes, long now);
}
