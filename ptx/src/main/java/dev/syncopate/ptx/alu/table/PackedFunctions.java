package dev.syncopate.ptx.alu.table;

import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import org.jspecify.annotations.Nullable;

/**
 * Instructions on two numbers in one register: {@code f16x2}, {@code bf16x2}, {@code f32x2}, {@code
 * u16x2}, {@code s16x2}.
 */
final class PackedFunctions {
  private PackedFunctions() {}

  static @Nullable LaneFunction build(Mnemonic m) {
    if (m.types.size() != 1) {
      return null;
    }
    return switch (m.opcode) {
      case "add", "sub", "mul", "fma", "abs", "neg", "min", "max", "ex2", "tanh" -> {
        LaneFunction element = LaneFunctions.lookup(elementName(m.text));
        yield element == null ? null : pairwise(m, element);
      }
      default -> null;
    };
  }

  /** Not of the opcode's end: {@code ex2.approx.f16x2} to {@code ex2.approx.f16}. */
  private static String elementName(String text) {
    return text.replace("16x2", "16").replace("32x2", "32");
  }

  private static LaneFunction pairwise(Mnemonic m, LaneFunction element) {
    int width = m.type().bits();
    return new PlainFunction(
        m.text,
        element.arity(),
        element.cost(),
        (a, b, c) ->
            element.apply(a, b, c) | element.apply(a >>> width, b >>> width, c >>> width) << width);
  }
}
