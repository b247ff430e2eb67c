package dev.syncopate.model.explore.snapshot;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Bytes of arrays, eight at a time; the last ones of an array may be fewer. */
final class PackedBytes {
  static final int BYTES = Long.BYTES;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private PackedBytes() {}

  static long get(byte[] bytes, int offset) {
    if (offset + BYTES <= bytes.length) {
      return (long) LONGS.get(bytes, offset);
    }
    long word = 0;
    for (int i = bytes.length - 1; i >= offset; i--) {
      word = (word << Byte.SIZE) | (bytes[i] & 0xff);
    }
    return word;
  }

  static void set(byte[] bytes, int offset, long word) {
    if (offset + BYTES <= bytes.length) {
      LONGS.set(bytes, offset, word);
      return;
    }
    for (int i = offset; i < bytes.length; i++) {
      bytes[i] = (byte) (word >>> (Byte.SIZE * (i - offset)));
    }
  }
}
