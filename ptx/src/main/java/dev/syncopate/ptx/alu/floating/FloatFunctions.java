package dev.syncopate.ptx.alu.floating;

import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.Floats;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import dev.syncopate.ptx.alu.Rounding;
import org.jspecify.annotations.Nullable;

/** Arithmetic in {@code f32} (PTX ISA, "Floating-Point Instructions"). */
public final class FloatFunctions {
  /** Operation of one lane, before {@code .ftz} and {@code .sat}. */
  private interface Operation {
    float apply(float x, float y, float z);
  }

  private FloatFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 1) {
      return null;
    }
    return switch (m.opcode) {
      case "add", "sub", "mul", "fma", "mad" ->
          m.only("rn", "rz", "rm", "rp", "ftz", "sat") ? basic(m) : null;
      case "div", "rcp", "sqrt" ->
          m.oneOf("approx", "full").isEmpty() ? rounded(m) : Approximations.build(m);
      case "rsqrt", "sin", "cos", "lg2", "ex2", "tanh" -> Approximations.build(m);
      default -> SignFunctions.build(m, FloatFormat.F32);
    };
  }

  private static LaneFunction basic(Mnemonic m) {
    Rounding rounding = m.rounding();
    if (rounding == Rounding.NEAREST_EVEN && !m.has("sat")) {
      return m.has("ftz") ? flushed(m) : nearest(m);
    }
    Operation operation =
        switch (m.opcode) {
          case "add" -> (x, y, z) -> DirectedFloat.add(x, y, rounding);
          case "sub" -> (x, y, z) -> DirectedFloat.add(x, -y, rounding);
          case "mul" -> (x, y, z) -> DirectedFloat.multiply(x, y, rounding);
          default -> (x, y, z) -> DirectedFloat.multiplyAdd(x, y, z, rounding);
        };
    int arity = m.opcode.equals("fma") || m.opcode.equals("mad") ? 3 : 2;
    return function(m, arity, Cost.FLOAT, operation);
  }

  private static LaneFunction nearest(Mnemonic m) {
    return switch (m.opcode) {
      case "add" -> new DenseFloat.Add(m.text, m.type());
      case "sub" -> new DenseFloat.Subtract(m.text, m.type());
      case "mul" -> new DenseFloat.Multiply(m.text, m.type());
      default -> new DenseFloat.MultiplyAdd(m.text, m.type());
    };
  }

  private static LaneFunction flushed(Mnemonic m) {
    return switch (m.opcode) {
      case "add" -> new DenseFlushed.Add(m.text, m.type());
      case "sub" -> new DenseFlushed.Subtract(m.text, m.type());
      case "mul" -> new DenseFlushed.Multiply(m.text, m.type());
      default -> new DenseFlushed.MultiplyAdd(m.text, m.type());
    };
  }

  private static @Nullable LaneFunction rounded(Mnemonic m) {
    if (!m.only("rn", "rz", "rm", "rp", "ftz") || m.oneOf("rn", "rz", "rm", "rp").isEmpty()) {
      return null;
    }
    Rounding rounding = m.rounding();
    return switch (m.opcode) {
      case "div" -> function(m, 2, Cost.DIVIDE, (x, y, z) -> DirectedFloat.divide(x, y, rounding));
      case "rcp" -> function(m, 1, Cost.DIVIDE, (x, y, z) -> DirectedFloat.divide(1, x, rounding));
      default -> function(m, 1, Cost.DIVIDE, (x, y, z) -> DirectedFloat.squareRoot(x, rounding));
    };
  }

  private static LaneFunction function(Mnemonic m, int arity, Cost cost, Operation operation) {
    float tiny = m.has("ftz") ? Float.MIN_NORMAL : 0;
    boolean saturate = m.has("sat");
    return new PlainFunction(
        m.text,
        arity,
        cost,
        (a, b, c) -> {
          float x = Floats.flush(Floats.value(a), tiny);
          float y = Floats.flush(Floats.value(b), tiny);
          float z = Floats.flush(Floats.value(c), tiny);
          float result = Floats.flush(operation.apply(x, y, z), tiny);
          return Floats.bits(saturate ? Floats.saturate(result) : result);
        });
  }
}
