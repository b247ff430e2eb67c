package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.warp.Warp;

/** Tensor cores, one for each SIMD unit: they multiply matrices that lie in registers of a warp. */
public final class TensorUnit extends ExecutionUnit {
  public TensorUnit(ComputeUnit unit) {
    super(unit, Pipe.TENSOR);
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    return ((CoreOp) op).issue(unit, warp, lanes, now);
  }
}
