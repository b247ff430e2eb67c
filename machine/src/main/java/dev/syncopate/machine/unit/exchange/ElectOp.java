package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code elect}. */
public final class ElectOp extends ExchangeOp {
  private final int destination;
  private final int p;

  public ElectOp(WarpInstruction.Elect elect, HotOperands operands) {
    super(elect, operands, true, elect.mask());
    this.destination = operands.valueOrSpare(elect.destination());
    this.p = elect.p();
  }

  @Override
  int kind() {
    return kind(6, 0);
  }

  @Override
  void bring(Warp warp, long lanes, long[] values) {
    // Nothing but their being here.
  }

  @Override
  void compute(Warp warp, long lanes) {
    elect(warp, lanes, lanes);
  }

  @Override
  void compute(Warp warp, long[] values, int base, long members, long lanes) {
    elect(warp, members, lanes);
  }

  private void elect(Warp warp, long members, long lanes) {
    int leader = Vote.leader(members);
    fill(warp, destination, leader, lanes);
    Predicates.write(warp, p, 1L << leader, lanes);
  }
}
