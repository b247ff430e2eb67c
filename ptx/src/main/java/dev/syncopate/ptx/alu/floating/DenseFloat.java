package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.DenseFunction;
import dev.syncopate.ptx.alu.Floats;
import dev.syncopate.ptx.alu.Type;

/**
 * Addition and multiplication of f32 and f64, rounded to nearest. In f32 numbers below {@code tiny}
 * are flushed to zero.
 */
final class DenseFloat {
  private DenseFloat() {}

  static final class Add extends DenseFunction {
    private final float tiny;

    Add(String mnemonic, Type type, boolean ftz) {
      super(mnemonic, 2, Cost.FLOAT, type);
      tiny = ftz ? Float.MIN_NORMAL : 0;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Floats.flush(Float.intBitsToFloat((int) a), tiny);
      float y = Floats.flush(Float.intBitsToFloat((int) b), tiny);
      return Floats.bits(Floats.flush(x + y, tiny));
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
    private final float tiny;

    Subtract(String mnemonic, Type type, boolean ftz) {
      super(mnemonic, 2, Cost.FLOAT, type);
      tiny = ftz ? Float.MIN_NORMAL : 0;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Floats.flush(Float.intBitsToFloat((int) a), tiny);
      float y = Floats.flush(Float.intBitsToFloat((int) b), tiny);
      return Floats.bits(Floats.flush(x - y, tiny));
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
    private final float tiny;

    Multiply(String mnemonic, Type type, boolean ftz) {
      super(mnemonic, 2, Cost.FLOAT, type);
      tiny = ftz ? Float.MIN_NORMAL : 0;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Floats.flush(Float.intBitsToFloat((int) a), tiny);
      float y = Floats.flush(Float.intBitsToFloat((int) b), tiny);
      return Floats.bits(Floats.flush(x * y, tiny));
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
    private final float tiny;

    MultiplyAdd(String mnemonic, Type type, boolean ftz) {
      super(mnemonic, 3, Cost.FLOAT, type);
      tiny = ftz ? Float.MIN_NORMAL : 0;
    }

    @Override
    public long apply(long a, long b, long c) {
      float x = Floats.flush(Float.intBitsToFloat((int) a), tiny);
      float y = Floats.flush(Float.intBitsToFloat((int) b), tiny);
      float z = Floats.flush(Float.intBitsToFloat((int) c), tiny);
      return Floats.bits(Floats.flush(Math.fma(x, y, z), tiny));
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], c[l + lane]);
      }
    }
  }

  static final class AddDouble extends DenseFunction {
    AddDouble(String mnemonic, Type type) {
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

  static final class SubtractDouble extends DenseFunction {
    SubtractDouble(String mnemonic, Type type) {
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

  static final class MultiplyDouble extends DenseFunction {
    MultiplyDouble(String mnemonic, Type type) {
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

  static final class MultiplyAddDouble extends DenseFunction {
    MultiplyAddDouble(String mnemonic, Type type) {
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
