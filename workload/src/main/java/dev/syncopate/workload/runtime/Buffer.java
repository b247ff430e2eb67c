package dev.syncopate.workload.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An allocation in device memory. Copies take no simulated time and see what every finished launch
 * has written; elements are little-endian. Offsets and counts that leave the buffer are {@link
 * LaunchException}s.
 */
public final class Buffer {
  /** Bytes that are copied at once, so that large arrays are not in memory twice more. */
  private static final int CHUNK = 1 << 20;

  private final DeviceMemory memory;
  private final long address;
  private final long bytes;

  Buffer(DeviceMemory memory, long address, long bytes) {
    this.memory = memory;
    this.address = address;
    this.bytes = bytes;
  }

  /** Device address of the first byte, 256-byte aligned. */
  public long address() {
    return address;
  }

  /** Size in bytes, as asked for. */
  public long bytes() {
    return bytes;
  }

  /**
   * A part of the same memory.
   *
   * @param offset of its first byte
   * @param size in bytes
   */
  public Buffer part(long offset, long size) {
    check(offset, size);
    return new Buffer(memory, address + offset, size);
  }

  /** Copies to the start of the buffer. */
  public Buffer write(byte[] values) {
    return write(0, values);
  }

  /** Copies to byte {@code offset} of the buffer. */
  public Buffer write(long offset, byte[] values) {
    check(offset, values.length);
    memory.write(address + offset, values);
    return this;
  }

  public Buffer write(short[] values) {
    return put(
        values.length,
        Short.BYTES,
        (chunk, first, count) -> chunk.asShortBuffer().put(values, first, count));
  }

  public Buffer write(int[] values) {
    return put(
        values.length,
        Integer.BYTES,
        (chunk, first, count) -> chunk.asIntBuffer().put(values, first, count));
  }

  public Buffer write(long[] values) {
    return put(
        values.length,
        Long.BYTES,
        (chunk, first, count) -> chunk.asLongBuffer().put(values, first, count));
  }

  public Buffer write(float[] values) {
    return put(
        values.length,
        Float.BYTES,
        (chunk, first, count) -> chunk.asFloatBuffer().put(values, first, count));
  }

  public Buffer write(double[] values) {
    return put(
        values.length,
        Double.BYTES,
        (chunk, first, count) -> chunk.asDoubleBuffer().put(values, first, count));
  }

  /** Sets every byte. */
  public Buffer fill(byte value) {
    byte[] chunk = new byte[(int) Math.min(bytes, CHUNK)];
    java.util.Arrays.fill(chunk, value);
    for (long position = 0; position < bytes; position += chunk.length) {
      int rest = (int) Math.min(chunk.length, bytes - position);
      write(position, rest == chunk.length ? chunk : java.util.Arrays.copyOf(chunk, rest));
    }
    return this;
  }

  /** The whole buffer. */
  public byte[] readBytes() {
    return readBytes(0, elements(1));
  }

  /** {@code count} bytes from byte {@code offset}. */
  public byte[] readBytes(long offset, int count) {
    check(offset, count);
    byte[] target = new byte[count];
    memory.read(address + offset, target);
    return target;
  }

  /** The whole buffer as 16-bit elements. */
  public short[] readShorts() {
    short[] values = new short[elements(Short.BYTES)];
    get(
        values.length,
        Short.BYTES,
        (chunk, first, count) -> chunk.asShortBuffer().get(values, first, count));
    return values;
  }

  /** The whole buffer as 32-bit elements. */
  public int[] readInts() {
    int[] values = new int[elements(Integer.BYTES)];
    get(
        values.length,
        Integer.BYTES,
        (chunk, first, count) -> chunk.asIntBuffer().get(values, first, count));
    return values;
  }

  /** The whole buffer as 64-bit elements. */
  public long[] readLongs() {
    long[] values = new long[elements(Long.BYTES)];
    get(
        values.length,
        Long.BYTES,
        (chunk, first, count) -> chunk.asLongBuffer().get(values, first, count));
    return values;
  }

  /** The whole buffer as single-precision elements. */
  public float[] readFloats() {
    float[] values = new float[elements(Float.BYTES)];
    get(
        values.length,
        Float.BYTES,
        (chunk, first, count) -> chunk.asFloatBuffer().get(values, first, count));
    return values;
  }

  /** The whole buffer as double-precision elements. */
  public double[] readDoubles() {
    double[] values = new double[elements(Double.BYTES)];
    get(
        values.length,
        Double.BYTES,
        (chunk, first, count) -> chunk.asDoubleBuffer().get(values, first, count));
    return values;
  }

  /** Copies elements between an array and bytes of the device's order. */
  private interface Elements {
    void copy(ByteBuffer chunk, int first, int count);
  }

  private Buffer put(int count, int size, Elements elements) {
    check(0, (long) count * size);
    int chunkElements;
    for (int first = 0; first < count; first += chunkElements) {
      chunkElements = Math.min(CHUNK / size, count - first);
      byte[] chunk = new byte[chunkElements * size];
      elements.copy(little(chunk), first, chunkElements);
      write((long) first * size, chunk);
    }
    return this;
  }

  private void get(int count, int size, Elements elements) {
    int chunkElements;
    for (int first = 0; first < count; first += chunkElements) {
      chunkElements = Math.min(CHUNK / size, count - first);
      elements.copy(
          little(readBytes((long) first * size, chunkElements * size)), first, chunkElements);
    }
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private int elements(int size) {
    if (bytes / size > Integer.MAX_VALUE - 8) {
      throw new LaunchException(
          "a buffer of " + bytes + " bytes does not fit one array; read parts of it");
    }
    return (int) (bytes / size);
  }

  private void check(long offset, long count) {
    if (offset < 0 || count > bytes - offset) {
      throw new LaunchException(
          "bytes "
              + offset
              + " to "
              + (offset + count)
              + " are outside a buffer of "
              + bytes
              + " bytes");
    }
  }
}
