package dev.syncopate.workload.runtime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An allocation in device memory. Copies take no simulated time and see what every finished launch
 * has written; elements are little-endian. Offsets and counts that leave the buffer are {@link
 * LaunchException}s.
 */
public final class Buffer {
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
    byte[] bytes = room(values.length, Short.BYTES);
    little(bytes).asShortBuffer().put(values);
    return write(bytes);
  }

  public Buffer write(int[] values) {
    byte[] bytes = room(values.length, Integer.BYTES);
    little(bytes).asIntBuffer().put(values);
    return write(bytes);
  }

  public Buffer write(long[] values) {
    byte[] bytes = room(values.length, Long.BYTES);
    little(bytes).asLongBuffer().put(values);
    return write(bytes);
  }

  public Buffer write(float[] values) {
    byte[] bytes = room(values.length, Float.BYTES);
    little(bytes).asFloatBuffer().put(values);
    return write(bytes);
  }

  public Buffer write(double[] values) {
    byte[] bytes = room(values.length, Double.BYTES);
    little(bytes).asDoubleBuffer().put(values);
    return write(bytes);
  }

  /** Sets every byte. */
  public Buffer fill(byte value) {
    byte[] chunk = new byte[(int) Math.min(bytes, 1 << 20)];
    java.util.Arrays.fill(chunk, value);
    for (long at = 0; at < bytes; at += chunk.length) {
      int rest = (int) Math.min(chunk.length, bytes - at);
      write(at, rest == chunk.length ? chunk : java.util.Arrays.copyOf(chunk, rest));
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
    byte[] into = new byte[count];
    memory.read(address + offset, into);
    return into;
  }

  /** The whole buffer as 16-bit elements. */
  public short[] readShorts() {
    short[] values = new short[elements(Short.BYTES)];
    contents().asShortBuffer().get(values);
    return values;
  }

  /** The whole buffer as 32-bit elements. */
  public int[] readInts() {
    int[] values = new int[elements(Integer.BYTES)];
    contents().asIntBuffer().get(values);
    return values;
  }

  /** The whole buffer as 64-bit elements. */
  public long[] readLongs() {
    long[] values = new long[elements(Long.BYTES)];
    contents().asLongBuffer().get(values);
    return values;
  }

  /** The whole buffer as single-precision elements. */
  public float[] readFloats() {
    float[] values = new float[elements(Float.BYTES)];
    contents().asFloatBuffer().get(values);
    return values;
  }

  /** The whole buffer as double-precision elements. */
  public double[] readDoubles() {
    double[] values = new double[elements(Double.BYTES)];
    contents().asDoubleBuffer().get(values);
    return values;
  }

  private ByteBuffer contents() {
    return little(readBytes());
  }

  private static byte[] room(int count, int size) {
    if ((long) count * size > Integer.MAX_VALUE - 8) {
      throw new LaunchException(count + " elements do not fit one copy; write parts of them");
    }
    return new byte[count * size];
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
