package dev.syncopate.model.explore.snapshot;

import java.util.Arrays;

/** Bytes, as they are written. Small numbers, also negative ones, take few. */
public final class ByteSink {
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

  /** Of which the first {@link #length} count, until something is written again. */
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return length;
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

  /** Writes bytes, but not how many. */
  void bytes(byte[] from) {
    reserve(from.length);
    System.arraycopy(from, 0, bytes, length, from.length);
    length += from.length;
  }

  void numbers(int[] from) {
    for (int each : from) {
      number(each);
    }
  }

  void numbers(long[] from) {
    for (long each : from) {
      number(each);
    }
  }

  void numbers(boolean[] from) {
    for (boolean each : from) {
      number(each ? 1 : 0);
    }
  }
}
