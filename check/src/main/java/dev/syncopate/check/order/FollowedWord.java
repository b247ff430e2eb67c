package dev.syncopate.check.order;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An element of global memory with the latest writes to it, in the order of their issue. A write
 * that fails leaves the one before it.
 */
public final class FollowedWord extends NoteHolder {
  /** Writes that are kept. */
  static final int KEPT = 16;

  private static final int FIRST = 2;

  public final long address;

  /** The latest last. */
  private @Nullable FollowedWrite[] writes = new @Nullable FollowedWrite[FIRST];

  private int count;

  FollowedWord(long address) {
    this.address = address;
  }

  /** The latest write; null for none. */
  @Nullable FollowedWrite latest() {
    return count == 0 ? null : writes[count - 1];
  }

  void add(FollowedWrite write) {
    if (count == KEPT) {
      System.arraycopy(writes, 1, writes, 0, KEPT - 1);
      count--;
    } else if (count == writes.length) {
      writes = Arrays.copyOf(writes, Math.min(2 * count, KEPT));
    }
    writes[count++] = write;
  }

  /** A read-modify-write has written nothing. */
  void remove(FollowedWrite write) {
    for (int i = count - 1; i >= 0; i--) {
      if (writes[i] == write) {
        System.arraycopy(writes, i + 1, writes, i, count - i - 1);
        writes[--count] = null;
        return;
      }
    }
  }

  /** The launch has ended: bytes may refer to its writes for long, and these to all they know. */
  void end() {
    for (FollowedWrite write : writes) {
      if (write != null) {
        write.forget();
      }
    }
    writes = new @Nullable FollowedWrite[0];
    count = 0;
    forget();
  }
}
