package dev.syncopate.machine.device;

import java.util.Map;
import java.util.TreeMap;

/**
 * The part of the device heap from which {@code malloc} serves the threads of one compute unit:
 * first fit, so that the same calls in the same order give the same addresses.
 */
final class HeapArena {
  private static final long ALIGNMENT = 16;

  private final long base;
  private final long bytes;

  /** Free stretches and allocated blocks: address to length. */
  private final TreeMap<Long, Long> free = new TreeMap<>();

  private final TreeMap<Long, Long> allocated = new TreeMap<>();

  HeapArena(long base, long bytes) {
    this.base = base;
    this.bytes = bytes;
    if (bytes > 0) {
      free.put(base, bytes);
    }
  }

  long base() {
    return base;
  }

  long bytes() {
    return bytes;
  }

  /** The address of a new block, 0 when there is no room. */
  long allocate(long size) {
    if (size < 0 || size > bytes) {
      return 0;
    }
    long alignedSize = Math.max(ALIGNMENT, Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT);
    long address = firstFit(alignedSize);
    Long stretch = free.remove(address);
    if (stretch == null) {
      return 0;
    }
    if (stretch > alignedSize) {
      free.put(address + alignedSize, stretch - alignedSize);
    }
    allocated.put(address, alignedSize);
    return address;
  }

  /** The lowest free stretch that is large enough, 0 for none. */
  private long firstFit(long alignedSize) {
    for (Map.Entry<Long, Long> stretch : free.entrySet()) {
      if (stretch.getValue() >= alignedSize) {
        return stretch.getKey();
      }
    }
    return 0;
  }

  /** Takes a block back; false if there is none at the address. */
  boolean free(long address) {
    Long size = allocated.remove(address);
    if (size == null) {
      return false;
    }
    long start = address;
    long length = size;
    Map.Entry<Long, Long> predecessor = free.lowerEntry(start);
    if (predecessor != null && predecessor.getKey() + predecessor.getValue() == start) {
      start = predecessor.getKey();
      length += predecessor.getValue();
    }
    Long followingLength = free.remove(address + size);
    free.put(start, followingLength == null ? length : length + followingLength);
    return true;
  }
}
