package dev.syncopate.memory.access;

/** Element type of an access, with how its bits extend and add. */
public enum DataType {
  B8(1),
  B16(2),
  B32(4),
  B64(8),
  B128(16),
  U8(1),
  U16(2),
  U32(4),
  U64(8),
  S8(1),
  S16(2),
  S32(4),
  S64(8),
  F16(2),
  BF16(2),
  F16X2(4),
  BF16X2(4),
  F32(4),
  F64(8);

  private final int bytes;

  DataType(int bytes) {
    this.bytes = bytes;
  }

  public int bytes() {
    return bytes;
  }

  /** Whether a load sign-extends to a wider register. */
  public boolean isSigned() {
    return this == S8 || this == S16 || this == S32 || this == S64;
  }
}
