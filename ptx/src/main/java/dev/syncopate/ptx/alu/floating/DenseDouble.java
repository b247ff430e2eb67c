package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.DenseFunction;

/** Addition and multiplication of f64, rounded to nearest. */
final class DenseDouble {
  private DenseDouble() {}

  static final class Add extends DenseFunction {
    Add(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.DOUBLE, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      double x = Double.longBitsToDouble(a);
      double y = Double.longBitsToDouble(b);
      return Double.doubleToLongBits(x + y);
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class Subtract extends DenseFunction {
    Subtract(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.DOUBLE, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      double x = Double.longBitsToDouble(a);
      double y = Double.longBitsToDouble(b);
      return Double.doubleToLongBits(x - y);
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class Multiply extends DenseFunction {
    Multiply(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.DOUBLE, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      double x = Double.longBitsToDouble(a);
      double y = Double.longBitsToDouble(b);
      return Double.doubleToLongBits(x * y);
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class MultiplyAdd extends DenseFunction {
    MultiplyAdd(String mnemonic, AluType type) {
      super(mnemonic, 3, Cost.DOUBLE, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      double x = Double.longBitsToDouble(a);
      double y = Double.longBitsToDouble(b);
      double z = Double.longBitsToDouble(c);
      return Double.doubleToLongBits(Math.fma(x, y, z));
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], c[l + lane]);
      }
    }
  }
}
