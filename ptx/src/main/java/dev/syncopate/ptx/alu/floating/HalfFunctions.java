package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.alu.Rounding;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic in {@code f16} and {@code bf16}: exact as a double and what it lacks, then rounded
 * once.
 */
public final class HalfFunctions {
  private HalfFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m, FloatFormat format) {
    if (m.types.size() != 1) {
      return null;
    }
    boolean basic = m.only("rn", "ftz", "sat") && !(format == FloatFormat.BF16 && m.has("sat"));
    return switch (m.opcode) {
      case "add" -> basic ? function(m, format, 2, (x, y, z) -> sum(format, x, y)) : null;
      case "sub" -> basic ? function(m, format, 2, (x, y, z) -> sum(format, x, -y)) : null;
      case "mul" -> basic ? function(m, format, 2, (x, y, z) -> nearest(format, x * y, 0)) : null;
      case "fma" ->
          basic || m.only("rn", "ftz", "relu")
              ? function(m, format, 3, (x, y, z) -> sum(format, x * y, z))
              : null;
      case "ex2" ->
          m.has("approx") && m.only("approx", "ftz")
              ? function(
                  m, format, 1, (x, y, z) -> nearest(format, Approximations.exponential(x), 0))
              : null;
      case "tanh" ->
          m.has("approx") && m.only("approx")
              ? function(m, format, 1, (x, y, z) -> nearest(format, StrictMath.tanh(x), 0))
              : null;
      case "abs", "neg", "min", "max" -> SignFunctions.build(m, format);
      default -> null;
    };
  }

  /** Operation of one lane, before {@code .ftz}, {@code .sat} and {@code .relu}. */
  private interface Operation {
    long apply(double x, double y, double z);
  }

  private static LaneFunction function(
      Mnemonic m, FloatFormat format, int arity, Operation operation) {
    boolean ftz = m.has("ftz");
    boolean saturate = m.has("sat");
    boolean rectify = m.has("relu");
    Cost cost = m.has("approx") ? Cost.SPECIAL : Cost.FLOAT;
    return new PlainFunction(
        m.text,
        arity,
        cost,
        (a, b, c) -> {
          double x = format.decode(ftz ? format.flush(a) : a);
          double y = format.decode(ftz ? format.flush(b) : b);
          double z = format.decode(ftz ? format.flush(c) : c);
          long result = operation.apply(x, y, z);
          if (ftz) {
            result = format.flush(result);
          }
          if (rectify) {
            result = format.rectify(result);
          }
          return saturate ? format.saturate(result) : result;
        });
  }

  private static long sum(FloatFormat format, double x, double y) {
    double sum = x + y;
    return nearest(format, sum, FloatFormat.sumError(x, y, sum));
  }

  private static long nearest(FloatFormat format, double value, double error) {
    return format.encode(value, error, Rounding.NEAREST_EVEN);
  }
}
