package dev.syncopate.ptx.alu.integer;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.alu.LaneFunction.Cost;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.PlainFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the two halves or four bytes of a word: the SIMD video instructions without
 * selectors and masks, and the dot products (PTX ISA, "SIMD Video Instructions", {@code dp4a},
 * {@code dp2a}).
 */
public final class VideoFunctions {
  private static final long WORD = 0xffff_ffffL;

  /** Operation on the two parts at the same place. */
  private interface Operation {
    long apply(long a, long b);
  }

  private VideoFunctions() {}

  public static @Nullable LaneFunction build(Mnemonic m) {
    if (!m.types.stream().allMatch(t -> t.isArithmeticInteger() && t.bits() == 32)) {
      return null;
    }
    if (m.opcode.startsWith("dp")) {
      return m.types.size() == 2 ? dotProduct(m) : null;
    }
    int parts = m.opcode.endsWith("4") ? 4 : 2;
    String operation = m.opcode.substring(0, m.opcode.length() - 1);
    boolean compares = operation.equals("vset");
    Operation part = compares ? comparison(m) : operation(operation);
    List<AluType> types = m.types;
    if (part == null || types.size() != (compares ? 2 : 3)) {
      return null;
    }
    if (!compares && !m.only("sat", "add")) {
      return null;
    }
    boolean signedA = types.get(types.size() - 2).isSigned();
    boolean signedB = types.get(types.size() - 1).isSigned();
    AluType result = new AluType(compares ? AluType.Kind.UNSIGNED : m.type().kind(), 32 / parts, 1);
    boolean saturate = m.has("sat");
    boolean accumulate = m.has("add");
    return new PlainFunction(
        m.text,
        3,
        Cost.INTEGER,
        (a, b, c) -> {
          long sum = c;
          long word = 0;
          for (int i = 0; i < parts; i++) {
            long value = part.apply(part(a, i, parts, signedA), part(b, i, parts, signedB));
            if (saturate) {
              value = result.extend(IntegerFunctions.clamp(value, result));
            }
            sum += value;
            word |= (value & result.mask()) << (i * result.bits());
          }
          return (accumulate ? sum : word) & WORD;
        });
  }

  private static long part(long word, int index, int parts, boolean signed) {
    int width = 32 / parts;
    long top = word << (64 - width * (index + 1));
    return signed ? top >> (64 - width) : top >>> (64 - width);
  }

  private static @Nullable Operation operation(String name) {
    return switch (name) {
      case "vadd" -> (a, b) -> a + b;
      case "vsub" -> (a, b) -> a - b;
      case "vavrg" -> (a, b) -> (a + b + (a + b >= 0 ? 1 : 0)) >> 1;
      case "vabsdiff" -> (a, b) -> Math.abs(a - b);
      case "vmin" -> Math::min;
      case "vmax" -> Math::max;
      default -> null;
    };
  }

  private static @Nullable Operation comparison(Mnemonic m) {
    String name = m.oneOf("eq", "ne", "lt", "le", "gt", "ge");
    if (!m.only(name, "add")) {
      return null;
    }
    return switch (name) {
      case "eq" -> (a, b) -> a == b ? 1 : 0;
      case "ne" -> (a, b) -> a != b ? 1 : 0;
      case "lt" -> (a, b) -> a < b ? 1 : 0;
      case "le" -> (a, b) -> a <= b ? 1 : 0;
      case "gt" -> (a, b) -> a > b ? 1 : 0;
      case "ge" -> (a, b) -> a >= b ? 1 : 0;
      default -> null;
    };
  }

  /** {@code dp4a}: four bytes by four; {@code dp2a}: two halves by the lower or upper two bytes. */
  private static @Nullable LaneFunction dotProduct(Mnemonic m) {
    boolean signedA = m.type().isSigned();
    boolean signedB = m.source().isSigned();
    boolean four = m.opcode.equals("dp4a");
    if ((!four && !m.opcode.equals("dp2a"))
        || !m.only("lo", "hi")
        || four == (m.has("lo") || m.has("hi"))) {
      return null;
    }
    int parts = four ? 4 : 2;
    int first = m.has("hi") ? 2 : 0;
    return new PlainFunction(
        m.text,
        3,
        Cost.MULTIPLY,
        (a, b, c) -> {
          long sum = c;
          for (int i = 0; i < parts; i++) {
            sum += part(a, i, parts, signedA) * part(b, first + i, 4, signedB);
          }
          return sum & WORD;
        });
  }
}
