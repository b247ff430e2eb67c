package dev.syncopate.model.explore.transaction;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Numbers as bytes, small ones as few: seven bits in each, the sign last. */
final class StateBytes implements LongConsumer {
  private static final int LONGEST = 10;

  private byte[] bytes = new byte[256];
  private int length;

  @Override
  public void accept(long value) {
    if (length + LONGEST > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7fL) != 0) {
      bytes[length++] = (byte) ((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void clear() {
    length = 0;
  }

  byte[] array() {
    return bytes;
  }

  int length() {
    return length;
  }
}
