package dev.syncopate.ptx.lower.module;

import dev.syncopate.ptx.ir.ScalarType;
import dev.syncopate.ptx.syntax.OperandSyntax.Form;
import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.PtxSource;

/** Numbers in the text as values of a type. */
public final class Literals {
  private Literals() {}

  /**
   * The register form of a number: of one of 128 bits the lower half, and the upper one is zero.
   * Integers lose the bits that the type has no room for; a floating-point number is converted to
   * the format of the type.
   */
  public static long encode(
      PtxSource source, int sourceOffset, Form form, long bits, ScalarType type) {
    if (form == Form.INTEGER) {
      if (type == ScalarType.F32 || type == ScalarType.F64) {
        throw mismatch(
            source, sourceOffset, "an integer", "a floating-point number such as 0f3F800000");
      }
      return type.bits() >= 64 ? bits : bits & ((1L << type.bits()) - 1);
    }
    boolean floating = type.kind() == ScalarType.Class.FLOAT;
    if ((!floating && type.kind() != ScalarType.Class.BITS) || type.bits() < 32) {
      throw mismatch(
          source,
          sourceOffset,
          "a floating-point number",
          "an integer for `." + type.spelling() + "`");
    }
    if (type.bits() == 32) {
      return form == Form.SINGLE
          ? bits
          : Float.floatToRawIntBits((float) Double.longBitsToDouble(bits)) & 0xffff_ffffL;
    }
    return form == Form.DOUBLE
        ? bits
        : Double.doubleToRawLongBits(Float.intBitsToFloat((int) bits));
  }

  private static PtxException mismatch(
      PtxSource source, int sourceOffset, String actual, String expected) {
    return source.unexpected(sourceOffset, actual, expected);
  }
}
