package dev.syncopate.ptx.syntax;

import dev.syncopate.ptx.ir.ScalarType;
import org.jspecify.annotations.Nullable;

/** The spellings of the fundamental types. */
public final class TypeNames {
  private TypeNames() {}

  /** The type that is spelt so, without the dot; null if none is. */
  public static @Nullable ScalarType find(String name) {
    return switch (name) {
      case "b8" -> ScalarType.B8;
      case "b16" -> ScalarType.B16;
      case "b32" -> ScalarType.B32;
      case "b64" -> ScalarType.B64;
      case "b128" -> ScalarType.B128;
      case "u8" -> ScalarType.U8;
      case "u16" -> ScalarType.U16;
      case "u32" -> ScalarType.U32;
      case "u64" -> ScalarType.U64;
      case "s8" -> ScalarType.S8;
      case "s16" -> ScalarType.S16;
      case "s32" -> ScalarType.S32;
      case "s64" -> ScalarType.S64;
      case "f16" -> ScalarType.F16;
      case "f16x2" -> ScalarType.F16X2;
      case "bf16" -> ScalarType.BF16;
      case "bf16x2" -> ScalarType.BF16X2;
      case "tf32" -> ScalarType.TF32;
      case "e4m3x2" -> ScalarType.E4M3X2;
      case "e5m2x2" -> ScalarType.E5M2X2;
      case "f32" -> ScalarType.F32;
      case "f64" -> ScalarType.F64;
      case "pred" -> ScalarType.PRED;
      default -> null;
    };
  }
}
