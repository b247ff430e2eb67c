package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.MatrixShape.Element;
import dev.syncopate.ptx.ir.WarpInstruction.MatrixMultiply;

/**
 * {@code mma.sync}. Fragments are those of the PTX ISA: lane {@code l} is in group {@code l / 4}
 * and {@code l mod 4} there; registers of A follow rows first, then columns.
 *
 * <p>Hardware leaves the order of floating-point sums open. Here, of numbers of 16 bits and of
 * TF32, the element of C and the exact products are added in double precision, by ascending k. The
 * sum is rounded once, to nearest. Of {@code .f64} each product is added by a fused multiply-add,
 * by ascending k. Integers are exact, and wrap around or saturate at the end.
 */
public final class MatrixMultiplyOp extends WholeWarpOp {
  private static final int LANES = 32;
  private static final int GROUP = 4;
  private static final long WORD = 0xffff_ffffL;

  /** The bits of a TF32 that count. */
  private static final int TF32_MASK = 0xffff_e000;

  private static final long CANONICAL_NAN = 0x7fff_ffffL;
  private static final long CANONICAL_HALF_NAN = 0x7fffL;

  private final MatrixShape shape;
  private final int[] a;
  private final int[] b;
  private final int[] c;
  private final int[] d;
  private final long[] constants;

  public MatrixMultiplyOp(MatrixMultiply multiply, HotOperands operands, int width, int pc) {
    super(multiply, "mma", pc);
    requireWidth(multiply, "mma", width);
    this.shape = multiply.shape();
    this.constants = operands.constants;
    this.a = multiply.a().stream().mapToInt(Integer::intValue).toArray();
    this.b = multiply.b().stream().mapToInt(Integer::intValue).toArray();
    this.c = multiply.c().stream().mapToInt(Integer::intValue).toArray();
    this.d = multiply.d().stream().mapToInt(operands::valueOrSpare).toArray();
  }

  @Override
  void compute(Warp warp) {
    double[] left = new double[shape.m() * shape.k()];
    double[] right = new double[shape.k() * shape.n()];
    double[] sums = new double[shape.m() * shape.n()];
    gather(warp, left, right, sums);
    multiply(left, right, sums);
    scatter(warp, sums);
  }

  /** Row and column, as row times {@code columns} plus column, of an element of A. */
  private int leftIndex(int lane, int register, int element) {
    int perRegister = shape.a().perRegister();
    boolean tall = shape.m() > 8;
    int row = lane / GROUP + (tall ? 8 * (register & 1) : 0);
    int block = tall ? register >> 1 : register;
    return row * shape.k() + (GROUP * block + lane % GROUP) * perRegister + element;
  }

  private int rightIndex(int lane, int register, int element) {
    int row = (GROUP * register + lane % GROUP) * shape.b().perRegister() + element;
    return row * shape.n() + lane / GROUP;
  }

  private int sumIndex(int lane, int element) {
    int row = lane / GROUP + 8 * (element >> 1);
    return row * shape.n() + 2 * (lane % GROUP) + (element & 1);
  }

  private long read(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }

  /** Matrices, row by row: A, B and C. */
  private void gather(Warp warp, double[] left, double[] right, double[] sums) {
    for (int lane = 0; lane < LANES; lane++) {
      for (int register = 0; register < a.length; register++) {
        long bits = read(warp, a[register], lane);
        for (int i = 0; i < shape.a().perRegister(); i++) {
          left[leftIndex(lane, register, i)] = value(bits, i, shape.a());
        }
      }
      for (int register = 0; register < b.length; register++) {
        long bits = read(warp, b[register], lane);
        for (int i = 0; i < shape.b().perRegister(); i++) {
          right[rightIndex(lane, register, i)] = value(bits, i, shape.b());
        }
      }
      for (int register = 0; register < c.length; register++) {
        long bits = read(warp, c[register], lane);
        int perRegister = shape.c().perRegister();
        for (int i = 0; i < perRegister; i++) {
          sums[sumIndex(lane, register * perRegister + i)] = value(bits, i, shape.c());
        }
      }
    }
  }

  private static double value(long bits, int index, Element type) {
    return switch (type) {
      case F16 -> Float.float16ToFloat((short) (bits >>> (16 * index)));
      case BF16 -> Float.intBitsToFloat((int) (bits >>> (16 * index)) << 16);
      case TF32 -> Float.intBitsToFloat((int) bits & TF32_MASK);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
      case S8 -> (byte) (bits >>> (8 * index));
      case U8 -> (bits >>> (8 * index)) & 0xff;
      case S32 -> (int) bits;
    };
  }

  private void multiply(double[] left, double[] right, double[] sums) {
    int columns = shape.n();
    boolean fused = shape.a() == Element.F64;
    for (int row = 0; row < shape.m(); row++) {
      for (int column = 0; column < columns; column++) {
        double sum = sums[row * columns + column];
        for (int i = 0; i < shape.k(); i++) {
          double factor = left[row * shape.k() + i];
          double multiplier = right[i * columns + column];
          sum = fused ? Math.fma(factor, multiplier, sum) : sum + factor * multiplier;
        }
        sums[row * columns + column] = sum;
      }
    }
  }

  private void scatter(Warp warp, double[] sums) {
    Element type = shape.d();
    int perRegister = type.perRegister();
    for (int lane = 0; lane < LANES; lane++) {
      for (int register = 0; register < d.length; register++) {
        long bits = 0;
        for (int i = 0; i < perRegister; i++) {
          double sum = sums[sumIndex(lane, register * perRegister + i)];
          bits |= bits(sum, type) << (type.bits() * i % Long.SIZE);
        }
        warp.values()[d[register] + lane] = bits;
      }
    }
  }

  private long bits(double sum, Element type) {
    return switch (type) {
      case F32 -> Double.isNaN(sum) ? CANONICAL_NAN : Float.floatToRawIntBits((float) sum) & WORD;
      case F16 ->
          Double.isNaN(sum)
              ? CANONICAL_HALF_NAN
              : Float.floatToFloat16(roundedToOdd(sum)) & 0xffffL;
      case F64 -> Double.doubleToRawLongBits(sum);
      case S32 -> integer((long) sum) & WORD;
      case BF16, TF32, S8, U8 -> throw new IllegalStateException("no sums of " + type);
    };
  }

  private long integer(long sum) {
    return shape.saturates() ? Math.clamp(sum, Integer.MIN_VALUE, Integer.MAX_VALUE) : sum;
  }

  /** A float that rounds to 16 bits as the double does: the last bit says that some were lost. */
  private static float roundedToOdd(double value) {
    float nearest = (float) value;
    if (nearest == value) {
      return nearest;
    }
    int bits = Float.floatToRawIntBits(nearest);
    return Float.intBitsToFloat(
        (Math.abs((double) nearest) > Math.abs(value) ? bits - 1 : bits) | 1);
  }
}
