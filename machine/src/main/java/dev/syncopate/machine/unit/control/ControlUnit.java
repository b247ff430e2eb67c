package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.warp.Warp;

/** Branches, calls, exits and barriers: what moves program counters. */
public final class ControlUnit extends ExecutionUnit {
  public ControlUnit(ComputeUnit unit) {
    super(unit, Pipe.CONTROL);
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    return ((CoreOp) op).issue(unit, warp, lanes, now);
  }
}
