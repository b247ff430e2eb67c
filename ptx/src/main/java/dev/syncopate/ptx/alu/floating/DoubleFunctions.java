package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.alu.Rounding;
import org.jspecify.annotations.Nullable;

/** Arithmetic in {@code f64}. */
public final class DoubleFunctions {
  /** Operation of one lane. */
  private interface Operation {
    double apply(double x, double y, double z);
  }

  private DoubleFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 1) {
      return null;
    }
    return switch (m.opcode) {
      case "add", "sub", "mul", "fma", "mad" -> m.only("rn", "rz", "rm", "rp") ? basic(m) : null;
      case "div", "rcp", "sqrt" -> m.has("approx") ? Approximations.build(m) : rounded(m);
      case "rsqrt" -> Approximations.build(m);
      default -> m.has("ftz") ? null : SignFunctions.build(m, FloatFormat.F64);
    };
  }

  private static LaneFunction basic(Mnemonic m) {
    Rounding rounding = m.rounding();
    if (rounding == Rounding.NEAREST_EVEN) {
      return switch (m.opcode) {
        case "add" -> new DenseDouble.Add(m.text, m.type());
        case "sub" -> new DenseDouble.Subtract(m.text, m.type());
        case "mul" -> new DenseDouble.Multiply(m.text, m.type());
        default -> new DenseDouble.MultiplyAdd(m.text, m.type());
      };
    }
    return switch (m.opcode) {
      case "add" -> function(m, 2, Cost.DOUBLE, (x, y, z) -> DirectedDouble.add(x, y, rounding));
      case "sub" -> function(m, 2, Cost.DOUBLE, (x, y, z) -> DirectedDouble.add(x, -y, rounding));
      case "mul" ->
          function(m, 2, Cost.DOUBLE, (x, y, z) -> DirectedDouble.multiply(x, y, rounding));
      default ->
          function(m, 3, Cost.DOUBLE, (x, y, z) -> DirectedDouble.multiplyAdd(x, y, z, rounding));
    };
  }

  private static @Nullable LaneFunction rounded(Mnemonic m) {
    if (!m.only("rn", "rz", "rm", "rp") || m.oneOf("rn", "rz", "rm", "rp").isEmpty()) {
      return null;
    }
    Rounding rounding = m.rounding();
    boolean nearest = rounding == Rounding.NEAREST_EVEN;
    return switch (m.opcode) {
      case "div" ->
          nearest
              ? function(m, 2, Cost.DIVIDE, (x, y, z) -> x / y)
              : function(m, 2, Cost.DIVIDE, (x, y, z) -> DirectedDouble.divide(x, y, rounding));
      case "rcp" ->
          nearest
              ? function(m, 1, Cost.DIVIDE, (x, y, z) -> 1 / x)
              : function(m, 1, Cost.DIVIDE, (x, y, z) -> DirectedDouble.divide(1, x, rounding));
      default ->
          nearest
              ? function(m, 1, Cost.DIVIDE, (x, y, z) -> Math.sqrt(x))
              : function(m, 1, Cost.DIVIDE, (x, y, z) -> DirectedDouble.squareRoot(x, rounding));
    };
  }

  private static LaneFunction function(Mnemonic m, int arity, Cost cost, Operation operation) {
    return new PlainFunction(
        m.text,
        arity,
        cost,
        (a, b, c) ->
            Double.doubleToLongBits(
                operation.apply(
                    Double.longBitsToDouble(a),
                    Double.longBitsToDouble(b),
                    Double.longBitsToDouble(c))));
  }
}
