package dev.syncopate.workload.runtime;

/**
 * A simulated GPU with its memory. Not safe for use by several threads at once; separate devices are independent.
 */
public final class Device {
  /** Where device memory starts. */
  public static final long MEMORY_BASE = 1L << 32;

  private long top = MEMORY_BASE;

  /** A preset machine, protocol and consistency model by name; see {@code ./syncopate gpus}. */
  public static Device open(String machine, String protocol, String model) {
    throw new UnsupportedOperationException(machine + protocol + model);
  }

  /** Loads PTX text; {@code file} names it in messages. */
  public Module load(String file, String text) {
    throw new UnsupportedOperationException(file + text);
  }

  /** Uninitialised (zero) device memory. */
  public Buffer allocate(long bytes) {
    Buffer buffer = new Buffer(this, top, bytes);
    top += Math.max(1, bytes) + 255 & -256;
    return buffer;
  }

  public Buffer copyOf(int[] values) {
    return allocate(values.length * 4L).write(values);
  }

  public Buffer copyOf(long[] values) {
    return allocate(values.length * 8L).write(values);
  }

  public Buffer copyOf(float[] values) {
    return allocate(values.length * 4L).write(values);
  }

  public Buffer copyOf(double[] values) {
    return allocate(values.length * 8L).write(values);
  }

  public Buffer copyOf(byte[] values) {
    return allocate(values.length).write(values);
  }

  void copyIn(long address, byte[] values) {
    throw new UnsupportedOperationException(address + " " + values.length);
  }

  void copyOut(long address, byte[] into) {
    throw new UnsupportedOperationException(address + " " + into.length);
  }
}
