package dev.syncopate.model.explore.snapshot;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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

  private void reserve(int count) {
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
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

  /** Writes the elements that are not 0, each with how many are before it, and -1. */
  void numbers(int[] source) {
    numbers(source, null);
  }

  /** Writes the elements that differ from those of an array of the same length. */
  void numbers(int[] source, int @Nullable [] start) {
    int next = 0;
    for (int i = 0; i < source.length; i++) {
      if (source[i] != (start == null ? 0 : start[i])) {
        number(i - next);
        number(source[i]);
        next = i + 1;
      }
    }
    number(-1);
  }

  void numbers(long[] source) {
    numbers(source, null);
  }

  void numbers(long[] source, long @Nullable [] start) {
    int next = 0;
    for (int i = 0; i < source.length; i++) {
      if (source[i] != (start == null ? 0 : start[i])) {
        number(i - next);
        number(source[i]);
        next = i + 1;
      }
    }
    number(-1);
  }

  void numbers(boolean[] source) {
    numbers(source, null);
  }

  /** Writes the places of the elements that differ. */
  void numbers(boolean[] source, boolean @Nullable [] start) {
    int next = 0;
    for (int i = 0; i < source.length; i++) {
      if (source[i] != (start != null && start[i])) {
        number(i - next);
        next = i + 1;
      }
    }
    number(-1);
  }

  void numbers(byte[] source) {
    numbers(source, null);
  }

  /** Writes the words of eight bytes that differ, the last one perhaps of fewer. */
  void numbers(byte[] source, byte @Nullable [] start) {
    int next = 0;
    for (int i = 0; i < source.length; i += PackedBytes.BYTES) {
      long word = PackedBytes.get(source, i);
      if (word != (start == null ? 0 : PackedBytes.get(start, i))) {
        number((i - next) / PackedBytes.BYTES);
        number(word);
        next = i + PackedBytes.BYTES;
      }
    }
    number(-1);
  }
}
