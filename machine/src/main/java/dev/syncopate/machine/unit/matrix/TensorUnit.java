package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.warp.Warp;
import org.jspecify.annotations.Nullable;

/**
 * Tensor cores, one for each SIMD unit: they multiply matrices in registers of a warp, and tiles in
 * shared memory while the warp goes on.
 */
public final class TensorUnit extends ExecutionUnit {
  /** Made for the first product. */
  private @Nullable ProductQueue products;

  public TensorUnit(ComputeUnit unit) {
    super(unit, Pipe.TENSOR);
  }

  /** The products of warpgroups in flight. */
  ProductQueue products() {
    ProductQueue queue = products;
    if (queue == null) {
      queue = new ProductQueue(unit);
      products = queue;
      unit.attach(queue);
    }
    return queue;
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    return op instanceof WarpgroupMultiplyOp multiply
        ? multiply.issue(this, warp, lanes, now)
        : ((CoreOp) op).issue(unit, warp, lanes, now);
  }
}
