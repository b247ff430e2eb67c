package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/** A direct call. */
public final class CallOp extends CoreOp {
  private final int target;

  public CallOp(ControlInstruction.Call call) {
    super(call);
    this.target = call.target();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
    } else {
      warp.schedule.call(target, lanes);
    }
    return true;
  }
}
