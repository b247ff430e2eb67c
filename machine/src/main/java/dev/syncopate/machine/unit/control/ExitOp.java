package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/** {@code exit}, and {@code ret}, which in the kernel itself is the same. */
public final class ExitOp extends CoreOp {
  private final boolean returns;

  public ExitOp(Instruction instruction, boolean returns) {
    super(instruction);
    this.returns = returns;
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    LaneSchedule schedule = warp.schedule;
    if (lanes == 0) {
      schedule.next();
      return true;
    }
    long liveLanes = schedule.live();
    if (returns) {
      schedule.ret(lanes);
    } else {
      schedule.exit(lanes);
    }
    long exitedLanes = liveLanes & ~schedule.live();
    if (exitedLanes != 0) {
      unit.exited(warp, exitedLanes);
    }
    return true;
  }
}
