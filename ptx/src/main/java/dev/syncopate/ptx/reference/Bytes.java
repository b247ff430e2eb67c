package dev.syncopate.ptx.reference;

/** Numbers in little-endian bytes. */
final class Bytes {
  private Bytes() {}

  static long read(byte[] from, int at, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (from[at + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  static void write(byte[] to, int at, int count, long value) {
    for (int i = 0; i < count; i++) {
      to[at + i] = (byte) (value >>> (8 * i));
    }
  }
}
