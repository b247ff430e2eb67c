package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.warp.Warp;

/** Integer, floating-point and special functions: what fills registers from registers. */
public class LaneUnit extends ExecutionUnit {
  public LaneUnit(ComputeUnit unit, Pipe pipe) {
    super(unit, pipe);
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    if (!(op instanceof LaneOp lane)) {
      return ((CoreOp) op).issue(unit, warp, lanes, now);
    }
    if (lanes != 0) {
      if (unit.observer != null && lane instanceof DivideOp division) {
        division.check(unit, warp, lanes);
      }
      lane.compute(warp, lanes, lanes == warp.fullMask);
      warp.resultsFrom(lane.writes, now + lane.latency);
    }
    warp.schedule.next();
    return true;
  }
}
