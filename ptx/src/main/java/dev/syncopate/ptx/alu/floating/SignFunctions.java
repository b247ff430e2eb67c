package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/** Sign, minimum and maximum, alike in every floating-point format. */
final class SignFunctions {
  private SignFunctions() {}

  static @Nullable LaneFunction build(Mnemonic m, FloatFormat format) {
    Cost cost = format == FloatFormat.F64 ? Cost.DOUBLE : Cost.FLOAT;
    boolean ftz = m.has("ftz");
    return switch (m.opcode) {
      case "abs" ->
          m.only("ftz")
              ? new PlainFunction(
                  m.text, 1, cost, (a, b, c) -> format.magnitude(ftz ? format.flush(a) : a))
              : null;
      case "neg" ->
          m.only("ftz")
              ? new PlainFunction(
                  m.text,
                  1,
                  cost,
                  (a, b, c) -> ((ftz ? format.flush(a) : a) ^ format.signBit()) & format.mask())
              : null;
      case "copysign" ->
          m.only()
              ? new PlainFunction(
                  m.text, 2, cost, (a, b, c) -> (a & format.signBit()) | format.magnitude(b))
              : null;
      case "min", "max" ->
          m.only("ftz", "NaN", "xorsign", "abs", "relu") && m.has("xorsign") == m.has("abs")
              ? extremum(m, format, cost)
              : null;
      case "min3", "max3" ->
          m.only("ftz", "NaN", "abs") && format == FloatFormat.F32 ? ofThree(m, format) : null;
      default -> null;
    };
  }

  private static LaneFunction extremum(Mnemonic m, FloatFormat format, Cost cost) {
    boolean max = m.opcode.equals("max");
    boolean nanWins = m.has("NaN");
    boolean ftz = m.has("ftz");
    boolean xorSign = m.has("xorsign");
    boolean rectify = m.has("relu");
    return new PlainFunction(
        m.text,
        2,
        cost,
        (a, b, c) -> {
          long x = ftz ? format.flush(a) : a & format.mask();
          long y = ftz ? format.flush(b) : b & format.mask();
          long sign = (x ^ y) & format.signBit();
          if (xorSign) {
            x = format.magnitude(x);
            y = format.magnitude(y);
          }
          long result = extremum(format, max, nanWins, x, y);
          if (xorSign && !format.isNan(result)) {
            result |= sign;
          }
          return rectify ? format.rectify(result) : result;
        });
  }

  /** Of three operands: the extremum of the first two, and of that and the third. */
  private static LaneFunction ofThree(Mnemonic m, FloatFormat format) {
    boolean max = m.opcode.equals("max3");
    boolean nanWins = m.has("NaN");
    boolean ftz = m.has("ftz");
    boolean magnitude = m.has("abs");
    return new PlainFunction(
        m.text,
        3,
        Cost.FLOAT,
        (a, b, c) -> {
          long x = operand(format, a, ftz, magnitude);
          long y = operand(format, b, ftz, magnitude);
          long z = operand(format, c, ftz, magnitude);
          return extremum(format, max, nanWins, extremum(format, max, nanWins, x, y), z);
        });
  }

  private static long operand(FloatFormat format, long bits, boolean ftz, boolean magnitude) {
    long number = ftz ? format.flush(bits) : bits & format.mask();
    return magnitude ? format.magnitude(number) : number;
  }

  private static long extremum(FloatFormat format, boolean max, boolean nanWins, long x, long y) {
    if (format.isNan(x) || format.isNan(y)) {
      boolean bothNan = format.isNan(x) && format.isNan(y);
      return nanWins || bothNan ? format.nan() : format.isNan(x) ? y : x;
    }
    return (order(format, x) < order(format, y)) == max ? y : x;
  }

  /** An order of numbers in which -0 is below +0. */
  private static long order(FloatFormat format, long bits) {
    return format.isNegative(bits) ? ~format.magnitude(bits) : bits;
  }
}
