package dev.syncopate.memory.access;

/** Read-modify-writes on the bits of one element (PTX ISA, {@code atom}). */
public enum AtomicOp {
  ADD,
  AND,
  OR,
  XOR,
  MIN,
  MAX,
  INC,
  DEC,
  EXCH,
  CAS;

  /**
   * The new value.
   *
   * @param type element type; results are zero-extended from its width
   * @param old the value in memory, zero-extended
   * @param a first operand (CAS: the value compared)
   * @param b second operand (CAS: the value written on equality)
   */
  public long apply(DataType type, long old, long a, long b) {
    return switch (this) {
      case ADD -> add(type, old, a);
      case AND -> old & truncate(type, a);
      case OR -> old | truncate(type, a);
      case XOR -> old ^ truncate(type, a);
      case MIN -> extreme(type, old, truncate(type, a), -1);
      case MAX -> extreme(type, old, truncate(type, a), 1);
      case INC -> Long.compareUnsigned(old, truncate(type, a)) >= 0 ? 0 : truncate(type, old + 1);
      case DEC ->
          old == 0 || Long.compareUnsigned(old, truncate(type, a)) > 0
              ? truncate(type, a)
              : old - 1;
      case EXCH -> truncate(type, a);
      case CAS -> old == truncate(type, a) ? truncate(type, b) : old;
    };
  }

  /**
   * Whether it writes: all do, if only the value that is there, but a compare-and-swap that finds
   * another value than its own.
   *
   * @param old the value in memory, zero-extended
   * @param a first operand
   */
  public boolean writes(DataType type, long old, long a) {
    return this != CAS || old == truncate(type, a);
  }

  private static long add(DataType type, long old, long a) {
    return switch (type) {
      case F32 ->
          Integer.toUnsignedLong(
              Float.floatToRawIntBits(
                  Float.intBitsToFloat((int) old) + Float.intBitsToFloat((int) a)));
      case F64 ->
          Double.doubleToRawLongBits(Double.longBitsToDouble(old) + Double.longBitsToDouble(a));
      case F16 -> halfAdd(old, a);
      case F16X2 ->
          halfAdd(old & 0xffff, a & 0xffff) | halfAdd(old >>> 16 & 0xffff, a >>> 16 & 0xffff) << 16;
      case BF16 -> bfloatAdd(old, a);
      case BF16X2 ->
          bfloatAdd(old & 0xffff, a & 0xffff)
              | bfloatAdd(old >>> 16 & 0xffff, a >>> 16 & 0xffff) << 16;
      default -> truncate(type, old + a);
    };
  }

  private static long halfAdd(long x, long y) {
    return Float.floatToFloat16(Float.float16ToFloat((short) x) + Float.float16ToFloat((short) y))
        & 0xffffL;
  }

  /**
   * Rounds the bits of the exact f32 sum to nearest even. The sum of two bf16 values is rounded to
   * f32 first. Its 8+8 significand bits fit unless the exponents differ by more than 15; then the
   * smaller value only decides ties, which the sticky bits preserve).
   */
  private static long bfloatAdd(long x, long y) {
    double sum =
        (double) Float.intBitsToFloat((int) x << 16) + (double) Float.intBitsToFloat((int) y << 16);
    float nearest = (float) sum;
    int bits = Float.floatToRawIntBits(nearest);
    if (Float.isNaN(nearest)) {
      return 0x7fff;
    }
    if ((double) nearest != sum && (bits & 0xffff) == 0x8000) {
      bits += Math.abs((double) nearest) < Math.abs(sum) ? 1 : -1;
    }
    int rounded = bits + 0x7fff + (bits >>> 16 & 1);
    return rounded >>> 16 & 0xffffL;
  }

  /**
   * The lesser or the greater of two.
   *
   * @param sign -1 for the lesser, 1 for the greater
   */
  private static long extreme(DataType type, long x, long y, int sign) {
    return switch (type) {
      case F16, BF16 -> extremeHalf(type == DataType.BF16, x, y, sign);
      case F16X2, BF16X2 -> {
        boolean bfloat = type == DataType.BF16X2;
        yield extremeHalf(bfloat, x & 0xffff, y & 0xffff, sign)
            | extremeHalf(bfloat, x >>> 16, y >>> 16, sign) << 16;
      }
      default -> sign * compare(type, x, y) >= 0 ? x : y;
    };
  }

  /** As {@code min} and {@code max}: a number rather than a NaN, and -0 is less than +0. */
  private static long extremeHalf(boolean bfloat, long x, long y, int sign) {
    float left = half(bfloat, x);
    float right = half(bfloat, y);
    if (Float.isNaN(left) || Float.isNaN(right)) {
      return Float.isNaN(left) && Float.isNaN(right) ? 0x7fff : Float.isNaN(left) ? y : x;
    }
    return sign * Float.compare(left, right) >= 0 ? x : y;
  }

  private static float half(boolean bfloat, long bits) {
    return bfloat ? Float.intBitsToFloat((int) bits << 16) : Float.float16ToFloat((short) bits);
  }

  private static int compare(DataType type, long x, long y) {
    return switch (type) {
      case S32 -> Integer.compare((int) x, (int) y);
      case S64 -> Long.compare(x, y);
      case S16 -> Short.compare((short) x, (short) y);
      default -> Long.compareUnsigned(x, y);
    };
  }

  private static long truncate(DataType type, long value) {
    return switch (type.bytes()) {
      case 1 -> value & 0xffL;
      case 2 -> value & 0xffffL;
      case 4 -> value & 0xffff_ffffL;
      default -> value;
    };
  }
}
