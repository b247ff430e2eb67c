package dev.syncopate.check.race;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The latest accesses to each word of four bytes: one of each {@link Plane} in arrays, further ones
 * that none of these stands for in lists. Memory is taken for what is touched, in pages.
 */
final class ShadowAccesses {
  /** Kind of an entry's access. */
  static final class Plane {
    static final int WEAK_WRITE = 0;
    static final int STRONG_WRITE = 1;
    static final int WEAK_READ = 2;
    static final int STRONG_READ = 3;
    static final int COUNT = 4;

    /** Thread of lane 0 of the warp; which of its lanes; their latest node then. */
    final int[] thread = new int[WORDS];

    final long[] lanes = new long[WORDS];
    final int[] time = new int[WORDS];

    /** {@link Mark}; 0 where there is no access. */
    final int[] info = new int[WORDS];

    /** What a weak write has written, where {@link Mark#VALUE} says so; for that plane alone. */
    int[] value = NO_VALUES;

    private static final int[] NO_VALUES = {};

    /** What was written; 0 where it is not known. */
    int value(int word) {
      return value.length == 0 ? 0 : value[word];
    }

    /** Makes room for values. */
    int[] values() {
      if (value.length == 0) {
        value = new int[WORDS];
      }
      return value;
    }
  }

  /** The instruction of an access, which bytes of the word it touches, and two marks. */
  static final class Mark {
    private static final int BYTES = 0xf;
    static final int TRANSACTION = 0x10;

    /** A strong read has seen the strong write that the word has. */
    static final int OBSERVED = 0x20;

    /** It is known what the write has written. */
    static final int VALUE = 0x40;

    private static final int PC_SHIFT = 7;

    /** One more than the largest instruction number there is room for. */
    static final int MOST_INSTRUCTIONS = 1 << 24;

    private Mark() {}

    static int of(int pc, int bytes, boolean transaction) {
      return pc << PC_SHIFT | (transaction ? TRANSACTION : 0) | bytes;
    }

    static int pc(int info) {
      return info >>> PC_SHIFT;
    }

    static int bytes(int info) {
      return info & BYTES;
    }
  }

  /** A further access to a word. */
  static final class Extra {
    final int plane;
    final int thread;
    final long lanes;
    final int time;
    final int info;
    final int value;
    final @Nullable Extra next;

    /** How many the list has that begins with it. */
    final int count;

    Extra(int plane, int thread, long lanes, int time, int info, int value, @Nullable Extra next) {
      this.plane = plane;
      this.thread = thread;
      this.lanes = lanes;
      this.time = time;
      this.info = info;
      this.value = value;
      this.next = next;
      this.count = next == null ? 1 : next.count + 1;
    }

    /** The same in front of a list. */
    Extra before(@Nullable Extra list) {
      return new Extra(plane, thread, lanes, time, info, value, list);
    }
  }

  /** Words that lie together. */
  static final class Page {
    final @Nullable Plane[] planes = new @Nullable Plane[Plane.COUNT];

    /** Further writes, and further reads, of each word. */
    @Nullable Extra @Nullable [] writes;

    @Nullable Extra @Nullable [] reads;

    /** Those to which accesses of a kind belong. */
    @Nullable Extra[] extras(int kind) {
      boolean ofWrites = kind <= Plane.STRONG_WRITE;
      @Nullable Extra[] lists = ofWrites ? writes : reads;
      if (lists == null) {
        lists = new @Nullable Extra[WORDS];
        if (ofWrites) {
          writes = lists;
        } else {
          reads = lists;
        }
      }
      return lists;
    }

    /** Of each word a bit: whether accesses to it have been forgotten since its last weak write. */
    private long @Nullable [] forgotten;

    /** Of each word a bit: whether one thread has written it and another accessed it then. */
    private final long[] handedOver = new long[WORDS / Long.SIZE];

    boolean isHandedOver(int word) {
      return (handedOver[word / Long.SIZE] & 1L << word % Long.SIZE) != 0;
    }

    void handOver(int word) {
      handedOver[word / Long.SIZE] |= 1L << word % Long.SIZE;
    }

    void forget(int word) {
      if (forgotten == null) {
        forgotten = new long[WORDS / Long.SIZE];
      }
      forgotten[word / Long.SIZE] |= 1L << word % Long.SIZE;
    }

    /** Whether accesses to a word have been forgotten; not any more. */
    boolean forgot(int word) {
      if (forgotten == null) {
        return false;
      }
      long bit = 1L << word % Long.SIZE;
      boolean wasForgotten = (forgotten[word / Long.SIZE] & bit) != 0;
      forgotten[word / Long.SIZE] &= ~bit;
      return wasForgotten;
    }

    Plane plane(int kind) {
      Plane plane = planes[kind];
      if (plane == null) {
        plane = new Plane();
        planes[kind] = plane;
      }
      return plane;
    }
  }

  private static final int PAGE_SHIFT = 8;
  private static final int WORDS = 1 << PAGE_SHIFT;
  private static final int FOLDER_SHIFT = 10;

  private @Nullable Page[] @Nullable [] folders = new @Nullable Page[0][];

  /** The page of a word. */
  Page page(long word) {
    int number = (int) (word >>> (PAGE_SHIFT + FOLDER_SHIFT));
    if (number >= folders.length) {
      folders = Arrays.copyOf(folders, Math.max(number + 1, 2 * folders.length));
    }
    @Nullable Page[] folder = folders[number];
    if (folder == null) {
      folder = new @Nullable Page[1 << FOLDER_SHIFT];
      folders[number] = folder;
    }
    int index = (int) (word >>> PAGE_SHIFT) & (1 << FOLDER_SHIFT) - 1;
    Page page = folder[index];
    if (page == null) {
      page = new Page();
      folder[index] = page;
    }
    return page;
  }

  /** The number of a word in its page. */
  static int inPage(long word) {
    return (int) word & WORDS - 1;
  }

  /** Forgets what was done to some words. */
  void forget(long firstWord, long words) {
    for (long word = firstWord; word < firstWord + words; word++) {
      Page page = page(word);
      int wordIndex = inPage(word);
      for (Plane plane : page.planes) {
        if (plane != null) {
          plane.info[wordIndex] = 0;
        }
      }
      if (page.writes != null) {
        page.writes[wordIndex] = null;
      }
      if (page.reads != null) {
        page.reads[wordIndex] = null;
      }
    }
  }
}
