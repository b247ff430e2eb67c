package dev.syncopate.machine.core;

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
