package dev.syncopate.machine.core;

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
    for (Map.Entry<Long, Long> stretch : free.entrySet()) {
      long left = stretch.getValue() - wanted;
      if (left >= 0) {
        long address = stretch.getKey();
        free.remove(address);
        if (left > 0) {
          free.put(address + wanted, left);
        }
        allocated.put(address, wanted);
        return address;
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
