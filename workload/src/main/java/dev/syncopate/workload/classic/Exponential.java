package dev.syncopate.workload.classic;

/** The exponential as kernels compute it: {@code exact::exponential} of the same operations. */
final class Exponential {
  private static final float[] SERIES = {0.008333334f, 0.041666668f, 0.16666667f, 0.5f, 1, 1};
  private static final int SQUARES = 5;

  private Exponential() {}

  /**
   * Of a number from -8 to 8: the series of degree six for a 32nd of it, squared five times. It is
   * off by less than a millionth of the result a unit of the exponent.
   */
  static float of(float x) {
    float y = x * 0.03125f;
    float p = 0.0013888889f;
    for (float term : SERIES) {
      p = Math.fma(y, p, term);
    }
    for (int i = 0; i < SQUARES; i++) {
      p *= p;
    }
    return p;
  }
}
