package dev.syncopate.ptx.alu;

import org.jspecify.annotations.Nullable;

/**
 * A type qualifier of an arithmetic instruction.
 *
 * @param bits width of one element
 * @param lanes elements in one register: 2 for {@code f16x2}
 */
public record AluType(Kind kind, int bits, int lanes) {
  public enum Kind {
    BITS,
    UNSIGNED,
    SIGNED,
    FLOAT,
    BFLOAT,
    TFLOAT
  }

  /** The type that {@code token} spells, or null when it is some other qualifier. */
  static @Nullable AluType parse(String token) {
    int start = 0;
    while (start < token.length() && !isDigit(token.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < token.length() && isDigit(token.charAt(end))) {
      end++;
    }
    Kind kind = kind(token.substring(0, start));
    int bits = width(token.substring(start, end));
    int lanes = lanes(token.substring(end));
    if (kind == null || bits == 0 || lanes == 0 || bits * lanes > 64) {
      return null;
    }
    return switch (kind) {
      case BITS -> lanes == 1 ? new AluType(kind, bits, lanes) : null;
      case UNSIGNED, SIGNED -> lanes == 1 || bits == 16 ? new AluType(kind, bits, lanes) : null;
      case FLOAT -> bits >= 16 ? new AluType(kind, bits, lanes) : null;
      case BFLOAT -> bits == 16 ? new AluType(kind, bits, lanes) : null;
      case TFLOAT -> bits == 32 && lanes == 1 ? new AluType(kind, bits, lanes) : null;
    };
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static @Nullable Kind kind(String letters) {
    return switch (letters) {
      case "b" -> Kind.BITS;
      case "u" -> Kind.UNSIGNED;
      case "s" -> Kind.SIGNED;
      case "f" -> Kind.FLOAT;
      case "bf" -> Kind.BFLOAT;
      case "tf" -> Kind.TFLOAT;
      default -> null;
    };
  }

  private static int width(String digits) {
    return switch (digits) {
      case "8" -> 8;
      case "16" -> 16;
      case "32" -> 32;
      case "64" -> 64;
      default -> 0;
    };
  }

  private static int lanes(String suffix) {
    return switch (suffix) {
      case "" -> 1;
      case "x2" -> 2;
      default -> 0;
    };
  }

  public boolean isSigned() {
    return kind == Kind.SIGNED;
  }

  /** Whether this is {@code .u} or {@code .s} of one element. */
  public boolean isArithmeticInteger() {
    return lanes == 1 && (kind == Kind.UNSIGNED || kind == Kind.SIGNED);
  }

  /** Whether this is {@code .b}, {@code .u} or {@code .s} of one element. */
  public boolean isInteger() {
    return lanes == 1 && (kind == Kind.BITS || kind == Kind.UNSIGNED || kind == Kind.SIGNED);
  }

  public boolean isFloat(int width) {
    return lanes == 1 && kind == Kind.FLOAT && bits == width;
  }

  /** How the one-element type encodes numbers; null for integers. */
  public @Nullable FloatFormat format() {
    return switch (kind) {
      case BITS, UNSIGNED, SIGNED -> null;
      case BFLOAT -> FloatFormat.BF16;
      case TFLOAT -> FloatFormat.TF32;
      case FLOAT -> bits == 16 ? FloatFormat.F16 : bits == 32 ? FloatFormat.F32 : FloatFormat.F64;
    };
  }

  /** The same type with one element a register. */
  AluType element() {
    return new AluType(kind, bits, 1);
  }

  /** Ones in the bits of a register that the type occupies. */
  public long mask() {
    return -1L >>> (64 - bits * lanes);
  }

  /** What a value must be shifted left by for its sign bit to reach bit 63. */
  public int shift() {
    return 64 - bits * lanes;
  }

  /** The number that the register's bits mean: sign extended for {@code .s}, else zero extended. */
  public long extend(long value) {
    return isSigned() ? value << shift() >> shift() : value & mask();
  }
}
