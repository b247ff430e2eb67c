package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code bar.warp.sync}. */
public final class WarpSyncOp extends ExchangeOp {
  private final int pc;

  public WarpSyncOp(WarpInstruction.WarpSync sync, HotOperands operands, int pc) {
    super(sync, operands, true, sync.mask());
    this.pc = pc;
  }

  @Override
  void met(ComputeUnit unit, Warp warp, long lanes) {
    if (unit.observer != null) {
      unit.observer.converged(unit.index, warp, pc, lanes);
    }
  }

  @Override
  int kind() {
    return kind(5, 0);
  }

  @Override
  void bring(Warp warp, long lanes, long[] values) {
    // Nothing but their being here.
  }

  @Override
  void compute(Warp warp, long lanes) {
    // Being here together is all.
  }

  @Override
  void compute(Warp warp, long[] values, int base, long members, long lanes) {
    // As above.
  }
}
