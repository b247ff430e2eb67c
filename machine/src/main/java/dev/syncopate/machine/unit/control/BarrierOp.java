package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.barrier.BarrierSet;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.CoreConfig.DivergenceModel;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.Misuses;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.unit.lane.LaneOp;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/**
 * {@code bar} and {@code barrier}. With independent threads the lanes that execute it arrive; with
 * a reconvergence stack the whole warp does, as on machines of that kind.
 */
public final class BarrierOp extends CoreOp implements BarrierSet.Waiter {
  private final WarpInstruction.BarrierKind kind;
  private final long[] constants;
  private final int id;
  private final boolean countGiven;
  private final int count;
  private final int predicate;
  private final long flip;
  private final int destination;
  private final boolean wholeWarp;
  private final int resultLatency;
  private final int pc;

  public BarrierOp(
      WarpInstruction.Barrier barrier, HotOperands operands, CoreConfig config, int pc) {
    super(barrier);
    this.pc = pc;
    this.kind = barrier.kind();
    this.constants = operands.constants;
    this.id = barrier.id();
    this.countGiven = barrier.countGiven();
    this.count = barrier.count();
    this.predicate = operands.predicateOrSpare(barrier.predicate());
    this.flip = barrier.predicateNegated() ? -1L : 0L;
    this.destination =
        kind == WarpInstruction.BarrierKind.RED_POPC
            ? operands.valueOrSpare(barrier.destination())
            : operands.predicateOrSpare(barrier.destination());
    this.wholeWarp = config.divergence() == DivergenceModel.IPDOM;
    this.resultLatency = config.integerLatency();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    if (!unit.idle(warp)) {
      return unit.refuse(
          warp, Wait.QUIET, warp.accesses.synchronising() ? Stall.FENCE : Stall.BARRIER);
    }
    int lane = Long.numberOfTrailingZeros(lanes);
    long alikeLanes = alike(warp, lanes);
    if (alikeLanes != lanes) {
      if (!wholeWarp) {
        warp.schedule.setApart(lanes & ~alikeLanes);
        return arrive(unit, warp, alikeLanes, lane);
      }
      int differentLane = Long.numberOfTrailingZeros(lanes & ~alikeLanes);
      Misuses.tell(
          unit,
          this,
          warp,
          new Misuse(Misuse.Kind.DIFFERENT_BARRIERS, differentLane, lanes & ~alikeLanes));
    }
    return arrive(unit, warp, lanes, lane);
  }

  /** The lanes that name the same barrier and count as the first. */
  private long alike(Warp warp, long lanes) {
    long alikeLanes = lanes;
    if (id >= 0 || (countGiven && count >= 0)) {
      int first = Long.numberOfTrailingZeros(lanes);
      for (long rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        boolean sameBarrier =
            value(warp, id, lane) == value(warp, id, first)
                && (!countGiven || value(warp, count, lane) == value(warp, count, first));
        alikeLanes &= sameBarrier ? -1L : ~(1L << lane);
      }
    }
    return alikeLanes;
  }

  /** Lanes that name one barrier and count arrive; {@code lane} is the first of them. */
  private boolean arrive(ComputeUnit unit, Warp warp, long lanes, int lane) {
    long barrier = value(warp, id, lane);
    if (barrier >= BarrierSet.BARRIERS) {
      throw unit.fault(this, warp, lane, "there is no barrier " + barrier + ": a CTA has 0 to 15");
    }
    int expected = countGiven ? (int) Math.min(Integer.MAX_VALUE, value(warp, count, lane)) : -1;
    boolean waits = kind != WarpInstruction.BarrierKind.ARRIVE;
    long arriving = wholeWarp ? warp.schedule.live() : lanes;
    if (wholeWarp && Misuses.asked(unit, warp)) {
      checkTogether(unit, warp, lanes);
    }
    long holds = warp.predicates()[predicate] ^ flip;
    unit.counters.barrierArrivals++;
    if (waits) {
      boolean otherRunnable = warp.schedule.block(lanes);
      if (!otherRunnable) {
        unit.park(warp, Wait.BARRIER, Stall.BARRIER);
      }
    } else {
      warp.schedule.next();
    }
    unit.barriers(warp)
        .arrive(
            unit, unit.now(), warp, arriving, lanes, this, (int) barrier, waits, expected, holds);
    return true;
  }

  /**
   * With a reconvergence stack the first lanes that come count for the whole warp: others that are
   * still to come would be taken for a second arrival.
   */
  private void checkTogether(ComputeUnit unit, Warp warp, long lanes) {
    Op[] code = warp.grid().kernel().code;
    boolean inKernel = warp.schedule.returnAddresses().length == 0;
    long elsewhere = warp.schedule.live() & ~lanes;
    if (inKernel) {
      elsewhere &= ~warp.schedule.waitingAt(pc -> ends(code, pc));
    }
    if (elsewhere != 0) {
      int lane = Long.numberOfTrailingZeros(lanes);
      Misuses.tell(unit, this, warp, new Misuse(Misuse.Kind.DIVERGED, lane, elsewhere));
    }
  }

  /** Whether lanes at an instruction only leave the kernel. */
  private static boolean ends(Op[] code, int startPc) {
    int pc = startPc;
    while (code[pc] instanceof LaneOp) {
      pc++;
    }
    return code[pc] instanceof ExitOp exit && exit.guard < 0;
  }

  private long value(Warp warp, int operand, int lane) {
    return (operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane])
        & 0xffff_ffffL;
  }

  @Override
  public int pc() {
    return pc;
  }

  /** The barrier is complete: lanes that waited get its result. */
  @Override
  public void deliver(
      Warp warp, long lanes, boolean allTrue, boolean anyTrue, int holding, long now) {
    switch (kind) {
      case RED_AND -> Predicates.write(warp, destination, allTrue ? -1L : 0L, lanes);
      case RED_OR -> Predicates.write(warp, destination, anyTrue ? -1L : 0L, lanes);
      case RED_POPC -> {
        for (long rest = lanes; rest != 0; rest &= rest - 1) {
          warp.values()[destination + Long.numberOfTrailingZeros(rest)] = holding;
        }
      }
      case SYNC, ARRIVE -> {}
    }
    warp.resultsFrom(writes, now + resultLatency);
  }
}
