package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import org.jspecify.annotations.Nullable;

/**
 * {@code fence.proxy.tensormap::generic}, behind the thread fence that is part of it. An acquire
 * makes the copy unit read its map anew; a release has nothing left to do.
 */
public final class TensorMapFenceOp extends AccessOp {
  private final @Nullable Address map;
  private final long[] constants;
  private final int pc;

  public TensorMapFenceOp(MemoryInstruction.TensorMapFence fence, HotOperands operands, int pc) {
    super(fence);
    this.map = fence.map();
    this.constants = operands.constants;
    this.pc = pc;
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    if (!memory.shared.mayAccess(warp, false)) {
      return false;
    }
    long[] maps = null;
    Address address = map;
    if (address != null) {
      maps = new long[warp.width];
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        int base = address.base();
        long start = base >= 0 ? warp.values()[base + lane] : constants[~base + lane];
        maps[lane] = start + address.offset();
        memory.forgetMap(maps[lane]);
      }
    }
    if (memory.unit.observer != null) {
      memory.unit.observer.tensorMapFence(memory.unit.index, warp, pc, lanes, maps);
    }
    if (!memory.unit.memory.answersAtOnce()) {
      memory.unit.hold(Pipe.MEMORY, now + 1);
      warp.rest(now + memory.copyConfig.fenceCycles(), Stall.FENCE);
    }
    warp.schedule.next();
    return true;
  }
}
