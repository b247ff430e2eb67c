package dev.syncopate.machine.status;

import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.LocalStore;

/** Looks into a stopped warp. */
record WarpInsight(Grid grid, Cta cta, Warp warp, LocalStore local) implements WarpStatus.Insight {
  @Override
  public long value(int operand, int lane) {
    return operand >= 0
        ? warp.values()[operand * warp.width + lane]
        : grid.kernel().program.constants()[~operand];
  }

  @Override
  public long predicate(int register) {
    return warp.predicates()[register];
  }

  @Override
  public long shared(long offset, int bytes) {
    boolean inside = offset >= 0 && offset + bytes <= grid.sharedBytes();
    return inside ? local.peek(cta.sharedBase + (int) offset, bytes) : 0;
  }
}
