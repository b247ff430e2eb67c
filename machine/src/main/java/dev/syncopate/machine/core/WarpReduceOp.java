package dev.syncopate.machine.core;

import dev.syncopate.machine.core.exchange.Reduce;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code redux}. */
final class WarpReduceOp extends ExchangeOp {
  private final AtomicOperation operation;
  private final boolean signed;
  private final int destination;
  private final int a;

  WarpReduceOp(WarpInstruction.WarpReduce reduce, Operands operands) {
    super(reduce, operands, true, reduce.mask());
    this.operation = reduce.operation();
    this.signed = reduce.type().isSigned();
    this.destination = reduce.destination();
    this.a = reduce.a();
  }

  @Override
  void compute(Warp warp, long lanes) {
    long[] from = a >= 0 ? warp.registers : constants;
    long result = Reduce.apply(operation, signed, from, a >= 0 ? a : ~a, lanes);
    fill(warp, destination, result, lanes);
  }
}
