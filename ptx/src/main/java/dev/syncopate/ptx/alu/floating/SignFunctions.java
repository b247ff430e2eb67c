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
          m.only("ftz", "NaN", "xorsign", "abs", "relu") ? extremum(m, format, cost) : null;
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
          long result;
          if (format.isNan(x) || format.isNan(y)) {
            boolean both = format.isNan(x) && format.isNan(y);
            result = nanWins || both ? format.nan() : format.isNan(x) ? y : x;
          } else {
            result = (order(format, x) < order(format, y)) == max ? y : x;
          }
          if (xorSign && !format.isNan(result)) {
            result |= sign;
          }
          return rectify ? format.rectify(result) : result;
        });
  }

  /** An order of numbers in which -0 is below +0. */
  private static long order(FloatFormat format, long bits) {
    return format.isNegative(bits) ? ~format.magnitude(bits) : bits;
  }
}
