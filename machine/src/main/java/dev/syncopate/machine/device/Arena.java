package dev.syncopate.machine.device;

import java.util.Map;
import java.util.TreeMap;

/**
 * The part of the device heap from which {@code malloc} serves the threads of one compute unit:
 * first fit, so that the same calls in the same order give the same addresses.
 */
final class Arena {
  private static final long ALIGNMENT = 16;

  private final long base;
  private final long bytes;

  /** Free stretches and allocated blocks: address to length. */
  private final TreeMap<Long, Long> free = new TreeMap<>();

  private final TreeMap<Long, Long> allocated = new TreeMap<>();

  Arena(long base, long bytes) {
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
    long wanted = Math.max(ALIGNMENT, Math.ceilDiv(size, ALIGNMENT) * ALIGNMENT);
    long address = firstFit(wanted);
    Long stretch = free.remove(address);
    if (stretch == null) {
      return 0;
    }
    if (stretch > wanted) {
      free.put(address + wanted, stretch - wanted);
    }
    allocated.put(address, wanted);
    return address;
  }

  /** The lowest free stretch that is large enough, 0 for none. */
  private long firstFit(long wanted) {
    for (Map.Entry<Long, Long> stretch : free.entrySet()) {
      if (stretch.getValue() >= wanted) {
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
    long from = address;
    long length = size;
    Map.Entry<Long, Long> before = free.lowerEntry(from);
    if (before != null && before.getKey() + before.getValue() == from) {
      from = before.getKey();
      length += before.getValue();
    }
    Long after = free.remove(address + size);
    free.put(from, after == null ? length : length + after);
    return true;
  }
}
