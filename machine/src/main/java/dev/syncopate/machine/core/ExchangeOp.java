package dev.syncopate.machine.core;

import dev.syncopate.machine.divergence.LaneSchedule;
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
    if (!maskGiven) {
      compute(warp, lanes);
    } else if (!exchange(unit, warp, lanes)) {
      return true;
    }
    for (int entry : writes) {
      warp.scoreboard[entry] = now + latency;
    }
    warp.schedule.next();
    return true;
  }

  /** Returns whether the current split, or what is left of it, goes on behind the instruction. */
  private boolean exchange(ComputeUnit unit, Warp warp, long lanes) {
    long[] masks = mask >= 0 ? warp.registers : constants;
    int base = mask >= 0 ? mask : ~mask;
    if (unit.grid().space().strict()) {
      requireMembers(unit, warp, masks, base, lanes);
    }
    boolean all = lanes == warp.schedule.active();
    long complete = warp.schedule.gather(lanes, masks, base, warp.fullMask);
    if (complete == 0) {
      unit.notExecuted(lanes);
    } else {
      unit.counters.threadInstructions -= Long.bitCount(lanes & ~complete);
    }
    for (long rest = complete; rest != 0; ) {
      long group = mask < 0 ? rest : LaneSchedule.group(rest, masks, base, warp.fullMask);
      rest &= ~group;
      long wanted = masks[base + Long.numberOfTrailingZeros(group)] & warp.fullMask;
      long along = warp.schedule.takeAlong(wanted, masks, base, warp.fullMask);
      unit.counters.threadInstructions += Long.bitCount(along);
      long members = (group | along) & wanted;
      compute(warp, members == 0 ? group : members);
    }
    return complete != 0 || !all;
  }

  private void requireMembers(
      ComputeUnit unit, Warp warp, long[] masks, int base, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if ((masks[base + lane] >>> lane & 1) == 0) {
        throw unit.fault(
            this,
            warp,
            lane,
            "lane %d is not in the mask 0x%x that it names itself"
                .formatted(lane, masks[base + lane] & warp.fullMask));
      }
    }
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
