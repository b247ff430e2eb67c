package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.DenseFunction;
import dev.syncopate.ptx.alu.Floats;

/**
 * Addition and multiplication of f32, rounded to nearest, with subnormal numbers flushed to zero
 * ({@code .ftz}). Separate from {@link DenseFloat}, whose loops would take half as long again with
 * a test for flushing.
 */
final class DenseFlushed {
  private DenseFlushed() {}

  private static float flushed(long register) {
    return Floats.flush(Float.intBitsToFloat((int) register), Float.MIN_NORMAL);
  }

  static final class Add extends DenseFunction {
    Add(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.FLOAT, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = flushed(a);
      float y = flushed(b);
      return Floats.bits(Floats.flush(x + y, Float.MIN_NORMAL));
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
      super(mnemonic, 2, Cost.FLOAT, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = flushed(a);
      float y = flushed(b);
      return Floats.bits(Floats.flush(x - y, Float.MIN_NORMAL));
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
      super(mnemonic, 2, Cost.FLOAT, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = flushed(a);
      float y = flushed(b);
      return Floats.bits(Floats.flush(x * y, Float.MIN_NORMAL));
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
      super(mnemonic, 3, Cost.FLOAT, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = flushed(a);
      float y = flushed(b);
      float z = flushed(c);
      return Floats.bits(Floats.flush(Math.fma(x, y, z), Float.MIN_NORMAL));
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
