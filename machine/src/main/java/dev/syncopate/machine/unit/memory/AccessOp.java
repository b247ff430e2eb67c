package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/** An instruction on memory, whichever. */
abstract class AccessOp extends Op {
  AccessOp(Instruction instruction) {
    super(instruction);
  }

  /**
   * Executes, as {@link ExecutionUnit#issue}.
   *
   * @param lanes active lanes whose guard holds; may be none
   */
  abstract boolean issue(MemoryUnit memory, Warp warp, long lanes, long now);
}
