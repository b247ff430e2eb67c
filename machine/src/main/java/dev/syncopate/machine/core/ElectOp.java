package dev.syncopate.machine.core;

import dev.syncopate.machine.core.exchange.Vote;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code elect}. */
final class ElectOp extends ExchangeOp {
  private final int destination;
  private final int p;

  ElectOp(WarpInstruction.Elect elect, Operands operands) {
    super(elect, operands, true, elect.mask());
    this.destination = operands.valueOrSpare(elect.destination());
    this.p = elect.p();
  }

  @Override
  void compute(Warp warp, long lanes) {
    int leader = Vote.leader(lanes);
    fill(warp, destination, leader, lanes);
    Predicates.write(warp, p, 1L << leader, lanes);
  }
}
