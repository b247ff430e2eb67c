package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;

/**
 * {@code griddepcontrol}. Launches run one after the other: the grids before are complete and
 * visible, so that a wait ends at once, and no grid starts earlier. Observers are told.
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
    LaunchObserver observer = unit.observer;
    if (lanes != 0 && observer != null) {
      observer.gridDependency(unit.index, warp, pc, lanes, awaiting);
    }
    warp.schedule.next();
    return true;
  }
}
