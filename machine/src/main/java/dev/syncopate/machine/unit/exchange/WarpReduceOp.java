package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code redux}. */
public final class WarpReduceOp extends ExchangeOp {
  private final AtomicOperation operation;
  private final boolean signed;
  private final int destination;
  private final int a;

  public WarpReduceOp(WarpInstruction.WarpReduce reduce, HotOperands operands) {
    super(reduce, operands, true, reduce.mask());
    this.operation = reduce.operation();
    this.signed = reduce.type().isSigned();
    this.destination = reduce.destination();
    this.a = reduce.a();
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // any numbers will do that differ
  int kind() {
    return kind(4, 2 * operation.ordinal() + (signed ? 1 : 0));
  }

  @Override
  void bring(Warp warp, long lanes, long[] values) {
    bring(warp, a, lanes, values);
  }

  @Override
  void compute(Warp warp, long lanes) {
    compute(warp, a >= 0 ? warp.values() : constants, a >= 0 ? a : ~a, lanes, lanes);
  }

  @Override
  void compute(Warp warp, long[] values, int base, long members, long lanes) {
    long result = Reduce.apply(operation, signed, values, base, members);
    fill(warp, destination, result, lanes);
  }
}
