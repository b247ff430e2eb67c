package dev.syncopate.ptx.alu;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/** Elementary functions to about 60 digits, by their series. */
final class BigMath {
  private static final MathContext DIGITS = new MathContext(80);
  private static final BigDecimal TINY = BigDecimal.ONE.movePointLeft(80);
  private static final BigDecimal TWO = BigDecimal.TWO;

  /** pi = 16 atan(1/5) - 4 atan(1/239). */
  private static final BigDecimal PI =
      inverseArcTangent(5)
          .multiply(BigDecimal.valueOf(16))
          .subtract(inverseArcTangent(239).multiply(BigDecimal.valueOf(4)));

  static final BigDecimal LN2 = logarithmNearOne(TWO);

  private BigMath() {}

  private static BigDecimal inverseArcTangent(int n) {
    BigDecimal square = BigDecimal.valueOf((long) n * n);
    BigDecimal power = BigDecimal.ONE.divide(BigDecimal.valueOf(n), DIGITS);
    BigDecimal sum = power;
    for (int k = 3; power.compareTo(TINY) > 0; k += 2) {
      power = power.divide(square, DIGITS);
      BigDecimal term = power.divide(BigDecimal.valueOf(k), DIGITS);
      sum = k % 4 == 3 ? sum.subtract(term) : sum.add(term);
    }
    return sum;
  }

  static BigDecimal exponential(BigDecimal x) {
    // e^x = (e^(x/2^k))^(2^k)
    int halvings = Math.max(0, x.precision() - x.scale() + 1) * 4 + 4;
    BigDecimal small = x.divide(new BigDecimal(BigInteger.ONE.shiftLeft(halvings)), DIGITS);
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    for (int k = 1; term.abs().compareTo(TINY) > 0; k++) {
      term = term.multiply(small).divide(BigDecimal.valueOf(k), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  static BigDecimal powerOfTwo(BigDecimal x) {
    return exponential(x.multiply(LN2));
  }

  /** ln x = 2 atanh((x - 1) / (x + 1)), for x from about 1/2 to 2. */
  private static BigDecimal logarithmNearOne(BigDecimal x) {
    BigDecimal ratio = x.subtract(BigDecimal.ONE).divide(x.add(BigDecimal.ONE), DIGITS);
    BigDecimal square = ratio.multiply(ratio, DIGITS);
    BigDecimal power = ratio;
    BigDecimal sum = ratio;
    for (int k = 3; power.abs().compareTo(TINY) > 0; k += 2) {
      power = power.multiply(square, DIGITS);
      sum = sum.add(power.divide(BigDecimal.valueOf(k), DIGITS));
    }
    return sum.multiply(TWO);
  }

  static BigDecimal logarithmToBaseTwo(BigDecimal x) {
    int exponent = 0;
    BigDecimal rest = x;
    while (rest.compareTo(TWO) >= 0) {
      rest = rest.divide(TWO);
      exponent++;
    }
    while (rest.compareTo(BigDecimal.ONE) < 0) {
      rest = rest.multiply(TWO);
      exponent--;
    }
    return logarithmNearOne(rest).divide(LN2, DIGITS).add(BigDecimal.valueOf(exponent));
  }

  static BigDecimal sine(BigDecimal x) {
    return series(reduce(x), 1);
  }

  static BigDecimal cosine(BigDecimal x) {
    return series(reduce(x), 0);
  }

  private static BigDecimal reduce(BigDecimal x) {
    return x.remainder(PI.multiply(TWO));
  }

  /** The terms x^k / k! with alternating signs from k = {@code first} in steps of two. */
  private static BigDecimal series(BigDecimal x, int first) {
    BigDecimal square = x.multiply(x, DIGITS);
    BigDecimal term = first == 0 ? BigDecimal.ONE : x;
    BigDecimal sum = term;
    for (int k = first + 1; term.abs().compareTo(TINY) > 0; k += 2) {
      term = term.multiply(square).divide(BigDecimal.valueOf((long) k * (k + 1)), DIGITS).negate();
      sum = sum.add(term, DIGITS);
    }
    return sum;
  }

  static BigDecimal hyperbolicTangent(BigDecimal x) {
    BigDecimal square = exponential(x.multiply(TWO));
    return square.subtract(BigDecimal.ONE).divide(square.add(BigDecimal.ONE), DIGITS);
  }
}
