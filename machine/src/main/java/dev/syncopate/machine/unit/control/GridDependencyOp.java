package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/**
 * {@code griddepcontrol}. {@code wait} ends when the launches before are complete and what they
 * wrote is visible. {@code launch_dependents} lets the next launch start once a thread of each CTA
 * has executed it or the CTA has ended. It comes behind the fences of its warp, so that the next
 * launch sees what these release.
 */
public final class GridDependencyOp extends CoreOp {
  private final int pc;
  private final boolean awaiting;

  public GridDependencyOp(ControlInstruction.GridDependency dependency, int pc) {
    super(dependency);
    this.pc = pc;
    this.awaiting = dependency.waits();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes != 0) {
      if (awaiting && unit.awaitsPredecessors(warp)) {
        return unit.refuse(warp, Wait.GRIDS, Stall.BARRIER);
      }
      if (!awaiting && warp.accesses.synchronising()) { // what a fence before it releases is there
        return unit.refuse(warp, Wait.SYNCHRONISATION, Stall.FENCE);
      }
      LaunchObserver observer = unit.observer;
      if (observer != null) {
        observer.gridDependency(unit.index, warp, pc, lanes, awaiting);
      }
      if (!awaiting) {
        unit.releasesDependents(warp);
      }
    }
    warp.schedule.next();
    return true;
  }
}
