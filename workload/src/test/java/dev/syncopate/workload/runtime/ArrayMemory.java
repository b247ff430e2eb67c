package dev.syncopate.workload.runtime;

/** A memory that is an array. */
final class ArrayMemory implements DeviceMemory {
  static final long BASE = 1L << 32;

  final byte[] bytes;
  private int top;

  ArrayMemory(int bytes) {
    this.bytes = new byte[bytes];
  }

  Buffer allocate(String name, long size, int alignment) {
    top = Math.ceilDiv(top, alignment) * alignment;
    Buffer buffer = new Buffer(this, BASE + top, size);
    top += (int) size;
    return buffer;
  }

  @Override
  public void write(long address, byte[] source) {
    System.arraycopy(source, 0, bytes, (int) (address - BASE), source.length);
  }

  @Override
  public void read(long address, byte[] target) {
    System.arraycopy(bytes, (int) (address - BASE), target, 0, target.length);
  }
}
