package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.Rounding;
import java.math.BigInteger;

/**
 * {@code f64} arithmetic rounded otherwise than to nearest. The result to nearest is a neighbour of
 * the wanted one, so it is enough to know on which side of it the exact number lies.
 */
public final class DirectedDouble {
  /** An integer times a power of two. */
  private record Exact(BigInteger digits, int exponent) {
    static Exact of(double x) {
      long bits = Double.doubleToRawLongBits(x);
      int field = (int) (bits >>> 52) & 0x7ff;
      long digits = (bits & ((1L << 52) - 1)) | (field == 0 ? 0 : 1L << 52);
      return new Exact(BigInteger.valueOf(bits < 0 ? -digits : digits), Math.max(field, 1) - 1075);
    }

    Exact times(Exact right) {
      return new Exact(digits.multiply(right.digits), exponent + right.exponent);
    }

    Exact plus(Exact right) {
      int low = Math.min(exponent, right.exponent);
      return new Exact(
          digits.shiftLeft(exponent - low).add(right.digits.shiftLeft(right.exponent - low)), low);
    }

    int compareTo(Exact right) {
      return plus(new Exact(right.digits.negate(), right.exponent)).digits.signum();
    }
  }

  private DirectedDouble() {}

  static double add(double x, double y, Rounding rounding) {
    double sum = x + y;
    if (sum == 0) {
      return zero(x, y, rounding);
    }
    if (!Double.isFinite(x) || !Double.isFinite(y)) {
      return sum;
    }
    double error = FloatFormat.sumError(x, y, sum);
    if (Double.isFinite(sum) && Double.isFinite(error)) {
      return adjust(sum, (int) Math.signum(error), rounding);
    }
    return towards(sum, Exact.of(x).plus(Exact.of(y)), rounding);
  }

  static double multiply(double x, double y, Rounding rounding) {
    double product = x * y;
    if (!Double.isFinite(x) || !Double.isFinite(y) || x == 0 || y == 0) {
      return product;
    }
    return towards(product, Exact.of(x).times(Exact.of(y)), rounding);
  }

  static double multiplyAdd(double x, double y, double z, Rounding rounding) {
    double result = Math.fma(x, y, z);
    if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
      return result;
    }
    Exact exact = Exact.of(x).times(Exact.of(y)).plus(Exact.of(z));
    if (exact.digits.signum() == 0) {
      return zero(Math.copySign(1, x) * Math.copySign(1, y) < 0 ? -0.0 : 0.0, z, rounding);
    }
    return towards(result, exact, rounding);
  }

  static double divide(double x, double y, Rounding rounding) {
    double quotient = x / y;
    if (!Double.isFinite(x) || !Double.isFinite(y) || x == 0 || y == 0) {
      return quotient;
    }
    if (Double.isInfinite(quotient)) {
      return adjust(quotient, quotient > 0 ? -1 : 1, rounding);
    }
    int side = Exact.of(x).compareTo(Exact.of(quotient).times(Exact.of(y)));
    return adjust(quotient, y < 0 ? -side : side, rounding);
  }

  static double squareRoot(double x, Rounding rounding) {
    double root = Math.sqrt(x);
    if (!Double.isFinite(root) || x == 0) {
      return root;
    }
    Exact exact = Exact.of(root);
    return adjust(root, Exact.of(x).compareTo(exact.times(exact)), rounding);
  }

  /** {@code nearest} or the neighbour of it on the other side of {@code exact}. */
  private static double towards(double nearest, Exact exact, Rounding rounding) {
    if (Double.isInfinite(nearest)) {
      return adjust(nearest, nearest > 0 ? -1 : 1, rounding);
    }
    return adjust(nearest, exact.compareTo(Exact.of(nearest)), rounding);
  }

  /** {@code side}: whether the exact number is below (-1), at (0) or above (1) {@code nearest}. */
  public static double adjust(double nearest, int side, Rounding rounding) {
    boolean negative = Double.doubleToRawLongBits(nearest) < 0;
    return switch (rounding) {
      case DOWN -> side < 0 ? Math.nextDown(nearest) : nearest;
      case UP -> side > 0 ? Math.nextUp(nearest) : nearest;
      case TOWARDS_ZERO ->
          side < 0 && !negative
              ? Math.nextDown(nearest)
              : side > 0 && negative ? Math.nextUp(nearest) : nearest;
      case NEAREST_EVEN, NEAREST_AWAY -> nearest;
    };
  }

  /** The sign of an exact sum of zero. */
  private static double zero(double x, double y, Rounding rounding) {
    boolean minusX = Double.doubleToRawLongBits(x) < 0;
    boolean minusY = Double.doubleToRawLongBits(y) < 0;
    return minusX == minusY ? (minusX ? -0.0 : 0.0) : rounding == Rounding.DOWN ? -0.0 : 0.0;
  }
}
