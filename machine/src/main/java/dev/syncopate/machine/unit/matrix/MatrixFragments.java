package dev.syncopate.machine.unit.matrix;

import dev.syncopate.ptx.alu.conversion.EightBitFloats;
import dev.syncopate.ptx.ir.MatrixShape;
import dev.syncopate.ptx.ir.MatrixShape.Element;

/**
 * The matrices of a warp's product D = A B + C: places of their elements in registers, values of
 * elements, and the arithmetic. Fragments are those of the PTX ISA ("Matrix Fragments for mma",
 * "Register Fragments for wgmma.mma_async"): lane {@code l} is in group {@code l / 4} and {@code l
 * mod 4} there; registers of A follow rows first, then columns. Matrices are arrays, row by row.
 *
 * <p>Hardware leaves the order of floating-point sums open. Here, of numbers of at most 16 bits and
 * of TF32, the element of C and the exact products are added in double precision, by ascending k.
 * The sum is rounded once, to nearest. Of {@code .f64} each product is added by a fused
 * multiply-add, by ascending k. Integers are exact, and wrap around or saturate at the end.
 *
 * @param shape of the warp's product
 */
record MatrixFragments(MatrixShape shape) {
  private static final int LANES = 32;
  private static final int GROUP = 4;
  private static final long WORD = 0xffff_ffffL;

  /** The bits of a TF32 that count. */
  private static final int TF32_MASK = 0xffff_e000;

  private static final long CANONICAL_NAN = 0x7fff_ffffL;
  private static final long CANONICAL_HALF_NAN = 0x7fffL;

  /** Registers that are read. */
  interface Source {
    long bits(int register, int lane);
  }

  /** Registers that are written. */
  interface Target {
    void put(int register, int lane, long bits);
  }

  /** A, of registers. */
  double[] left(Source source) {
    double[] matrix = new double[shape.m() * shape.k()];
    int perRegister = shape.a().perRegister();
    boolean tall = shape.m() > 8;
    for (int register = 0; register < shape.aRegisters(); register++) {
      int block = tall ? register >> 1 : register;
      for (int lane = 0; lane < LANES; lane++) {
        long bits = source.bits(register, lane);
        int row = lane / GROUP + (tall ? 8 * (register & 1) : 0);
        int column = (GROUP * block + lane % GROUP) * perRegister;
        for (int i = 0; i < perRegister; i++) {
          matrix[row * shape.k() + column + i] = value(bits, i, shape.a());
        }
      }
    }
    return matrix;
  }

  /** B, of registers. */
  double[] right(Source source) {
    double[] matrix = new double[shape.k() * shape.n()];
    int perRegister = shape.b().perRegister();
    for (int register = 0; register < shape.bRegisters(); register++) {
      for (int lane = 0; lane < LANES; lane++) {
        long bits = source.bits(register, lane);
        int row = (GROUP * register + lane % GROUP) * perRegister;
        for (int i = 0; i < perRegister; i++) {
          matrix[(row + i) * shape.n() + lane / GROUP] = value(bits, i, shape.b());
        }
      }
    }
    return matrix;
  }

  /** C, of registers. */
  double[] sums(Source source) {
    double[] matrix = new double[shape.m() * shape.n()];
    int perRegister = shape.c().perRegister();
    for (int register = 0; register < shape.cRegisters(); register++) {
      for (int lane = 0; lane < LANES; lane++) {
        long bits = source.bits(register, lane);
        for (int i = 0; i < perRegister; i++) {
          matrix[sumIndex(lane, register * perRegister + i)] = value(bits, i, shape.c());
        }
      }
    }
    return matrix;
  }

  private int sumIndex(int lane, int element) {
    int row = lane / GROUP + 8 * (element >> 1 & 1);
    return row * shape.n() + 8 * (element >> 2) + 2 * (lane % GROUP) + (element & 1);
  }

  /** Puts D into registers. */
  void store(double[] matrix, Target target) {
    Element type = shape.d();
    int perRegister = type.perRegister();
    for (int lane = 0; lane < LANES; lane++) {
      for (int register = 0; register < shape.dRegisters(); register++) {
        long bits = 0;
        for (int i = 0; i < perRegister; i++) {
          double sum = matrix[sumIndex(lane, register * perRegister + i)];
          bits |= bits(sum, type) << (type.bits() * i % Long.SIZE);
        }
        target.put(register, lane, bits);
      }
    }
  }

  /** Adds the products of rows of A and columns of B to sums. */
  void multiply(double[] left, double[] right, double[] sums) {
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

  /** The number that is at a place among those that some bits hold. */
  static double value(long bits, int index, Element type) {
    return switch (type) {
      case E4M3 -> EightBitFloats.e4m3(bits >>> (8 * index));
      case E5M2 -> EightBitFloats.e5m2(bits >>> (8 * index));
      case F16 -> Float.float16ToFloat((short) (bits >>> (16 * index)));
      case BF16 -> Float.intBitsToFloat((int) (bits >>> (16 * index)) << 16);
      case TF32 -> Float.intBitsToFloat((int) (bits >>> (32 * index)) & TF32_MASK);
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
      case S8 -> (byte) (bits >>> (8 * index));
      case U8 -> (bits >>> (8 * index)) & 0xff;
      case S32 -> (int) bits;
    };
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
      case E4M3, E5M2, BF16, TF32, S8, U8 -> throw new IllegalStateException("no sums of " + type);
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
