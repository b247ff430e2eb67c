package dev.syncopate.machine.core;

/** Branches, calls, exits and barriers: what moves program counters. */
final class ControlUnit extends ExecutionUnit {
  ControlUnit(ComputeUnit unit) {
    super(unit, Pipe.CONTROL);
  }

  @Override
  boolean issue(Op op, Warp warp, long lanes, long now) {
    return ((CoreOp) op).issue(unit, warp, lanes, now);
  }
}
