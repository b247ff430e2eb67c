package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How often each value was written to an element of global memory, and how many updates have read
 * it. Which write a read has read, and which write came first, a run does not tell; but a write can
 * be the beginning of one update only, so if more updates have read a value than there are writes
 * of it, two of them have read the same write, and one of them is lost.
 */
final class Tally {
  /** The end of an update, or an atomic: it has read a value and written another. */
  record Ended(Who who, int load, int store, long written) {}

  /** What is known of a value. */
  private static final class Value {
    int written;
    int updated;

    /** Updates that are lost and told, or that did the same as another. */
    int settled;

    /** The last update that has read it, and the last of another thread. */
    @Nullable Ended last;

    @Nullable Ended other;

    void add(Ended update) {
      updated++;
      if (last != null && !last.who.equals(update.who)) {
        other = last;
      }
      last = update;
    }
  }

  /** Values that are kept; those are dropped first of which all updates have been accounted for. */
  private static final int MOST = 4096;

  final long address;
  final int bytes;
  private final Map<Long, Value> values = new LinkedHashMap<>();

  /** Values that were updated, of which it is to be found out whether an update is lost. */
  private final LinkedHashSet<Long> open = new LinkedHashSet<>();

  /** What was there before the launch, once that is known. */
  private @Nullable Long initial;

  /** Writes whose value is not known, and those of which it will be. */
  private int unknown;

  private int flying;
  private boolean broken;

  Tally(long address, int bytes) {
    this.address = address;
    this.bytes = bytes;
  }

  private Value value(long value) {
    if (values.size() >= MOST) {
      values.values().removeIf(each -> each.written == each.updated - each.settled);
      broken |= values.size() >= MOST;
    }
    return values.computeIfAbsent(value, fresh -> new Value());
  }

  void write(long value) {
    if (!broken) {
      value(value).written++;
    }
  }

  void writeUnknown() {
    unknown++;
  }

  /** Bytes of it are written in a way that is not followed: nothing is known from now on. */
  void abandon() {
    broken = true;
    values.clear();
    open.clear();
  }

  /** An atomic is on its way: what it writes is known when it is {@link #landed}. */
  void flies() {
    flying++;
  }

  void landed() {
    flying--;
  }

  /** An update, or an atomic, has read a value. */
  void update(long value, Ended by) {
    if (!broken) {
      value(value).add(by);
      open.add(value);
    }
  }

  /** Two updates of different threads that have read the same. */
  record Lost(Ended update, Ended other) {}

  /**
   * An update that is lost and was not told before.
   *
   * @return null for none, or while that cannot be told
   */
  @Nullable Lost next() {
    while (flying == 0 && !open.isEmpty()) {
      long read = open.getFirst();
      Lost lost = lost(read);
      if (lost != null) {
        return lost;
      }
      open.remove(read);
    }
    return null;
  }

  private @Nullable Lost lost(long read) {
    Value value = values.get(read);
    if (value == null) {
      return null;
    }
    if (value.written == 0 && unknown == 0) {
      if (initial == null) {
        initial = read;
      } else if (initial != read) {
        abandon(); // somebody has written it who is not watched
        return null;
      }
    }
    int writes = value.written + unknown + (initial == null || initial == read ? 1 : 0);
    if (value.updated - value.settled <= writes || value.last == null || value.other == null) {
      return null;
    }
    value.settled++;
    return new Lost(value.last, value.other);
  }
}
