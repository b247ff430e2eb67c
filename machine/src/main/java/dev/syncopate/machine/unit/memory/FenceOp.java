package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.ir.MemoryInstruction;

/**
 * {@code fence} and {@code membar}: later memory instructions of the warp wait for it, others do
 * not.
 */
public final class FenceOp extends AccessOp implements AccessCompletion {
  private final MemoryOperation operation;

  /** Index of the instruction, for reports. */
  final int pc;

  public FenceOp(MemoryInstruction.Fence fence, int pc) {
    super(fence);
    this.pc = pc;
    this.operation =
        MemoryOperation.fence(AccessTypes.order(fence.order()), AccessTypes.scope(fence.scope()));
  }

  @Override
  public MemoryOperation asks() {
    return operation;
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes != 0 && !memory.issueFence(operation, this, warp, lanes, now)) {
      return false;
    }
    warp.schedule.next();
    return true;
  }

  @Override
  public int pc() {
    return pc;
  }

  @Override
  public void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready) {
    if (unit.observer != null) {
      unit.observer.completed(unit.index, warp, access);
    }
    warp.accesses.synchronisationEnds();
    unit.recheck(warp);
  }
}
