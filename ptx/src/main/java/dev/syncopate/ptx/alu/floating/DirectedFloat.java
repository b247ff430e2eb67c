package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.Rounding;

/**
 * {@code f32} arithmetic in any rounding. A sum or product is first known exactly, as a double and
 * the sign of what the double lacks, and then rounded once. The range of double is so much wider
 * that no intermediate step over- or underflows.
 */
final class DirectedFloat {
  private DirectedFloat() {}

  static float add(float x, float y, Rounding rounding) {
    return sum(x, y, rounding);
  }

  static float multiply(float x, float y, Rounding rounding) {
    return round((double) x * y, 0, rounding);
  }

  static float multiplyAdd(float x, float y, float z, Rounding rounding) {
    return sum((double) x * y, z, rounding);
  }

  /**
   * The quotient of two floats is no closer than 2^-48 of it to any other number of 24 or 25 bits
   * without being that number, so rounding it to a double first is harmless.
   */
  static float divide(float x, float y, Rounding rounding) {
    return round((double) x / y, 0, rounding);
  }

  /** As for quotients, rounding twice is harmless. */
  static float squareRoot(float x, Rounding rounding) {
    return round(Math.sqrt(x), 0, rounding);
  }

  private static float sum(double x, double y, Rounding rounding) {
    double sum = x + y;
    if (sum == 0) {
      // An exact zero of two different signs is -0 only when rounding down.
      boolean bothNegative = isNegative(x) && isNegative(y);
      boolean differ = isNegative(x) != isNegative(y);
      return bothNegative || (differ && rounding == Rounding.DOWN) ? -0f : 0f;
    }
    return round(sum, FloatFormat.sumError(x, y, sum), rounding);
  }

  private static boolean isNegative(double x) {
    return Double.doubleToRawLongBits(x) < 0;
  }

  private static float round(double value, double error, Rounding rounding) {
    return Float.intBitsToFloat((int) FloatFormat.F32.encode(value, error, rounding));
  }
}
