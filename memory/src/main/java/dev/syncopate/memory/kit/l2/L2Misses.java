package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The MSHRs of an L2 bank and the requests that wait on each, in the order of their arrival. */
public final class L2Misses {
  static final int NONE = MissTable.NONE;

  private final MissTable table;
  private final Entry[] entries;
  private final int maxTargets;

  /**
   * One object, not a place in each of five arrays: all of it is in one line of the host's cache.
   */
  private static final class Entry {
    @Nullable Waiting first;
    @Nullable Waiting last;

    /** How many wait. */
    int targets;

    /** Bytes asked for: where in the line, and how many. */
    int from;

    int bytes;
  }

  /** A request in the queue of an entry. */
  private static final class Waiting {
    final MemoryMessage message;
    @Nullable Waiting next;

    Waiting(MemoryMessage message) {
      this.message = message;
    }
  }

  public L2Misses(int entries, int maxTargets) {
    this.maxTargets = maxTargets;
    table = new MissTable(entries);
    this.entries = new Entry[entries];
    Arrays.setAll(this.entries, i -> new Entry());
  }

  public int find(long line) {
    return table.find(line);
  }

  public int entries() {
    return table.entries();
  }

  public boolean inUse(int miss) {
    return table.inUse(miss);
  }

  public boolean full() {
    return table.full();
  }

  public boolean idle() {
    return table.used() == 0;
  }

  public int allocate(long line) {
    return table.allocate(line);
  }

  public long line(int miss) {
    return table.line(miss);
  }

  public boolean crowded(int miss) {
    return entries[miss].targets >= maxTargets;
  }

  public void append(int miss, MemoryMessage message) {
    Waiting waiting = new Waiting(message);
    Entry entry = entries[miss];
    Waiting before = entry.last;
    if (before == null) {
      entry.first = waiting;
    } else {
      before.next = waiting;
    }
    entry.last = waiting;
    entry.targets++;
  }

  public @Nullable MemoryMessage first(int miss) {
    Waiting first = entries[miss].first;
    return first == null ? null : first.message;
  }

  public @Nullable MemoryMessage last(int miss) {
    Waiting last = entries[miss].last;
    return last == null ? null : last.message;
  }

  /** The first one no longer waits. */
  public void served(int miss) {
    Entry entry = entries[miss];
    entry.targets--;
    entry.first = Objects.requireNonNull(entry.first).next;
    if (entry.first == null) {
      entry.last = null;
    }
  }

  /** Takes out all that wait, in order. */
  public List<MemoryMessage> takeAll(int miss) {
    List<MemoryMessage> all = new ArrayList<>();
    Entry entry = entries[miss];
    for (Waiting at = entry.first; at != null; at = at.next) {
      all.add(at.message);
    }
    entry.first = null;
    entry.last = null;
    entry.targets = 0;
    return all;
  }

  public void release(int miss) {
    table.release(miss);
  }

  /** Bytes are asked for. */
  public void fetching(int miss, int from, int bytes) {
    entries[miss].from = from;
    entries[miss].bytes = bytes;
  }

  public int from(int miss) {
    return entries[miss].from;
  }

  public int bytes(int miss) {
    return entries[miss].bytes;
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#canonicalize}. */
  public void canonicalize() {
    table.canonicalize();
    for (int miss = 0; miss < entries(); miss++) {
      if (!inUse(miss)) {
        fetching(miss, 0, 0);
      }
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    for (int miss = 0; miss < entries(); miss++) {
      String name = "MSHR " + miss;
      int waiting = 0;
      Entry entry = entries[miss];
      Waiting end = null;
      for (Waiting at = entry.first; at != null; at = at.next) {
        if (++waiting > entry.targets || at.message.line != line(miss)) {
          break;
        }
        end = at;
      }
      if (waiting != entry.targets || !Objects.equals(end, entry.last)) {
        wrong.add(
            name + " counts " + entry.targets + " requests of its line, and not as many wait");
      }
      if (inUse(miss) != (waiting > 0)) {
        wrong.add(
            inUse(miss)
                ? name + " awaits bytes that nobody wants"
                : name + " is free and requests wait on it");
      }
    }
    return wrong;
  }

  /** Whether a request waits on an MSHR. */
  public boolean waits(MemoryMessage message) {
    int miss = find(message.line);
    for (Waiting at = miss == NONE ? null : entries[miss].first; at != null; at = at.next) {
      if (at.message.equals(message)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a request that lacks bytes could wait. */
  public boolean hasRoomFor(MemoryMessage message) {
    int miss = find(message.line);
    return miss == NONE ? !full() : !crowded(miss);
  }

  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (int miss = 0; miss < entries(); miss++) {
      if (inUse(miss)) {
        lines.add(
            "line 0x"
                + Long.toHexString(line(miss))
                + " awaits memory for "
                + entries[miss].targets
                + " requests, first "
                + first(miss));
      }
    }
    return lines;
  }
}
