package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.Operands;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code bar.warp.sync}. */
public final class WarpSyncOp extends ExchangeOp {
  public WarpSyncOp(WarpInstruction.WarpSync sync, Operands operands) {
    super(sync, operands, true, sync.mask());
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
