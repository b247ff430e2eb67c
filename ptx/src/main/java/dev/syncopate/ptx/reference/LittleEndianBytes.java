package dev.syncopate.ptx.reference;

/** Numbers in little-endian bytes. */
final class LittleEndianBytes {
  private LittleEndianBytes() {}

  static long read(byte[] source, int offset, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (source[offset + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  static void write(byte[] target, int offset, int count, long value) {
    for (int i = 0; i < count; i++) {
      target[offset + i] = (byte) (value >>> (8 * i));
    }
  }
}
