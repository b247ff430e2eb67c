package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;

/** {@code vote}. */
public final class VoteOp extends ExchangeOp {
  private final VoteMode mode;
  private final int destination;
  private final int predicate;
  private final long flip;

  public VoteOp(WarpInstruction.Vote vote, HotOperands operands) {
    super(vote, operands, vote.maskGiven(), vote.mask());
    this.mode = vote.mode();
    this.destination =
        mode == VoteMode.BALLOT
            ? operands.valueOrSpare(vote.destination())
            : operands.predicateOrSpare(vote.destination());
    this.predicate = vote.predicate();
    this.flip = vote.predicateNegated() ? -1L : 0L;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // any numbers will do that differ
  int kind() {
    return kind(2, mode.ordinal());
  }

  @Override
  void bring(Warp warp, long lanes, long[] values) {
    long holds = warp.predicates()[predicate] ^ flip;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      values[lane] = holds >>> lane & 1;
    }
  }

  @Override
  void compute(Warp warp, long lanes) {
    vote(warp, warp.predicates()[predicate] ^ flip, lanes, lanes);
  }

  @Override
  void compute(Warp warp, long[] values, int base, long members, long lanes) {
    long holds = 0;
    for (long rest = members; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      holds |= values[base + lane] << lane;
    }
    vote(warp, holds, members, lanes);
  }

  private void vote(Warp warp, long holds, long members, long lanes) {
    long result = Vote.apply(mode, holds, members);
    if (mode == VoteMode.BALLOT) {
      fill(warp, destination, result, lanes);
    } else {
      Predicates.write(warp, destination, result, lanes);
    }
  }
}
