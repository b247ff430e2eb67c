package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.divergence.ReconvergencePoint;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;
import org.jspecify.annotations.Nullable;

/** {@code brx.idx}. */
public final class BranchIndexedOp extends CoreOp {
  private final long[] constants;
  private final int index;
  private final int[] targets;
  private final int reconvergence;

  public BranchIndexedOp(ControlInstruction.BranchIndexed branch, HotOperands operands) {
    super(branch);
    this.constants = operands.constants;
    this.index = branch.index();
    this.targets = branch.targets().stream().mapToInt(Integer::intValue).toArray();
    this.reconvergence = branch.reconvergence();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    long stay = warp.schedule.active() & ~lanes;
    int first = target(unit, warp, Long.numberOfTrailingZeros(lanes));
    long sameTargetLanes = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (target(unit, warp, lane) == first) {
        sameTargetLanes |= 1L << lane;
      }
    }
    if (stay == 0 && sameTargetLanes == lanes) {
      warp.schedule.jump(first, false);
      return true;
    }
    unit.counters.divergentBranches++;
    ReconvergencePoint meeting = warp.schedule.fork(reconvergence);
    if (stay != 0) {
      warp.schedule.branchAway(meeting, warp.schedule.pc() + 1, stay);
    }
    sendAway(unit, warp, meeting, lanes & ~sameTargetLanes);
    warp.schedule.jump(first, false);
    return true;
  }

  private void sendAway(
      ComputeUnit unit, Warp warp, @Nullable ReconvergencePoint meeting, long lanes) {
    long rest = lanes;
    while (rest != 0) {
      int target = target(unit, warp, Long.numberOfTrailingZeros(rest));
      long sameTargetLanes = 0;
      for (long remainingLanes = rest; remainingLanes != 0; remainingLanes &= remainingLanes - 1) {
        int lane = Long.numberOfTrailingZeros(remainingLanes);
        if (target(unit, warp, lane) == target) {
          sameTargetLanes |= 1L << lane;
        }
      }
      warp.schedule.branchAway(meeting, target, sameTargetLanes);
      rest &= ~sameTargetLanes;
    }
  }

  private int target(ComputeUnit unit, Warp warp, int lane) {
    long chosen =
        (index >= 0 ? warp.values()[index + lane] : constants[~index + lane]) & 0xffff_ffffL;
    if (chosen >= targets.length) {
      throw unit.fault(
          this,
          warp,
          lane,
          "brx.idx takes entry " + chosen + " of a list of " + targets.length + " labels");
    }
    return targets[(int) chosen];
  }
}
