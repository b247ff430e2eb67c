package dev.syncopate.machine.core;

import dev.syncopate.machine.core.exchange.Vote;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;

/** {@code vote}. */
final class VoteOp extends ExchangeOp {
  private final VoteMode mode;
  private final int destination;
  private final int predicate;
  private final long flip;

  VoteOp(WarpInstruction.Vote vote, Operands operands) {
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
  void compute(Warp warp, long lanes) {
    long result = Vote.apply(mode, warp.predicates[predicate] ^ flip, lanes);
    if (mode == VoteMode.BALLOT) {
      fill(warp, destination, result, lanes);
    } else {
      Predicates.write(warp, destination, result, lanes);
    }
  }
}
