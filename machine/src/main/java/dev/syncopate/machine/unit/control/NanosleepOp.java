package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/**
 * {@code nanosleep}: the warp issues nothing for the longest time that one of its lanes asks for,
 * then lets another of its splits run.
 */
public final class NanosleepOp extends CoreOp {
  /** The longest sleep there is (PTX ISA, "nanosleep"): a millisecond. */
  private static final long LONGEST = 1_000_000;

  private final long[] constants;
  private final int duration;
  private final int clockMegahertz;

  public NanosleepOp(ControlInstruction.Nanosleep sleep, HotOperands operands, int clockMegahertz) {
    super(sleep);
    this.constants = operands.constants;
    this.duration = sleep.duration();
    this.clockMegahertz = clockMegahertz;
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    long longest = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long requestedTime =
          duration >= 0 ? warp.values()[duration + lane] : constants[~duration + lane];
      longest = Math.max(longest, requestedTime & 0xffff_ffffL);
    }
    warp.rest(now + 1 + Math.min(longest, LONGEST) * clockMegahertz / 1000, Stall.SLEEP);
    warp.schedule.next();
    warp.schedule.giveWay();
    return true;
  }
}
