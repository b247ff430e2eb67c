package dev.syncopate.machine.core;

import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code bar.warp.sync}. */
final class WarpSyncOp extends ExchangeOp {
  WarpSyncOp(WarpInstruction.WarpSync sync, Operands operands) {
    super(sync, operands, true, sync.mask());
  }

  @Override
  void compute(Warp warp, long lanes) {
    // Being here together is all.
  }
}
