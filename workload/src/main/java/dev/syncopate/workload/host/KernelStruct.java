package dev.syncopate.workload.host;

import dev.syncopate.workload.runtime.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Lays out a structure that a kernel takes by value, as a C++ compiler for GPUs does. */
public final class KernelStruct {
  private static final int MOST_BYTES = 4096;

  private final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private int alignment = 1;

  /** A pointer. */
  public KernelStruct pointer(Buffer buffer) {
    align(Long.BYTES).putLong(buffer.address());
    return this;
  }

  /** Pointers to a graph: its offsets, then the ends of its arcs. */
  public KernelStruct graph(GraphBuffers graph) {
    return pointer(graph.offsets()).pointer(graph.ends());
  }

  /** A 32-bit integer, signed or not. */
  public KernelStruct word(int value) {
    align(Integer.BYTES).putInt(value);
    return this;
  }

  /** A single-precision number. */
  public KernelStruct real(float value) {
    align(Float.BYTES).putFloat(value);
    return this;
  }

  /** The structure, padded to a multiple of its alignment. */
  public byte[] bytes() {
    return Arrays.copyOf(bytes.array(), Math.ceilDiv(bytes.position(), alignment) * alignment);
  }

  private ByteBuffer align(int size) {
    alignment = Math.max(alignment, size);
    return bytes.position(Math.ceilDiv(bytes.position(), size) * size);
  }
}
