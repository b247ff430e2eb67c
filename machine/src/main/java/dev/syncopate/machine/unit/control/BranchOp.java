package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/** {@code bra}. */
public final class BranchOp extends CoreOp {
  private final int target;
  private final int reconvergence;
  private final boolean takenLeavesLoop;
  private final boolean fallThroughLeavesLoop;

  public BranchOp(
      ControlInstruction.Branch branch,
      boolean maySpin,
      boolean takenLeavesLoop,
      boolean fallThroughLeavesLoop) {
    super(branch);
    this.target = branch.target();
    this.reconvergence = branch.reconvergence();
    this.maySpin = maySpin;
    this.takenLeavesLoop = takenLeavesLoop;
    this.fallThroughLeavesLoop = fallThroughLeavesLoop;
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    long active = warp.schedule.active();
    boolean anyTaken = lanes != 0;
    boolean allTaken = lanes == active;
    if ((takenLeavesLoop && anyTaken) || (fallThroughLeavesLoop && !allTaken)) {
      unit.progress = now;
    }
    if (anyTaken && !allTaken) {
      unit.counters.divergentBranches++;
    }
    warp.schedule.branch(target, lanes, reconvergence, maySpin);
    return true;
  }
}
