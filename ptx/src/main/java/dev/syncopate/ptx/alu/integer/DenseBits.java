package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.DenseFunction;

/** Logic, shifts and moves. */
public final class DenseBits {
  private DenseBits() {}

  static final class And extends DenseFunction {
    And(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return a & b & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class Or extends DenseFunction {
    Or(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a | b) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  static final class Xor extends DenseFunction {
    Xor(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a ^ b) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  /** {@code shl}: amounts of the width and above give 0. */
  static final class ShiftLeft extends DenseFunction {
    ShiftLeft(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      int amount = (int) b;
      return Integer.compareUnsigned(amount, 64 - shift) < 0 ? (a << amount) & mask : 0;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  /** {@code shr.u} and {@code shr.b}. */
  static final class ShiftRightUnsigned extends DenseFunction {
    ShiftRightUnsigned(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      int amount = (int) b;
      return Integer.compareUnsigned(amount, 64 - shift) < 0 ? (a & mask) >>> amount : 0;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  /** {@code shr.s}: amounts of the width and above give the sign. */
  static final class ShiftRightSigned extends DenseFunction {
    ShiftRightSigned(String mnemonic, AluType type) {
      super(mnemonic, 2, Cost.INTEGER, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      int amount = (int) b;
      int clamped = Integer.compareUnsigned(amount, 63) < 0 ? amount : 63;
      return (a << shift >> shift >> clamped) & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], b[k + lane], 0);
      }
    }
  }

  /** {@code mov}, and {@code cvt} to a type that holds the low bits of its source. */
  public static final class Truncate extends DenseFunction {
    public Truncate(String mnemonic, AluType type) {
      super(mnemonic, 1, Cost.MOVE, type);
    }

    @Override
    public long apply(long a, long b, long c) {
      return a & mask;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], 0, 0);
      }
    }
  }

  /** {@code cvt} from a signed type to a wider one. */
  public static final class SignExtend extends DenseFunction {
    private final long wide;

    public SignExtend(String mnemonic, AluType type, AluType wider) {
      super(mnemonic, 1, Cost.INTEGER, type);
      wide = wider.mask();
    }

    @Override
    public long apply(long a, long b, long c) {
      return (a << shift >> shift) & wide;
    }

    @Override
    protected void dense(
        long[] d, int i, long[] a, int j, long[] b, int k, long[] c, int l, int width) {
      for (int lane = 0; lane < width; lane++) {
        d[i + lane] = apply(a[j + lane], 0, 0);
      }
    }
  }
}
