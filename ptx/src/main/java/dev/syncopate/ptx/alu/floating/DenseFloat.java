package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.DenseFunction;
import dev.syncopate.ptx.alu.FloatOperation;
import dev.syncopate.ptx.alu.Floats;

/** Addition and multiplication of f32, rounded to nearest. */
final class DenseFloat {
  private DenseFloat() {}

  static final class Add extends DenseFunction {
    Add(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.FLOAT, type);
    }

    @Override
    public FloatOperation floatOperation() {
      return FloatOperation.ADD;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      return Floats.bits(x + y);
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
    public FloatOperation floatOperation() {
      return FloatOperation.SUBTRACT;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      return Floats.bits(x - y);
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
    public FloatOperation floatOperation() {
      return FloatOperation.MULTIPLY;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      return Floats.bits(x * y);
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
    public FloatOperation floatOperation() {
      return FloatOperation.MULTIPLY_ADD;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Float.intBitsToFloat((int) a);
      float y = Float.intBitsToFloat((int) b);
      float z = Float.intBitsToFloat((int) c);
      return Floats.bits(Math.fma(x, y, z));
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
