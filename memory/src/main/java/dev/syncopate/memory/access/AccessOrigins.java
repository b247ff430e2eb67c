package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * The origins of an access that is watched: those that its writes give to bytes, and those of the
 * bytes that its reads have returned.
 */
public final class AccessOrigins {
  private final int width;
  private final int bytes;

  /** Element e of lane l at {@code e * width + l}. */
  private final @Nullable ByteOrigin[] writes;

  /** Byte b of that element at {@code (e * width + l) * bytes + b}. */
  private final @Nullable ByteOrigin[] reads;

  public AccessOrigins(WarpAccess access) {
    MemoryOperation operation = access.operation;
    width = access.width;
    bytes = operation.type().bytes();
    int elements = operation.elements() * width;
    writes = new @Nullable ByteOrigin[operation.kind() == AccessKind.LOAD ? 0 : elements];
    reads = new @Nullable ByteOrigin[operation.resultUsed() ? elements * bytes : 0];
  }

  /** Gives the write of an element an origin, beyond those that other observers have given it. */
  public void write(int lane, int element, @Nullable ByteOrigin origin) {
    int index = element * width + lane;
    ByteOrigin given = writes[index];
    writes[index] = given == null || origin == null ? origin : new JointOrigin(given, origin);
  }

  /** The origin of the write of an element; null where it is not followed. */
  public @Nullable ByteOrigin written(int lane, int element) {
    return writes[element * width + lane];
  }

  /** A byte of an element has been read. */
  public void read(int lane, int element, int byteIndex, @Nullable ByteOrigin origin) {
    reads[(element * width + lane) * bytes + byteIndex] = origin;
  }

  /** The origin of a byte of an element that has been read; null where no write is known. */
  public @Nullable ByteOrigin found(int lane, int element, int byteIndex) {
    return reads[(element * width + lane) * bytes + byteIndex];
  }
}
