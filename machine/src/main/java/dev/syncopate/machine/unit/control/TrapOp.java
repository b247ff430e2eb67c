package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/** {@code trap}. */
public final class TrapOp extends CoreOp {
  private final String reason;

  public TrapOp(ControlInstruction.Trap trap) {
    super(trap);
    this.reason = trap.reason();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes != 0) {
      throw unit.trap(this, warp, Long.numberOfTrailingZeros(lanes), reason);
    }
    warp.schedule.next();
    return true;
  }
}
