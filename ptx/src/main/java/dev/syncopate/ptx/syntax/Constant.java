package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import org.jspecify.annotations.Nullable;

/**
 * The value of a constant expression (PTX ISA, "Constant Expressions"): a number, or the address of
 * a symbol and what is added to it.
 *
 * @param unsigned whether an integer is {@code .u64} and not {@code .s64}
 * @param symbol name of the symbol, or null
 * @param generic whether its generic address is meant
 */
record Constant(
    int sourceOffset,
    Form form,
    long bits,
    boolean unsigned,
    @Nullable String symbol,
    boolean generic) {
  static Constant integer(int sourceOffset, long value, boolean unsigned) {
    return new Constant(sourceOffset, Form.INTEGER, value, unsigned, null, false);
  }

  static Constant truth(int sourceOffset, boolean holds) {
    return integer(sourceOffset, holds ? 1 : 0, false);
  }

  boolean isInteger() {
    return form == Form.INTEGER && symbol == null;
  }

  boolean isFloating() {
    return form != Form.INTEGER;
  }

  double asDouble() {
    return switch (form) {
      case SINGLE -> Float.intBitsToFloat((int) bits);
      case DOUBLE -> Double.longBitsToDouble(bits);
      case INTEGER -> unsigned && bits < 0 ? (bits >>> 1) * 2.0 : bits;
    };
  }

  Constant negated() {
    return switch (form) {
      case SINGLE -> new Constant(sourceOffset, form, bits ^ 0x8000_0000L, false, null, false);
      case DOUBLE -> new Constant(sourceOffset, form, bits ^ Long.MIN_VALUE, false, null, false);
      case INTEGER -> integer(sourceOffset, -bits, unsigned);
    };
  }

  Constant plus(long addend) {
    return new Constant(sourceOffset, form, bits + addend, unsigned, symbol, generic);
  }
}
