package dev.syncopate.model.explore.snapshot;

import java.util.Arrays;

/** Bytes, as they are written. Small numbers, also negative ones, take few. */
final class ByteSink {
  private byte[] bytes = new byte[1024];
  private int length;

  void clear() {
    length = 0;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  private void reserve(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  void number(long value) {
    reserve(10);
    long rest = value << 1 ^ value >> 63;
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void bytes(byte[] from) {
    number(from.length);
    reserve(from.length);
    System.arraycopy(from, 0, bytes, length, from.length);
    length += from.length;
  }
}
