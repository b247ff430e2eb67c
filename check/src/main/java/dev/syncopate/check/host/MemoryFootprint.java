package dev.syncopate.check.host;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of global memory that an operation has read and written, with the instructions that did.
 */
final class MemoryFootprint {
  private static final int PAGE_SHIFT = 12;
  private static final int WORDS = 1 << (PAGE_SHIFT - 2);

  /** How an instruction touches memory; two strong ones do not race. */
  static final int READ = 0;

  static final int WRITE = 1;
  static final int STRONG_READ = 2;
  static final int STRONG_WRITE = 3;

  /** Bytes of each word, in the lowest four bits, and the instruction. */
  private record Plane(int[] words) {}

  /** By kind of access. */
  private static final class Page {
    final @Nullable Plane[] planes = new @Nullable Plane[4];
  }

  private final TreeMap<Long, Page> pages = new TreeMap<>();

  /**
   * Bytes that two operations touch, at least one of them writing.
   *
   * @param pc the instruction of this one, and of the other
   */
  record Overlap(long address, int pc, int otherPc, boolean writes, boolean otherWrites) {}

  /** An instruction touches bytes. */
  void add(long address, long bytes, int pc, int kind) {
    for (long wordAddress = address & ~3L; wordAddress < address + bytes; wordAddress += 4) {
      long low = Math.max(wordAddress, address) - wordAddress;
      long high = Math.min(wordAddress + 4, address + bytes) - wordAddress;
      int mask = (1 << high) - (1 << low);
      Page page = pages.computeIfAbsent(wordAddress >> PAGE_SHIFT, fresh -> new Page());
      Plane plane = page.planes[kind];
      if (plane == null) {
        plane = new Plane(new int[WORDS]);
        page.planes[kind] = plane;
      }
      int word = (int) (wordAddress >> 2) & (WORDS - 1);
      plane.words[word] = (plane.words[word] & 15) | mask | (pc << 4);
    }
  }

  /** The first bytes that conflict with another operation's; null for none. */
  @Nullable Overlap conflict(MemoryFootprint right) {
    for (Map.Entry<Long, Page> entry : pages.entrySet()) {
      Page theirs = right.pages.get(entry.getKey());
      if (theirs == null) {
        continue;
      }
      for (int mine = READ; mine <= STRONG_WRITE; mine++) {
        for (int otherKind = READ; otherKind <= STRONG_WRITE; otherKind++) {
          boolean writes = (mine & WRITE) != 0;
          boolean otherWrites = (otherKind & WRITE) != 0;
          boolean bothStrong = mine >= STRONG_READ && otherKind >= STRONG_READ;
          int word =
              bothStrong || !(writes || otherWrites)
                  ? -1
                  : common(entry.getValue().planes[mine], theirs.planes[otherKind]);
          if (word >= 0) {
            int myEntry = at(entry.getValue().planes[mine], word);
            int theirEntry = at(theirs.planes[otherKind], word);
            long address =
                (entry.getKey() << PAGE_SHIFT)
                    + 4L * word
                    + Integer.numberOfTrailingZeros(myEntry & theirEntry & 15);
            return new Overlap(address, myEntry >>> 4, theirEntry >>> 4, writes, otherWrites);
          }
        }
      }
    }
    return null;
  }

  private static int at(@Nullable Plane plane, int word) {
    return plane == null ? 0 : plane.words[word];
  }

  /** The first word of which both touch the same bytes; negative for none. */
  private static int common(@Nullable Plane first, @Nullable Plane second) {
    for (int word = 0; first != null && second != null && word < WORDS; word++) {
      if ((first.words[word] & second.words[word] & 15) != 0) {
        return word;
      }
    }
    return -1;
  }
}
