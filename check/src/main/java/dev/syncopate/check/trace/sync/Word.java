package dev.syncopate.check.trace.sync;

import org.jspecify.annotations.Nullable;

/**
 * A word through which threads synchronise, with the last writes to it. A read has read the latest
 * write of the value that it returned; or else the latest whose value nobody learns.
 */
final class Word {
  private static final int KEPT = 8;

  /** The latest last. */
  private final @Nullable Write[] writes = new @Nullable Write[KEPT];

  void add(Write write) {
    System.arraycopy(writes, 1, writes, 0, KEPT - 1);
    writes[KEPT - 1] = write;
  }

  /** A read-modify-write has turned out to write nothing. */
  void remove(Write write) {
    for (int i = KEPT - 1; i >= 0; i--) {
      if (writes[i] == write) {
        System.arraycopy(writes, 0, writes, 1, i);
        writes[0] = null;
        return;
      }
    }
  }

  /** The latest write; null for none. */
  @Nullable Write latest() {
    return writes[KEPT - 1];
  }

  /**
   * What a read has read; null for nothing that is known.
   *
   * @param besides the reader's own write, which it is not
   */
  @Nullable Write read(long value, @Nullable Write besides) {
    Write unknown = null;
    for (int i = KEPT - 1; i >= 0; i--) {
      Write write = writes[i];
      if (write == null || write == besides) {
        continue;
      }
      if (!write.known) {
        unknown = unknown == null ? write : unknown;
      } else if (write.value == value) {
        return write;
      }
    }
    return unknown;
  }
}
