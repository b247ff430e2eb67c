package dev.syncopate.ptx.alu.floating;

/**
 * Powers and logarithms to the base 2, rounded to f32. A table and a polynomial give a double
 * within {@link #ERROR}. If all numbers that close round to one float, it is the result (the
 * rounding test of Ziv, "Fast evaluation of elementary mathematical functions with correctly
 * rounded last bit", 1991). Otherwise, and for special numbers, the result is that of {@link
 * Approximations}, which is slower. So the results are those of {@link Approximations}, always.
 */
final class FloatExponentials {
  /** Relative error that neither computation reaches. */
  private static final double ERROR = 0x1p-47;

  private static final double LN2 = StrictMath.log(2);

  // ---- powers: x = n / 64 + r, and 2^x = 2^(n >> 6) * POWERS[n & 63] * 2^r ----

  private static final int POWER_BITS = 6;
  private static final double[] POWERS = new double[1 << POWER_BITS];

  /** Coefficients of the series of 2^r. The first term left out is below 2^-54. */
  private static final double P1 = LN2;

  private static final double P2 = P1 * LN2 / 2;
  private static final double P3 = P2 * LN2 / 3;
  private static final double P4 = P3 * LN2 / 4;
  private static final double P5 = P4 * LN2 / 5;

  /** Beyond it a power is 0 or infinite. */
  private static final float POWER_BOUND = 160;

  // ---- logarithms: x = 2^e * m and log2(x) = e + LOGARITHMS[i] + log2(m * RECIPROCALS[i]) ----

  private static final int LOGARITHM_BITS = 7;
  private static final int BINS = 1 << LOGARITHM_BITS;

  /** From this bin on m is halved, and lies in the bins below 1. */
  private static final int HALVED_FROM = 53;

  private static final double[] RECIPROCALS = new double[BINS];
  private static final double[] LOGARITHMS = new double[BINS];

  /** Coefficients of the series of log2(1 + r) / r for an r below 1/128. */
  private static final double[] LOGARITHM_SERIES = new double[8];

  private static final int MANTISSA_BITS = 52;
  private static final long MANTISSA = (1L << MANTISSA_BITS) - 1;
  private static final int BIAS = 1023;

  static {
    for (int i = 0; i < POWERS.length; i++) {
      POWERS[i] = Approximations.exponential(i / (double) POWERS.length);
    }
    for (int i = 0; i < BINS; i++) {
      double middle = (1 + (i + 0.5) / BINS) * (i >= HALVED_FROM ? 0.5 : 1);
      // Next to 1 the factor is 1, so that small results are as exact as large ones.
      RECIPROCALS[i] = i == 0 || i == BINS - 1 ? 1 : 1 / middle;
      LOGARITHMS[i] = -StrictMath.log(RECIPROCALS[i]) / LN2;
    }
    for (int k = 0; k < LOGARITHM_SERIES.length; k++) {
      LOGARITHM_SERIES[k] = (k % 2 == 0 ? 1 : -1) / ((k + 1) * LN2);
    }
  }

  private FloatExponentials() {}

  /** Two to the power of x. */
  static float power(float x) {
    if (!(Math.abs(x) < POWER_BOUND)) {
      return (float) Approximations.exponential(x);
    }
    long n = Math.round(x * (double) POWERS.length);
    double r = x - n / (double) POWERS.length;
    double series = 1 + r * (P1 + r * (P2 + r * (P3 + r * (P4 + r * P5))));
    double scale = Double.longBitsToDouble(((n >> POWER_BITS) + BIAS) << MANTISSA_BITS);
    double result = POWERS[(int) n & (POWERS.length - 1)] * series * scale;
    float rounded = (float) (result - result * ERROR);
    return rounded == (float) (result + result * ERROR)
        ? rounded
        : (float) Approximations.exponential(x);
  }

  /** The logarithm of x to the base 2. */
  static float logarithm(float x) {
    if (!(x > 0 && x <= Float.MAX_VALUE)) {
      return (float) Approximations.logarithm(x);
    }
    long bits = Double.doubleToRawLongBits(x);
    int i = (int) (bits >> (MANTISSA_BITS - LOGARITHM_BITS)) & (BINS - 1);
    int halved = i >= HALVED_FROM ? 1 : 0;
    long exponent = (bits >> MANTISSA_BITS) - BIAS + halved;
    double m =
        Double.longBitsToDouble((bits & MANTISSA) | ((long) (BIAS - halved) << MANTISSA_BITS));
    double r = Math.fma(m, RECIPROCALS[i], -1);
    double[] c = LOGARITHM_SERIES;
    double high = c[4] + r * (c[5] + r * (c[6] + r * c[7]));
    double series = c[0] + r * (c[1] + r * (c[2] + r * (c[3] + r * high)));
    double result = exponent + LOGARITHMS[i] + r * series;
    float rounded = (float) (result - result * ERROR);
    return rounded == (float) (result + result * ERROR)
        ? rounded
        : (float) Approximations.logarithm(x);
  }
}
