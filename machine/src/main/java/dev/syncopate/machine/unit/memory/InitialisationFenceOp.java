package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.MemoryInstruction;

/**
 * {@code fence.mbarrier_init}. An initialisation is visible to the cluster when it has issued, so
 * that the fence takes an issue slot and nothing else; checks are told of it.
 */
public final class InitialisationFenceOp extends AccessOp {
  private final int pc;

  public InitialisationFenceOp(MemoryInstruction.InitialisationFence fence, int pc) {
    super(fence);
    this.pc = pc;
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes != 0 && memory.unit.observer != null) {
      memory.unit.observer.initialisationFence(memory.unit.index, warp, pc, lanes);
    }
    warp.schedule.next();
    return true;
  }
}
