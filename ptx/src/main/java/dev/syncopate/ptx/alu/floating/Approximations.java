package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.Floats;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code .approx} and {@code .full}: results within the error that PTX allows, by the same steps on
 * every machine (hence {@link StrictMath}). Most are a good double rounded once.
 */
final class Approximations {
  private static final double LN2 = StrictMath.log(2);

  /** (ln(2) / 2)^13 / 13! is below 2^-52. */
  private static final int TERMS = 13;

  /** The function, of one number but for {@code div}. */
  private interface Operation {
    double apply(double x, double y);
  }

  /** A function of one number that is rounded already. */
  private interface FloatOperator {
    float apply(float x);
  }

  private Approximations() {}

  static @Nullable LaneFunction build(Mnemonic m) {
    if (m.type().isFloat(64)) {
      return gross(m);
    }
    if (!m.only("approx", "full", "ftz") || m.oneOf("approx", "full").isEmpty()) {
      return null;
    }
    if (m.has("full")) {
      return m.opcode.equals("div") ? function(m, 2, (x, y) -> x / y) : null;
    }
    return switch (m.opcode) {
      case "div" -> function(m, 2, Approximations::divide);
      case "rcp" -> function(m, 1, (x, y) -> 1 / x);
      case "sqrt" -> function(m, 1, (x, y) -> StrictMath.sqrt(x));
      case "rsqrt" -> function(m, 1, (x, y) -> 1 / StrictMath.sqrt(x));
      case "sin" -> function(m, 1, (x, y) -> StrictMath.sin(x));
      case "cos" -> function(m, 1, (x, y) -> StrictMath.cos(x));
      case "lg2" -> function(m, FloatExponentials::logarithm);
      case "ex2" -> function(m, FloatExponentials::power);
      case "tanh" -> m.has("ftz") ? null : function(m, 1, (x, y) -> StrictMath.tanh(x));
      default -> null;
    };
  }

  /** Two to the power of x: the series of e^y for a y of at most ln(2) / 2, scaled. */
  static double exponential(double x) {
    // Beyond these bounds the result is 0 or infinite in every format; a NaN passes.
    double bounded = Math.max(-1100, Math.min(1100, x));
    double integerPart = Math.rint(bounded);
    double y = (bounded - integerPart) * LN2;
    double sum = 1;
    for (int k = TERMS; k > 0; k--) {
      sum = 1 + y / k * sum;
    }
    return Math.scalb(sum, (int) integerPart);
  }

  /** The logarithm of x to the base 2. */
  static double logarithm(double x) {
    return StrictMath.log(x) / LN2;
  }

  /** The reciprocal of a divisor above 2^126 is flushed to zero. */
  private static double divide(double x, double y) {
    return Math.abs(y) > 0x1p126 && Math.abs(y) <= Float.MAX_VALUE
        ? x * Math.copySign(0, y)
        : x / y;
  }

  private static LaneFunction function(Mnemonic m, FloatOperator operator) {
    float tiny = m.has("ftz") ? Float.MIN_NORMAL : 0;
    return new PlainFunction(
        m.text,
        1,
        Cost.SPECIAL,
        (a, b, c) -> {
          float x = Floats.flush(Floats.value(a), tiny);
          return Floats.bits(Floats.flush(operator.apply(x), tiny));
        });
  }

  private static LaneFunction function(Mnemonic m, int arity, Operation operation) {
    float tiny = m.has("ftz") ? Float.MIN_NORMAL : 0;
    return new PlainFunction(
        m.text,
        arity,
        Cost.SPECIAL,
        (a, b, c) -> {
          float x = Floats.flush(Floats.value(a), tiny);
          float y = Floats.flush(Floats.value(b), tiny);
          return Floats.bits(Floats.flush((float) operation.apply(x, y), tiny));
        });
  }

  /**
   * {@code rcp.approx.ftz.f64}, {@code rsqrt.approx.ftz.f64}: the upper word of the result from the
   * upper word of the operand.
   */
  private static @Nullable LaneFunction gross(Mnemonic m) {
    boolean ftz = m.has("ftz");
    if (!m.only("approx", "ftz") || !m.has("approx")) {
      return null;
    }
    if (m.opcode.equals("rsqrt") && !ftz) {
      return new PlainFunction(
          m.text,
          1,
          Cost.SPECIAL,
          (a, b, c) -> Double.doubleToLongBits(1 / StrictMath.sqrt(Double.longBitsToDouble(a))));
    }
    if (!ftz || !(m.opcode.equals("rcp") || m.opcode.equals("rsqrt"))) {
      return null;
    }
    boolean root = m.opcode.equals("rsqrt");
    return new PlainFunction(
        m.text,
        1,
        Cost.SPECIAL,
        (a, b, c) -> {
          long upper = FloatFormat.F64.flush(a & 0xffff_ffff_0000_0000L);
          double x = Double.longBitsToDouble(upper);
          double result = root ? 1 / StrictMath.sqrt(x) : 1 / x;
          // Half of the last kept bit rounds to nearest; the carry may run into the exponent.
          long bits = Double.doubleToLongBits(result) + 0x8000_0000L & 0xffff_ffff_0000_0000L;
          return FloatFormat.F64.flush(bits);
        });
  }
}
