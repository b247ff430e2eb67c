package dev.syncopate.ptx.ir;

/** A fundamental type of PTX (PTX ISA, "Fundamental Types"). */
public enum ScalarType {
  B8(8, Class.BITS),
  B16(16, Class.BITS),
  B32(32, Class.BITS),
  B64(64, Class.BITS),
  B128(128, Class.BITS),
  U8(8, Class.UNSIGNED),
  U16(16, Class.UNSIGNED),
  U32(32, Class.UNSIGNED),
  U64(64, Class.UNSIGNED),
  S8(8, Class.SIGNED),
  S16(16, Class.SIGNED),
  S32(32, Class.SIGNED),
  S64(64, Class.SIGNED),
  F16(16, Class.FLOAT),
  F16X2(32, Class.FLOAT),
  BF16(16, Class.FLOAT),
  BF16X2(32, Class.FLOAT),
  TF32(32, Class.FLOAT),
  E4M3X2(16, Class.FLOAT),
  E5M2X2(16, Class.FLOAT),
  F32(32, Class.FLOAT),
  F64(64, Class.FLOAT),
  PRED(1, Class.PREDICATE);

  /** What the bits mean. */
  @SuppressWarnings("AvoidCommonTypeNames") // always written ScalarType.Class
  public enum Class {
    BITS,
    UNSIGNED,
    SIGNED,
    FLOAT,
    PREDICATE
  }

  private final int bits;
  private final Class kind;

  ScalarType(int bits, Class kind) {
    this.bits = bits;
    this.kind = kind;
  }

  /** Width in bits; 1 for a predicate. */
  public int bits() {
    return bits;
  }

  /** Width in bytes in memory; a predicate has none. */
  public int bytes() {
    return bits / 8;
  }

  public Class kind() {
    return kind;
  }

  public boolean isSigned() {
    return kind == Class.SIGNED;
  }

  /** The spelling in PTX, without the dot. */
  public String spelling() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
