package dev.syncopate.check.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of a memory that were never written: a bit a byte, in pages of 4096 bytes. Memory is taken
 * for pages of which some bytes are written and others not.
 */
final class UnwrittenBytes {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGE = 1 << PAGE_SHIFT;
  private static final int FOLDER_SHIFT = 10;
  private static final int FOLDER = 1 << FOLDER_SHIFT;
  private static final int SPAN_SHIFT = PAGE_SHIFT + FOLDER_SHIFT;

  /** A bit a byte, 1 where the byte was never written. */
  private static final class Page {
    final long[] bits = new long[PAGE / Long.SIZE];

    /** A page of which nothing is written, which stands for all such pages and never changes. */
    static Page all() {
      Page page = new Page();
      Arrays.fill(page.bits, -1L);
      return page;
    }

    Page copy() {
      Page page = new Page();
      System.arraycopy(bits, 0, page.bits, 0, bits.length);
      return page;
    }
  }

  private final Page fullPage = Page.all();

  /** Null where all is written, or not added as unwritten. */
  private @Nullable Page[] @Nullable [] folders = new @Nullable Page[0][];

  /** Adds bytes that were never written. */
  void add(long first, long bytes) {
    change(first, bytes, true);
  }

  /** These bytes have been written. */
  void remove(long first, long bytes) {
    change(first, bytes, false);
  }

  private void change(long first, long bytes, boolean unwritten) {
    long end = first + bytes;
    for (long position = first; position < end; ) {
      if (!unwritten && folder(position) == null) {
        position = ((position >>> SPAN_SHIFT) + 1) << SPAN_SHIFT;
        continue;
      }
      long next = Math.min(end, ((position >>> PAGE_SHIFT) + 1) << PAGE_SHIFT);
      change(position, (int) (next - position), unwritten);
      position = next;
    }
  }

  /** Bytes of one page. */
  private void change(long address, int count, boolean unwritten) {
    @Nullable Page[] folder = unwritten ? made(address) : folder(address);
    int number = inFolder(address);
    if (folder == null || (!unwritten && folder[number] == null)) {
      return;
    }
    if (count == PAGE) {
      folder[number] = unwritten ? fullPage : null;
      return;
    }
    long[] bits = own(folder, number).bits;
    int start = inPage(address);
    for (int i = start; i < start + count; i++) {
      long bit = 1L << i;
      bits[i / Long.SIZE] = unwritten ? bits[i / Long.SIZE] | bit : bits[i / Long.SIZE] & ~bit;
    }
  }

  /** A page that may be changed. */
  @SuppressWarnings("ReferenceEquality") // whether it is the page that stands for others
  private Page own(@Nullable Page[] folder, int number) {
    Page page = folder[number];
    if (page == null) {
      page = new Page();
    } else if (page == fullPage) {
      page = page.copy();
    }
    folder[number] = page;
    return page;
  }

  /**
   * Which of some bytes were never written, bit i for byte i.
   *
   * @param bytes at most 64
   */
  long of(long address, int bytes) {
    long mask = 0;
    for (int i = 0; i < bytes; i++) {
      long position = address + i;
      @Nullable Page[] folder = folder(position);
      Page page = folder == null ? null : folder[inFolder(position)];
      if (page == null) {
        i += PAGE - 1 - inPage(position); // none of the page
        continue;
      }
      int bit = inPage(position);
      mask |= ((page.bits[bit / Long.SIZE] >>> bit) & 1) << i;
    }
    return mask;
  }

  private static int inPage(long address) {
    return (int) address & (PAGE - 1);
  }

  private static int inFolder(long address) {
    return (int) (address >>> PAGE_SHIFT) & (FOLDER - 1);
  }

  private @Nullable Page @Nullable [] folder(long address) {
    long number = address >>> SPAN_SHIFT;
    return number < folders.length ? folders[(int) number] : null;
  }

  private @Nullable Page[] made(long address) {
    int number = (int) (address >>> SPAN_SHIFT);
    if (number >= folders.length) {
      folders = Arrays.copyOf(folders, Math.max(number + 1, 2 * folders.length));
    }
    @Nullable Page[] folder = folders[number];
    if (folder == null) {
      folder = new @Nullable Page[FOLDER];
      folders[number] = folder;
    }
    return folder;
  }
}
