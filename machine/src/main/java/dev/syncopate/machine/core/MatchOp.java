package dev.syncopate.machine.core;

import dev.syncopate.machine.core.exchange.Match;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code match}. */
final class MatchOp extends ExchangeOp {
  private final boolean all;
  private final int bits;
  private final int destination;
  private final int p;
  private final int a;

  MatchOp(WarpInstruction.Match match, Operands operands) {
    super(match, operands, true, match.mask());
    this.all = match.all();
    this.bits = match.type().bits();
    this.destination = operands.valueOrSpare(match.destination());
    this.p = operands.predicateOrSpare(match.p());
    this.a = match.a();
  }

  @Override
  void compute(Warp warp, long lanes) {
    long[] from = a >= 0 ? warp.registers : constants;
    int base = a >= 0 ? a : ~a;
    if (all) {
      boolean same = Match.all(from, base, bits, lanes);
      fill(warp, destination, same ? lanes : 0, lanes);
      Predicates.write(warp, p, same ? lanes : 0, lanes);
    } else {
      Match.any(warp.registers, destination, from, base, bits, lanes);
    }
  }
}
