package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction.MatrixMultiply;

/** {@code mma.sync}: the product of fragments in registers ({@link MatrixFragments}). */
public final class MatrixMultiplyOp extends WholeWarpOp {
  private final MatrixFragments fragments;
  private final int[] a;
  private final int[] b;
  private final int[] c;
  private final int[] d;
  private final long[] constants;

  public MatrixMultiplyOp(MatrixMultiply multiply, HotOperands operands, int width, int pc) {
    super(multiply, "mma", pc, width);
    this.fragments = new MatrixFragments(multiply.shape());
    this.constants = operands.constants;
    this.a = multiply.a().stream().mapToInt(Integer::intValue).toArray();
    this.b = multiply.b().stream().mapToInt(Integer::intValue).toArray();
    this.c = multiply.c().stream().mapToInt(Integer::intValue).toArray();
    this.d = multiply.d().stream().mapToInt(operands::valueOrSpare).toArray();
  }

  @Override
  void compute(Warp warp) {
    double[] sums = fragments.sums((register, lane) -> read(warp, c[register], lane));
    fragments.multiply(
        fragments.left((register, lane) -> read(warp, a[register], lane)),
        fragments.right((register, lane) -> read(warp, b[register], lane)),
        sums);
    long[] values = warp.values();
    fragments.store(sums, (register, lane, bits) -> values[d[register] + lane] = bits);
  }

  private long read(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }
}
