package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code match}. */
public final class MatchOp extends ExchangeOp {
  private final boolean matchAll;
  private final int bits;
  private final int destination;
  private final int p;
  private final int a;

  public MatchOp(WarpInstruction.Match match, HotOperands operands) {
    super(match, operands, true, match.mask());
    this.matchAll = match.matchAll();
    this.bits = match.type().bits();
    this.destination = operands.valueOrSpare(match.destination());
    this.p = operands.predicateOrSpare(match.p());
    this.a = match.a();
  }

  @Override
  int kind() {
    return kind(3, matchAll ? bits + 1 : bits);
  }

  @Override
  void bring(Warp warp, long lanes, long[] values) {
    bring(warp, a, lanes, values);
  }

  @Override
  void compute(Warp warp, long lanes) {
    compute(warp, a >= 0 ? warp.values() : constants, a >= 0 ? a : ~a, lanes, lanes);
  }

  @Override
  void compute(Warp warp, long[] values, int base, long members, long lanes) {
    if (matchAll) {
      boolean allEqual = Match.all(values, base, bits, members);
      fill(warp, destination, allEqual ? members : 0, lanes);
      Predicates.write(warp, p, allEqual ? lanes : 0, lanes);
    } else {
      Match.any(warp.values(), destination, values, base, bits, members, lanes);
    }
  }
}
