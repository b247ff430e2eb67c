package dev.syncopate.check.order;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An element of global memory with the latest writes to it, in the order of their issue.
 *
 * <p>The only place where reads-from is matched by value. The machine's lines carry no number of
 * their writer, and a read may return an older value than the latest, so {@link #read} takes the
 * latest write of the value that was read. The decision is sure unless that write is no longer kept
 * or a later write's value is unknown: a read-modify-write that is in flight or that returns
 * nothing. Additions of one sign do not make it unsure, since the value would show them.
 */
public final class Word extends Noted {
  /** Writes that are kept. */
  static final int KEPT = 16;

  /** Writes of known value that are kept beyond these, to name the likeliest. */
  private static final int KNOWN = 8;

  private static final int FIRST = 2;

  public final long address;

  /** The latest last. */
  private @Nullable Write[] writes = new @Nullable Write[FIRST];

  private int count;
  private boolean dropped;

  private @Nullable Write[] known = {};
  private int nextKnown;

  Word(long address) {
    this.address = address;
  }

  /** The latest write; null for none. */
  @Nullable Write latest() {
    return count == 0 ? null : writes[count - 1];
  }

  void add(Write write) {
    if (count == KEPT) {
      System.arraycopy(writes, 1, writes, 0, KEPT - 1);
      count--;
      dropped = true;
    } else if (count == writes.length) {
      writes = Arrays.copyOf(writes, Math.min(2 * count, KEPT));
    }
    writes[count++] = write;
    if (write.known()) {
      known(write);
    }
  }

  /** A read-modify-write has written nothing. */
  void remove(Write write) {
    for (int i = count - 1; i >= 0; i--) {
      if (writes[i] == write) {
        System.arraycopy(writes, i + 1, writes, i, count - i - 1);
        writes[--count] = null;
        return;
      }
    }
  }

  /** The value of a write is known. */
  void known(Write write) {
    if (known.length == 0) {
      known = new @Nullable Write[KNOWN];
    }
    known[nextKnown] = write;
    nextKnown = nextKnown + 1 & KNOWN - 1;
  }

  /**
   * Decides which write a read has returned.
   *
   * @param value zero-extended
   * @param own the reader's own write, which it has not read; null for a load
   */
  Source read(long value, @Nullable Write own) {
    List<Write> unknown = List.of();
    int sign = 0;
    boolean additions = true;
    boolean hidden = false;
    for (int i = count - 1; i >= 0; i--) {
      Write write = writes[i];
      if (write == null || write == own) {
        continue;
      }
      if (!write.known()) {
        unknown = unknown.isEmpty() ? new ArrayList<>() : unknown;
        unknown.add(write);
        additions &= write.addend != 0 && (sign == 0 || sign == write.addend);
        sign = write.addend;
      } else if (write.value() == value) {
        boolean sure = unknown.isEmpty() || (additions && !hidden);
        return sure ? Source.of(write, value) : Source.unsure(write, unknown, value);
      } else {
        hidden |= !unknown.isEmpty();
      }
    }
    return unknown.isEmpty() && !dropped
        ? Source.before(value)
        : Source.unsure(earlier(value), unknown, value);
  }

  /** The latest write of a value among those that were known last. */
  private @Nullable Write earlier(long value) {
    for (int i = 1; i <= known.length; i++) {
      Write write = known[nextKnown - i & KNOWN - 1];
      if (write != null && write.value() == value) {
        return write;
      }
    }
    return null;
  }
}
