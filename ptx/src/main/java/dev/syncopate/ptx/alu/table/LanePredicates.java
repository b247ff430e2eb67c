package dev.syncopate.ptx.alu.table;

import dev.syncopate.ptx.alu.AluType;
import dev.syncopate.ptx.alu.FloatFormat;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.alu.Mnemonic;
import dev.syncopate.ptx.alu.floating.FloatCompare;
import dev.syncopate.ptx.alu.floating.NumberTest;
import dev.syncopate.ptx.alu.integer.IntegerCompare;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds the comparison of a {@code setp} or {@code set} instruction by its name: {@code
 * setp.lt.s32}, {@code setp.geu.ftz.f32}; for {@code set} the type is the source's. A combining
 * {@code .and}, {@code .or}, {@code .xor} is ignored. {@code testp.finite.f32} and its like are
 * found here too; they look at their first operand only.
 */
public final class LanePredicates {
  private LanePredicates() {}

  /** The comparison, made anew, or null where there is none of that name. */
  public static @Nullable LanePredicate lookup(String mnemonic) {
    Mnemonic m = Mnemonic.parse(mnemonic);
    if (m.types.isEmpty() || m.source().lanes() > 1) {
      return null;
    }
    AluType type = m.source();
    FloatFormat format = type.format();
    if (m.opcode.equals("testp")) {
      return format == FloatFormat.F32 || format == FloatFormat.F64
          ? NumberTest.build(m, format)
          : null;
    }
    if (!m.opcode.equals("setp") && !m.opcode.equals("set")) {
      return null;
    }
    if (format == null) {
      return type.bits() == 8 ? null : integer(m, type);
    }
    return format == FloatFormat.TF32 ? null : floating(m, format);
  }

  private static @Nullable LanePredicate integer(Mnemonic m, AluType type) {
    if (!m.only("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "and", "or", "xor")) {
      return null;
    }
    String text = m.text;
    String comparison = m.oneOf("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs");
    boolean ordered = type.isArithmeticInteger();
    boolean unsigned = ordered && !type.isSigned();
    return switch (comparison) {
      case "eq" -> new IntegerCompare.Equal(text, type, false);
      case "ne" -> new IntegerCompare.Equal(text, type, true);
      case "lt" -> ordered ? new IntegerCompare.Less(text, type, false, false) : null;
      case "ge" -> ordered ? new IntegerCompare.Less(text, type, false, true) : null;
      case "gt" -> ordered ? new IntegerCompare.Less(text, type, true, false) : null;
      case "le" -> ordered ? new IntegerCompare.Less(text, type, true, true) : null;
      case "lo" -> unsigned ? new IntegerCompare.Less(text, type, false, false) : null;
      case "hs" -> unsigned ? new IntegerCompare.Less(text, type, false, true) : null;
      case "hi" -> unsigned ? new IntegerCompare.Less(text, type, true, false) : null;
      case "ls" -> unsigned ? new IntegerCompare.Less(text, type, true, true) : null;
      default -> null;
    };
  }

  private static @Nullable LanePredicate floating(Mnemonic m, FloatFormat format) {
    String comparison =
        m.oneOf(
            "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu", "num",
            "nan");
    if (comparison.isEmpty() || !m.only(comparison, "ftz", "and", "or", "xor")) {
      return null;
    }
    int holds =
        switch (comparison.substring(0, 2)) {
          case "lt" -> FloatCompare.LESS;
          case "eq" -> FloatCompare.EQUAL;
          case "gt" -> FloatCompare.GREATER;
          case "le" -> FloatCompare.LESS | FloatCompare.EQUAL;
          case "ge" -> FloatCompare.GREATER | FloatCompare.EQUAL;
          case "ne" -> FloatCompare.LESS | FloatCompare.GREATER;
          case "nu" -> FloatCompare.LESS | FloatCompare.EQUAL | FloatCompare.GREATER;
          case "na" -> FloatCompare.UNORDERED;
          default -> throw new IllegalStateException(comparison.toUpperCase(Locale.ROOT));
        };
    if (comparison.endsWith("u")) {
      holds |= FloatCompare.UNORDERED;
    }
    boolean ftz = m.has("ftz");
    return switch (format) {
      case F32 -> new FloatCompare.Single(m.text, holds, ftz);
      case F64 -> ftz ? null : new FloatCompare.Wide(m.text, holds);
      default -> new FloatCompare.Half(m.text, format, holds, ftz);
    };
  }
}
