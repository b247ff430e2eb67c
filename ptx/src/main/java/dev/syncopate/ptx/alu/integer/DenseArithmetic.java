package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.DenseFunction;

/** Integer arithmetic that addresses and loop counters are made of. */
final class DenseArithmetic {
  private DenseArithmetic() {}

  static final class Add extends DenseFunction {
    Add(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a + b) & mask;
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
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a - b) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class MultiplyLow extends DenseFunction {
    MultiplyLow(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.MULTIPLY, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a * b) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class MultiplyAddLow extends DenseFunction {
    MultiplyAddLow(String mnemonic, AluType type) {
      super(mnemonic, 3, Cost.MULTIPLY, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a * b + c) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], c[l + lane]);
      }
    }
  }

  /** {@code mul.wide.u}: twice the width of its operands. */
  static final class MultiplyWideUnsigned extends DenseFunction {
    MultiplyWideUnsigned(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.MULTIPLY, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a & mask) * (b & mask);
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  /** {@code mul.wide.s}. */
  static final class MultiplyWideSigned extends DenseFunction {
    private final long wide;

    MultiplyWideSigned(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.MULTIPLY, type);
      wide = -1L >>> (64 - 2 * type.bits());
    }

    @Override
    public long apply(long a, long b, long c) {
      return ((a << shift >> shift) * (b << shift >> shift)) & wide;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  /** {@code mad.wide.u}. */
  static final class MultiplyAddWideUnsigned extends DenseFunction {
    private final long wide;

    MultiplyAddWideUnsigned(String mnemonic, AluType type) {
      super(mnemonic, 3, Cost.MULTIPLY, type);
      wide = -1L >>> (64 - 2 * type.bits());
    }

    @Override
    public long apply(long a, long b, long c) {
      return ((a & mask) * (b & mask) + c) & wide;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], c[l + lane]);
      }
    }
  }

  /** {@code mad.wide.s}. */
  static final class MultiplyAddWideSigned extends DenseFunction {
    private final long wide;

    MultiplyAddWideSigned(String mnemonic, AluType type) {
      super(mnemonic, 3, Cost.MULTIPLY, type);
      wide = -1L >>> (64 - 2 * type.bits());
    }

    @Override
    public long apply(long a, long b, long c) {
      return ((a << shift >> shift) * (b << shift >> shift) + c) & wide;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], c[l + lane]);
      }
    }
  }

  /**
   * {@code min} and {@code max}: both orders are the signed order of the values moved to the top of
   * a long, unsigned ones with the top bit flipped.
   */
  static final class Extremum extends DenseFunction {
    private final long flip;
    private final boolean max;

    Extremum(String mnemonic, AluType type, boolean max) {
      super(mnemonic, 2, Cost.INTEGER, type);
      flip = type.isSigned() ? 0 : Long.MIN_VALUE;
      this.max = max;
    }

    @Override
    public long apply(long a, long b, long c) {
      long x = a << shift ^ flip;
      long y = b << shift ^ flip;
      return ((x < y) != max ? a : b) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }
}
