package dev.syncopate.check.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which bytes of a memory nobody has written: a bit a byte, in pages of 4096 bytes. Memory is taken
 * for pages of which some bytes are written and others not.
 */
final class UnwrittenBytes {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final int FOLDER_SHIFT = 10;
  private static final int FOLDER = 1 << FOLDER_SHIFT;

  /** A page of which nothing is written; never changed. */
  private static final long[] ALL = new long[PAGE / Long.SIZE];

  static {
    Arrays.fill(ALL, -1L);
  }

  /** Null where all is written, or nobody has said otherwise. */
  private long @Nullable [] @Nullable [][] folders = new long @Nullable [0][][];

  /** Nobody has written these bytes. */
  void add(long first, long bytes) {
    change(first, bytes, true);
  }

  /** These bytes have been written. */
  void remove(long first, long bytes) {
    change(first, bytes, false);
  }

  private void change(long first, long bytes, boolean unwritten) {
    long end = first + bytes;
    for (long at = first; at < end; ) {
      long next = Math.min(end, (at >>> PAGE_SHIFT) + 1 << PAGE_SHIFT);
      if (!unwritten && folder(at) == null) {
        at = Math.max(next, (at >>> PAGE_SHIFT + FOLDER_SHIFT) + 1 << PAGE_SHIFT + FOLDER_SHIFT);
        continue;
      }
      change(at, (int) (at & PAGE - 1), (int) (next - at), unwritten);
      at = next;
    }
  }

  private void change(long address, int from, int count, boolean unwritten) {
    long @Nullable [][] folder = unwritten ? made(address) : folder(address);
    int number = (int) (address >>> PAGE_SHIFT) & FOLDER - 1;
    if (folder == null || (!unwritten && folder[number] == null)) {
      return;
    }
    if (count == PAGE) {
      folder[number] = unwritten ? ALL : null;
      return;
    }
    long[] page = folder[number];
    page = page == null ? new long[ALL.length] : page == ALL ? ALL.clone() : page;
    folder[number] = page;
    for (int i = from; i < from + count; i++) {
      long bit = 1L << i;
      page[i >>> 6] = unwritten ? page[i >>> 6] | bit : page[i >>> 6] & ~bit;
    }
  }

  /**
   * Which of some bytes nobody has written, bit i for byte i.
   *
   * @param bytes at most 64
   */
  long of(long address, int bytes) {
    long found = 0;
    for (int i = 0; i < bytes; i++) {
      long at = address + i;
      long @Nullable [][] folder = folder(at);
      long[] page = folder == null ? null : folder[(int) (at >>> PAGE_SHIFT) & FOLDER - 1];
      if (page == null) {
        i += (int) (PAGE - 1 - (at & PAGE - 1)); // none of the page
        continue;
      }
      int bit = (int) at & PAGE - 1;
      found |= (page[bit >>> 6] >>> bit & 1) << i;
    }
    return found;
  }

  private long @Nullable [] @Nullable [] folder(long address) {
    long number = address >>> PAGE_SHIFT + FOLDER_SHIFT;
    return number < folders.length ? folders[(int) number] : null;
  }

  private long @Nullable [][] made(long address) {
    int number = (int) (address >>> PAGE_SHIFT + FOLDER_SHIFT);
    if (number >= folders.length) {
      folders = Arrays.copyOf(folders, Math.max(number + 1, 2 * folders.length));
    }
    long @Nullable [][] folder = folders[number];
    if (folder == null) {
      folder = new long @Nullable [FOLDER][];
      folders[number] = folder;
    }
    return folder;
  }
}
