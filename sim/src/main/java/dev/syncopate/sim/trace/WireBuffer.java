package dev.syncopate.sim.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A protobuf message in the making (protobuf.dev, "Encoding"): fields with their numbers, in the
 * order in which they are put.
 */
final class WireBuffer {
  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH = 2;

  private byte[] bytes = new byte[256];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  /** An integer, a truth value or an enum's, not negative. */
  void number(int field, long value) {
    varint(((long) field << 3) | VARINT);
    varint(value);
  }

  void fixed(int field, long value) {
    varint(((long) field << 3) | FIXED64);
    room(Long.BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      bytes[size++] = (byte) (value >>> (8 * i));
    }
  }

  void real(int field, double value) {
    fixed(field, Double.doubleToRawLongBits(value));
  }

  void text(int field, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    length(field, utf8, utf8.length);
  }

  void message(int field, WireBuffer inner) {
    length(field, inner.bytes, inner.size);
  }

  private void length(int field, byte[] content, int count) {
    varint(((long) field << 3) | LENGTH);
    varint(count);
    room(count);
    System.arraycopy(content, 0, bytes, size, count);
    size += count;
  }

  private void varint(long value) {
    room(10);
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  private void room(int count) {
    if (size + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + count));
    }
  }
}
