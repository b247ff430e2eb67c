package dev.syncopate.ptx.alu;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reference arithmetic of a binary format, written from IEEE 754 with exact decimals: a value is
 * computed exactly (quotients and roots to 200 bits and a sticky one) and rounded once.
 */
record Ieee(int width, int precision, int minExponent, long nan) {
  static final Ieee F16 = new Ieee(16, 11, -14, 0x7fff);
  static final Ieee BF16 = new Ieee(16, 8, -126, 0x7fff);
  static final Ieee F32 = new Ieee(32, 24, -126, 0x7fff_ffffL);
  static final Ieee F64 = new Ieee(64, 53, -1022, 0x7ff8_0000_0000_0000L);

  /** The 19 bits that are kept of a tf32, without the zeros below them. */
  static final Ieee TF19 = new Ieee(19, 11, -126, 0x3ffff);

  private static final Map<Integer, BigDecimal> POWERS = new ConcurrentHashMap<>();

  static BigDecimal powerOfTwo(int n) {
    return POWERS.computeIfAbsent(
        n,
        k ->
            k >= 0
                ? new BigDecimal(BigInteger.ONE.shiftLeft(k))
                : new BigDecimal(BigInteger.valueOf(5).pow(-k), -k));
  }

  long sign() {
    return 1L << (width - 1);
  }

  long minNormal() {
    return 1L << (precision - 1);
  }

  /** Bits of 1.0. */
  long one() {
    return (1L - minExponent) * minNormal();
  }

  long infinity() {
    return (2L * (1 - minExponent) + 1) * minNormal();
  }

  boolean negative(long bits) {
    return (bits & sign()) != 0;
  }

  long magnitude(long bits) {
    return bits & (sign() - 1);
  }

  boolean isNan(long bits) {
    return magnitude(bits) > infinity();
  }

  boolean isInfinite(long bits) {
    return magnitude(bits) == infinity();
  }

  boolean isZero(long bits) {
    return magnitude(bits) == 0;
  }

  boolean isSubnormal(long bits) {
    return magnitude(bits) > 0 && magnitude(bits) < minNormal();
  }

  /** The finite number that the bits mean: digits times two to the power of the unit. */
  BigDecimal value(long bits) {
    BigDecimal value = new BigDecimal(digits(bits)).multiply(powerOfTwo(unit(bits)));
    return negative(bits) ? value.negate() : value;
  }

  private BigInteger digits(long bits) {
    long fraction = magnitude(bits) % minNormal();
    return BigInteger.valueOf(magnitude(bits) < minNormal() ? fraction : fraction + minNormal());
  }

  private int unit(long bits) {
    int field = (int) (magnitude(bits) / minNormal());
    return Math.max(field, 1) - 1 + minExponent - (precision - 1);
  }

  long round(double x, RoundingMode mode) {
    if (Double.isNaN(x)) {
      return nan;
    }
    if (Double.isInfinite(x)) {
      return x < 0 ? sign() | infinity() : infinity();
    }
    return round(new BigDecimal(x), mode, Math.copySign(1, x) < 0);
  }

  /** The number rounded to the format; a zero gets the given sign. */
  long round(BigDecimal x, RoundingMode mode, boolean negativeZero) {
    if (x.signum() == 0) {
      return negativeZero ? sign() : 0;
    }
    int exponent = (int) Math.floor((x.precision() - x.scale() - 1) * 3.321928094887362) - 1;
    while (powerOfTwo(exponent + 1).compareTo(x.abs()) <= 0) {
      exponent++;
    }
    int unit = Math.max(exponent, minExponent) - (precision - 1);
    BigInteger digits = x.multiply(powerOfTwo(-unit)).setScale(0, mode).toBigIntegerExact().abs();
    // Counting up from zero, each binade has minNormal numbers: the encoding counts just so.
    long bits =
        digits.longValueExact() + (long) (unit - (minExponent - (precision - 1))) * minNormal();
    if (Long.compareUnsigned(bits, infinity()) >= 0) {
      boolean toInfinity =
          switch (mode) {
            case HALF_EVEN, HALF_UP -> true;
            case FLOOR -> x.signum() < 0;
            case CEILING -> x.signum() > 0;
            default -> false;
          };
      bits = toInfinity ? infinity() : infinity() - 1;
    }
    return x.signum() < 0 ? sign() | bits : bits;
  }

  /** a * b + c, rounded once. */
  long multiplyAdd(long a, long b, long c, RoundingMode mode) {
    boolean negative = negative(a) != negative(b);
    if (isNan(a)
        || isNan(b)
        || isNan(c)
        || (isInfinite(a) && isZero(b))
        || (isZero(a) && isInfinite(b))) {
      return nan;
    }
    if (isInfinite(a) || isInfinite(b)) {
      return isInfinite(c) && negative(c) != negative
          ? nan
          : negative ? sign() | infinity() : infinity();
    }
    if (isInfinite(c)) {
      return c;
    }
    BigDecimal sum = value(a).multiply(value(b)).add(value(c));
    return round(sum, mode, negative == negative(c) ? negative : mode == RoundingMode.FLOOR);
  }

  long add(long a, long b, RoundingMode mode) {
    return multiplyAdd(a, one(), b, mode);
  }

  long multiply(long a, long b, RoundingMode mode) {
    boolean negative = negative(a) != negative(b);
    if (isNan(a) || isNan(b) || (isInfinite(a) && isZero(b)) || (isZero(a) && isInfinite(b))) {
      return nan;
    }
    if (isInfinite(a) || isInfinite(b)) {
      return negative ? sign() | infinity() : infinity();
    }
    return round(value(a).multiply(value(b)), mode, negative);
  }

  long divide(long a, long b, RoundingMode mode) {
    boolean negative = negative(a) != negative(b);
    if (isNan(a) || isNan(b) || (isZero(a) && isZero(b)) || (isInfinite(a) && isInfinite(b))) {
      return nan;
    }
    if (isInfinite(a) || isZero(b)) {
      return negative ? sign() | infinity() : infinity();
    }
    if (isZero(a) || isInfinite(b)) {
      return negative ? sign() : 0;
    }
    // 200 bits and one more that says whether anything is missing.
    BigInteger[] division = digits(a).shiftLeft(200).divideAndRemainder(digits(b));
    BigDecimal quotient = withSticky(division[0], division[1], unit(a) - unit(b) - 200);
    return round(negative ? quotient.negate() : quotient, mode, negative);
  }

  long squareRoot(long a, RoundingMode mode) {
    if (isZero(a)) {
      return a;
    }
    if (isNan(a) || negative(a)) {
      return nan;
    }
    if (isInfinite(a)) {
      return a;
    }
    int odd = unit(a) & 1;
    BigInteger[] root = digits(a).shiftLeft(200 + odd).sqrtAndRemainder();
    return round(withSticky(root[0], root[1], (unit(a) - odd) / 2 - 100), mode, false);
  }

  private static BigDecimal withSticky(BigInteger digits, BigInteger rest, int unit) {
    BigInteger wider =
        digits.shiftLeft(1).or(rest.signum() == 0 ? BigInteger.ZERO : BigInteger.ONE);
    return new BigDecimal(wider).multiply(powerOfTwo(unit - 1));
  }

  long flush(long bits) {
    return isSubnormal(bits) ? bits & sign() : bits;
  }

  long saturate(long bits) {
    return isNan(bits) || negative(bits) ? 0 : Math.min(bits, one());
  }
}
