package dev.syncopate.machine.core;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.CoreConfig.DivergenceModel;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.BarrierKind;

/**
 * {@code bar} and {@code barrier}. With independent threads the lanes that execute it arrive; with
 * a reconvergence stack the whole warp does, as on machines of that kind.
 */
final class BarrierOp extends Op {
  private final BarrierKind kind;
  private final long[] constants;
  private final int id;
  private final boolean countGiven;
  private final int count;
  private final int predicate;
  private final long flip;
  private final int destination;
  private final boolean wholeWarp;
  private final int resultLatency;

  BarrierOp(WarpInstruction.Barrier barrier, Operands operands, CoreConfig config) {
    super(barrier);
    this.kind = barrier.kind();
    this.constants = operands.constants;
    this.id = barrier.id();
    this.countGiven = barrier.countGiven();
    this.count = barrier.count();
    this.predicate = operands.predicateOrSpare(barrier.predicate());
    this.flip = barrier.predicateNegated() ? -1L : 0L;
    this.destination =
        kind == BarrierKind.RED_POPC
            ? operands.valueOrSpare(barrier.destination())
            : operands.predicateOrSpare(barrier.destination());
    this.wholeWarp = config.divergence() == DivergenceModel.IPDOM;
    this.resultLatency = config.integerLatency();
  }

  @Override
  boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    if (!unit.memoryPipe.idle(warp)) {
      return unit.refuse(warp, Wait.QUIET, warp.synchronising > 0 ? Stall.FENCE : Stall.BARRIER);
    }
    int lane = Long.numberOfTrailingZeros(lanes);
    long barrier = value(warp, id, lane);
    if (barrier >= BarrierSet.BARRIERS) {
      throw unit.fault(this, warp, lane, "there is no barrier " + barrier + ": a CTA has 0 to 15");
    }
    int expected = countGiven ? (int) Math.min(Integer.MAX_VALUE, value(warp, count, lane)) : -1;
    boolean waits = kind != BarrierKind.ARRIVE;
    long arriving = wholeWarp ? warp.schedule.live() : lanes;
    // Lanes that only count with their warp have no say.
    long holds = warp.predicates[predicate] ^ flip;
    holds = kind == BarrierKind.RED_AND ? holds | ~lanes : holds & lanes;
    unit.counters.barrierArrivals++;
    if (waits) {
      boolean others = warp.schedule.block(lanes);
      if (!others) {
        unit.park(warp, Wait.BARRIER, Stall.BARRIER);
      }
    } else {
      warp.schedule.next();
    }
    warp.owner().barriers.arrive(unit, warp, arriving, this, (int) barrier, waits, expected, holds);
    return true;
  }

  private long value(Warp warp, int operand, int lane) {
    return (operand >= 0 ? warp.registers[operand + lane] : constants[~operand + lane])
        & 0xffff_ffffL;
  }

  /** The barrier is complete: lanes that waited get its result. */
  void deliver(Warp warp, long lanes, boolean all, boolean any, int holding, long now) {
    switch (kind) {
      case RED_AND -> Predicates.write(warp, destination, all ? -1L : 0L, lanes);
      case RED_OR -> Predicates.write(warp, destination, any ? -1L : 0L, lanes);
      case RED_POPC -> {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          warp.registers[destination + Long.numberOfTrailingZeros(rest)] = holding;
        }
      }
      case SYNC, ARRIVE -> {}
    }
    for (int entry : writes) {
      warp.scoreboard[entry] = now + resultLatency;
    }
  }
}
