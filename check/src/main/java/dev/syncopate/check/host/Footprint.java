package dev.syncopate.check.host;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which bytes of global memory an operation has read and written, by which instructions. */
final class Footprint {
  private static final int PAGE_SHIFT = 12;
  private static final int WORDS = 1 << (PAGE_SHIFT - 2);

  /** How an instruction touches memory; two strong ones do not race. */
  static final int READ = 0;

  static final int WRITE = 1;
  static final int STRONG_READ = 2;
  static final int STRONG_WRITE = 3;

  /** Of each word which bytes, in the lowest four bits, and the instruction. */
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
    for (long at = address & ~3L; at < address + bytes; at += 4) {
      long low = Math.max(at, address) - at;
      long high = Math.min(at + 4, address + bytes) - at;
      int mask = (1 << high) - (1 << low);
      Page page = pages.computeIfAbsent(at >> PAGE_SHIFT, fresh -> new Page());
      Plane plane = page.planes[kind];
      if (plane == null) {
        plane = new Plane(new int[WORDS]);
        page.planes[kind] = plane;
      }
      int word = (int) (at >> 2) & (WORDS - 1);
      plane.words[word] = (plane.words[word] & 15) | mask | (pc << 4);
    }
  }

  /** The first bytes that conflict with another operation's; null for none. */
  @Nullable Overlap conflict(Footprint other) {
    for (Map.Entry<Long, Page> each : pages.entrySet()) {
      Page theirs = other.pages.get(each.getKey());
      if (theirs == null) {
        continue;
      }
      for (int mine = READ; mine <= STRONG_WRITE; mine++) {
        for (int its = READ; its <= STRONG_WRITE; its++) {
          boolean writes = (mine & WRITE) != 0;
          boolean otherWrites = (its & WRITE) != 0;
          boolean bothStrong = mine >= STRONG_READ && its >= STRONG_READ;
          int word =
              bothStrong || !(writes || otherWrites)
                  ? -1
                  : common(each.getValue().planes[mine], theirs.planes[its]);
          if (word >= 0) {
            int here = at(each.getValue().planes[mine], word);
            int there = at(theirs.planes[its], word);
            long address =
                (each.getKey() << PAGE_SHIFT)
                    + 4L * word
                    + Integer.numberOfTrailingZeros(here & there & 15);
            return new Overlap(address, here >>> 4, there >>> 4, writes, otherWrites);
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
  private static int common(@Nullable Plane one, @Nullable Plane other) {
    for (int word = 0; one != null && other != null && word < WORDS; word++) {
      if ((one.words[word] & other.words[word] & 15) != 0) {
        return word;
      }
    }
    return -1;
  }
}
