package dev.syncopate.ptx.alu;

/**
 * A binary floating-point format: how its numbers are laid out, and the rounding of any number to
 * it.
 *
 * <pre>
 *        width-1   width-2 … precision-1+pad   …          pad   pad-1 … 0
 *       | sign  |  exponent field            | fraction       | zero (tf32) |
 * </pre>
 */
public enum FloatFormat {
  F16(16, 11, -14, 0),
  BF16(16, 8, -126, 0),
  /** 19 bits kept in the upper part of a 32-bit register. */
  TF32(32, 11, -126, 13),
  F32(32, 24, -126, 0),
  F64(64, 53, -1022, 0);

  private static final long DOUBLE_FRACTION = (1L << 52) - 1;

  public final int width;
  private final int precision;
  private final int minExponent;
  private final int pad;

  FloatFormat(int width, int precision, int minExponent, int pad) {
    this.width = width;
    this.precision = precision;
    this.minExponent = minExponent;
    this.pad = pad;
  }

  /** Ones in the register's bits. */
  public long mask() {
    return -1L >>> (64 - width);
  }

  public long signBit() {
    return 1L << (width - 1);
  }

  public long magnitude(long bits) {
    return bits & (mask() >>> 1);
  }

  /** Positive infinity; any larger magnitude is a NaN. */
  public long infinity() {
    return (mask() >>> 1) & -(1L << (precision - 1 + pad));
  }

  /** The largest finite number. */
  public long largest() {
    return infinity() - (1L << pad);
  }

  /**
   * The NaN that arithmetic yields: all ones under the sign, but for f64, whose NaN is quiet with a
   * zero payload.
   */
  public long nan() {
    return this == F64 ? 0x7ff8_0000_0000_0000L : mask() >>> 1;
  }

  public boolean isNan(long bits) {
    return magnitude(bits) > infinity();
  }

  public boolean isNegative(long bits) {
    return (bits & signBit()) != 0;
  }

  /** {@code .ftz}: a zero of the same sign for a subnormal number. */
  public long flush(long bits) {
    return magnitude(bits) < 1L << (precision - 1 + pad) ? bits & signBit() : bits & mask();
  }

  /** {@code .sat}: clamped to [0, 1], NaN to 0. */
  public long saturate(long bits) {
    if (isNegative(bits) || isNan(bits)) {
      return 0;
    }
    return Math.min(magnitude(bits), encode(1.0, Rounding.NEAREST_EVEN));
  }

  /** {@code .relu}: no less than 0, a NaN canonical. */
  public long rectify(long bits) {
    return isNan(bits) ? nan() : isNegative(bits) ? 0 : bits & mask();
  }

  /** The number that the bits mean; exact for every format. */
  public double decode(long bits) {
    return switch (this) {
      case F16 -> Float.float16ToFloat((short) bits);
      case BF16 -> Float.intBitsToFloat((int) bits << 16);
      case TF32 -> Float.intBitsToFloat((int) bits & -(1 << pad));
      case F32 -> Float.intBitsToFloat((int) bits);
      case F64 -> Double.longBitsToDouble(bits);
    };
  }

  /** The number rounded to this format. A NaN becomes {@link #nan()}. */
  public long encode(double value, Rounding rounding) {
    if (Double.isNaN(value)) {
      return nan();
    }
    if (this == F64) {
      return Double.doubleToRawLongBits(value);
    }
    long raw = Double.doubleToRawLongBits(value);
    boolean negative = raw < 0;
    long sign = negative ? signBit() : 0;
    if (Double.isInfinite(value)) {
      return sign | infinity();
    }
    // value = significand * 2^(exponent - 52); about a subnormal only its being tiny counts
    int exponent = Math.getExponent(value);
    long significand = raw & DOUBLE_FRACTION;
    if (exponent >= Double.MIN_EXPONENT) {
      significand |= 1L << 52;
    }
    int unit = Math.max(exponent, minExponent) - (precision - 1);
    int drop = Math.min(unit - (exponent - 52), 62);
    long truncated = significand >>> drop;
    long rest = significand & ((1L << drop) - 1);
    if (roundsAway(rounding, negative, truncated, rest, 1L << (drop - 1))) {
      truncated++;
    }
    // A carry out of the fraction moves on into the exponent field, as it should.
    long bits = ((long) (unit - (minExponent - (precision - 1))) << (precision - 1)) + truncated;
    if (bits << pad >= infinity()) {
      boolean away = roundsAway(rounding, negative, 0, 3, 2);
      return sign | (away ? infinity() : largest());
    }
    return sign | bits << pad;
  }

  private static boolean roundsAway(
      Rounding rounding, boolean negative, long truncated, long rest, long half) {
    return switch (rounding) {
      case NEAREST_EVEN -> rest > half || (rest == half && (truncated & 1) != 0);
      case NEAREST_AWAY -> rest >= half;
      case TOWARDS_ZERO -> false;
      case DOWN -> negative && rest != 0;
      case UP -> !negative && rest != 0;
    };
  }

  /**
   * The exact number {@code sum + error} rounded to this format, once. {@code sum} is its rounding
   * to nearest as a double; of {@code error} only the sign counts.
   */
  public long encode(double sum, double error, Rounding rounding) {
    if (error == 0 || Double.isNaN(error) || Double.isInfinite(sum)) {
      return encode(sum, rounding);
    }
    // Round to odd: a double whose last bit says "inexact" rounds to fewer bits like the exact
    // number.
    long bits = Double.doubleToRawLongBits(sum);
    if ((bits & 1) == 0) {
      bits += (error > 0) == (sum > 0) ? 1 : -1;
    }
    return encode(Double.longBitsToDouble(bits), rounding);
  }

  /** What {@code x + y} lost by being rounded to {@code sum}; exact (Knuth's two-sum). */
  public static double sumError(double x, double y, double sum) {
    double part = sum - x;
    return (x - (sum - part)) + (y - part);
  }
}
