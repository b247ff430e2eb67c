package dev.syncopate.machine.core;

import dev.syncopate.ptx.ir.Instruction;

/**
 * An instruction that lanes of a warp execute together: where it names them, it waits until they
 * are all here.
 */
abstract class ExchangeOp extends Op {
  final long[] constants;
  private final boolean maskGiven;
  private final int mask;

  ExchangeOp(Instruction instruction, Operands operands, boolean maskGiven, int mask) {
    super(instruction);
    this.constants = operands.constants;
    this.maskGiven = maskGiven;
    this.mask = mask;
  }

  @Override
  final boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    long members = lanes;
    if (maskGiven) {
      int lane = Long.numberOfTrailingZeros(lanes);
      members = mask >= 0 ? warp.registers[mask + lane] : constants[~mask + lane];
      if (warp.width < 64) {
        members &= 0xffff_ffffL;
      }
      if (!warp.schedule.gather(members)) {
        unit.notExecuted(lanes);
        return true;
      }
      // Lanes that came together just now may not have been in the split that was picked.
      long predicate = guard < 0 ? -1L : warp.predicates[guard];
      members &= warp.schedule.active() & (guardNegated ? ~predicate : predicate);
      members = members == 0 ? lanes : members;
    }
    compute(warp, members);
    for (int entry : writes) {
      warp.scoreboard[entry] = now + latency;
    }
    warp.schedule.next();
    return true;
  }

  /** Exchanges values among these lanes. */
  abstract void compute(Warp warp, long lanes);

  /** Gives these lanes one value. */
  static void fill(Warp warp, int destination, long value, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      warp.registers[destination + Long.numberOfTrailingZeros(rest)] = value;
    }
  }
}
