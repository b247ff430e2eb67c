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
    /** The first that waits: mostly the only one. */
    @Nullable MemoryMessage first;

    /** Those behind it. */
    @Nullable Waiting followers;

    @Nullable Waiting last;

    /** How many wait. */
    int targets;

    /** Bytes asked for: where in the line, and how many. */
    int start;

    int bytes;
  }

  /** A request in the queue of an entry, behind its first. */
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
    Entry entry = entries[miss];
    entry.targets++;
    if (entry.first == null) {
      entry.first = message;
      return;
    }
    Waiting waiting = new Waiting(message);
    Waiting previousLast = entry.last;
    if (previousLast == null) {
      entry.followers = waiting;
    } else {
      previousLast.next = waiting;
    }
    entry.last = waiting;
  }

  public @Nullable MemoryMessage first(int miss) {
    return entries[miss].first;
  }

  public @Nullable MemoryMessage last(int miss) {
    Waiting last = entries[miss].last;
    return last == null ? first(miss) : last.message;
  }

  /** The first one no longer waits. */
  public void served(int miss) {
    Entry entry = entries[miss];
    entry.targets--;
    Waiting following = entry.followers;
    if (following == null) {
      entry.first = null;
      return;
    }
    entry.first = following.message;
    entry.followers = following.next;
    if (following.next == null) {
      entry.last = null;
    }
  }

  /** Takes out all that wait, in order. */
  public List<MemoryMessage> takeAll(int miss) {
    List<MemoryMessage> messages = new ArrayList<>();
    for (MemoryMessage message = first(miss); message != null; message = first(miss)) {
      messages.add(message);
      served(miss);
    }
    return messages;
  }

  public void release(int miss) {
    table.release(miss);
  }

  /** Bytes are asked for. */
  public void fetching(int miss, int start, int bytes) {
    entries[miss].start = start;
    entries[miss].bytes = bytes;
  }

  public int from(int miss) {
    return entries[miss].start;
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
      Entry entry = entries[miss];
      MemoryMessage first = entry.first;
      int waiting = first == null ? 0 : 1;
      boolean sound = first == null || first.line == line(miss);
      Waiting end = null;
      for (Waiting target = entry.followers; target != null && sound; target = target.next) {
        sound = ++waiting <= entry.targets && target.message.line == line(miss);
        end = target;
      }
      if (!sound || waiting != entry.targets || !Objects.equals(end, entry.last)) {
        wrong.add(
            name + " counts " + entry.targets + " requests of its line, and not as many wait");
      }
      if (inUse(miss) != (waiting > 0)) {
        wrong.add(
            inUse(miss)
                ? name + " awaits bytes that no request waits for"
                : name + " is free and requests wait on it");
      }
    }
    return wrong;
  }

  /** Whether a request waits on an MSHR. */
  public boolean waits(MemoryMessage message) {
    int miss = find(message.line);
    if (miss == NONE) {
      return false;
    }
    Entry entry = entries[miss];
    boolean waits = message.equals(entry.first);
    for (Waiting target = entry.followers; target != null && !waits; target = target.next) {
      waits = target.message.equals(message);
    }
    return waits;
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
