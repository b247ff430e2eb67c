package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.Misuses;
import dev.syncopate.machine.divergence.Gathering;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/**
 * An instruction that lanes of a warp execute together. Where it names them, the lanes that name
 * the same set are a group. A complete group executes. An incomplete one waits for the missing
 * lanes, which may arrive at any instruction of the same kind.
 */
abstract class ExchangeOp extends CoreOp {
  final long[] constants;
  private final boolean maskGiven;
  private final int mask;

  ExchangeOp(Instruction instruction, HotOperands operands, boolean maskGiven, int mask) {
    super(instruction);
    this.constants = operands.constants;
    this.maskGiven = maskGiven;
    this.mask = mask;
  }

  @Override
  public final boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    LaneSchedule schedule = warp.schedule;
    if (lanes == 0) {
      schedule.next();
      return true;
    }
    if (!maskGiven) {
      met(unit, warp, lanes);
      compute(warp, lanes);
      computed(warp, now);
      schedule.next();
      return true;
    }
    Gathering group = schedule.gathering();
    if (group != null) {
      together(unit, warp, group, lanes);
      computed(warp, now);
      schedule.pass();
      return true;
    }
    long named = named(warp, Long.numberOfTrailingZeros(lanes));
    if (naming(warp, lanes, named) == lanes && schedule.missing(named, lanes) == 0) {
      checkNamed(unit, warp, lanes, named);
      check(unit, warp, lanes, lanes);
      met(unit, warp, lanes);
      compute(warp, lanes);
      computed(warp, now);
      schedule.next();
      return true;
    }
    groups(unit, warp, lanes, now);
    return true;
  }

  /** Lanes name different ones, or some that are not here. */
  private void groups(ComputeUnit unit, Warp warp, long lanes, long now) {
    LaneSchedule schedule = warp.schedule;
    long waiting = 0;
    for (long rest = lanes; rest != 0; ) {
      long named = named(warp, Long.numberOfTrailingZeros(rest));
      long group = naming(warp, rest, named);
      rest &= ~group;
      checkNamed(unit, warp, group, named);
      if (schedule.missing(named, group) == 0) {
        check(unit, warp, group, group);
        met(unit, warp, group);
        compute(warp, group);
      } else {
        schedule.await(group, named, kind());
        waiting |= group;
      }
    }
    if (waiting != lanes) {
      computed(warp, now);
    }
    unit.notExecuted(waiting, waiting == lanes);
    schedule.pass();
  }

  /** Part of a group that has come together from several splits. */
  private void together(ComputeUnit unit, Warp warp, Gathering group, long lanes) {
    checkSources(unit, warp, lanes, group.lanes());
    long[] values = group.brought();
    if (values == null) {
      checkMembers(unit, warp, lanes, group.lanes());
      values = new long[warp.width];
      bring(warp, lanes, values);
      Op[] code = warp.grid().kernel().code;
      LaneSchedule schedule = warp.schedule;
      for (int i = 0; i < schedule.otherSplits(); i++) {
        if (schedule.otherGathering(i) == group
            && code[schedule.otherPc(i)] instanceof ExchangeOp peerOp) {
          peerOp.bring(warp, schedule.otherLanes(i), values);
        }
      }
      group.bring(values);
      met(unit, warp, group.lanes());
    }
    compute(warp, values, 0, group.lanes(), lanes);
  }

  private void computed(Warp warp, long now) {
    warp.resultsFrom(writes, now + latency);
  }

  /** The lanes that a lane names. */
  private long named(Warp warp, int lane) {
    long named = mask >= 0 ? warp.values()[mask + lane] : constants[~mask + lane];
    return warp.width < 64 ? named & 0xffff_ffffL : named;
  }

  /** Which of the lanes name these. */
  private long naming(Warp warp, long lanes, long named) {
    if (mask < 0) {
      return lanes;
    }
    long naming = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (named(warp, lane) == named) {
        naming |= 1L << lane;
      }
    }
    return naming;
  }

  /** Lanes execute it together. */
  void met(ComputeUnit unit, Warp warp, long lanes) {
    if (unit.observer != null) {
      unit.observer.exchanged(unit.index, warp, lanes);
    }
  }

  /** Tells of lanes that come and are not among those that they name. */
  private void checkNamed(ComputeUnit unit, Warp warp, long lanes, long named) {
    long unnamed = lanes & ~named;
    if (unnamed != 0 && Misuses.asked(unit, warp)) {
      int lane = Long.numberOfTrailingZeros(unnamed);
      Misuses.tell(unit, this, warp, new Misuse(Misuse.Kind.NOT_NAMED, lane, named));
    }
  }

  /** Tells of what a complete group does that is left undefined. */
  private void check(ComputeUnit unit, Warp warp, long lanes, long members) {
    checkMembers(unit, warp, lanes, members);
    checkSources(unit, warp, lanes, members);
  }

  /** Tells of lanes that are named and do not take part. */
  private void checkMembers(ComputeUnit unit, Warp warp, long lanes, long members) {
    if (!Misuses.asked(unit, warp)) {
      return;
    }
    int lane = Long.numberOfTrailingZeros(lanes);
    long missing = named(warp, lane) & warp.threads() & ~members;
    long absent = missing & warp.schedule.live();
    if (absent != 0) {
      Misuses.tell(unit, this, warp, new Misuse(Misuse.Kind.ABSENT, lane, absent));
    }
    if (missing != absent) {
      Misuses.tell(unit, this, warp, new Misuse(Misuse.Kind.EXITED, lane, missing & ~absent));
    }
  }

  /**
   * Tells of lanes that read others that do not take part.
   *
   * @param members the lanes that do
   */
  void checkSources(ComputeUnit unit, Warp warp, long lanes, long members) {
    // Most give all their lanes one value, from those that are here.
  }

  /** Tells instructions that cannot meet apart: the operation with its qualifiers. */
  abstract int kind();

  /** Exchanges values among these lanes. */
  abstract void compute(Warp warp, long lanes);

  /** Puts what these lanes bring to the exchange where others find it. */
  abstract void bring(Warp warp, long lanes, long[] values);

  /**
   * Exchanges values that lanes have brought.
   *
   * @param values what each member brought, from index {@code base} on
   * @param members the lanes that take part
   * @param lanes those of them that get their results here
   */
  abstract void compute(Warp warp, long[] values, int base, long members, long lanes);

  /** A kind from the operation's own number and that of its qualifiers. */
  static int kind(int operation, int qualifiers) {
    return operation << 16 | qualifiers;
  }

  /** {@link #bring} of an operand that is a value. */
  final void bring(Warp warp, int operand, long lanes, long[] values) {
    long[] inputs = operand >= 0 ? warp.values() : constants;
    int base = operand >= 0 ? operand : ~operand;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      values[lane] = inputs[base + lane];
    }
  }

  /** Gives these lanes one value. */
  static void fill(Warp warp, int destination, long value, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      warp.values()[destination + Long.numberOfTrailingZeros(rest)] = value;
    }
  }
}
