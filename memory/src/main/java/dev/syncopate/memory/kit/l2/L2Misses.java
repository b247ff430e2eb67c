package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.protocol.MemoryMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The MSHRs of an L2 bank and the requests that wait on each, in the order of their arrival. */
public final class L2Misses {
  static final int NONE = MissTable.NONE;

  private final MissTable table;
  private final @Nullable MemoryMessage[] first;
  private final @Nullable MemoryMessage[] last;
  private final int[] targets;
  private final int[] fetchFrom;
  private final int[] fetchBytes;
  private final int maxTargets;

  public L2Misses(int entries, int maxTargets) {
    this.maxTargets = maxTargets;
    table = new MissTable(entries);
    first = new @Nullable MemoryMessage[entries];
    last = new @Nullable MemoryMessage[entries];
    targets = new int[entries];
    fetchFrom = new int[entries];
    fetchBytes = new int[entries];
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
    return targets[miss] >= maxTargets;
  }

  public void append(int miss, MemoryMessage message) {
    message.following = null;
    MemoryMessage before = last[miss];
    if (before == null) {
      first[miss] = message;
    } else {
      before.following = message;
    }
    last[miss] = message;
    targets[miss]++;
  }

  public @Nullable MemoryMessage first(int miss) {
    return first[miss];
  }

  public @Nullable MemoryMessage last(int miss) {
    return last[miss];
  }

  /**
   * The first one no longer waits.
   *
   * @param following what waited behind it: whoever performed it may have changed it
   */
  public void served(int miss, @Nullable MemoryMessage following) {
    Objects.requireNonNull(first[miss]);
    targets[miss]--;
    first[miss] = following;
    if (following == null) {
      last[miss] = null;
    }
  }

  /** Takes out all that wait, in order. */
  public List<MemoryMessage> takeAll(int miss) {
    List<MemoryMessage> all = new ArrayList<>();
    for (MemoryMessage message = first[miss]; message != null; message = message.following) {
      all.add(message);
    }
    first[miss] = null;
    last[miss] = null;
    targets[miss] = 0;
    return all;
  }

  public void release(int miss) {
    table.release(miss);
  }

  /** Bytes are asked for. */
  public void fetching(int miss, int from, int bytes) {
    fetchFrom[miss] = from;
    fetchBytes[miss] = bytes;
  }

  public int from(int miss) {
    return fetchFrom[miss];
  }

  public int bytes(int miss) {
    return fetchBytes[miss];
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#renumber}. */
  public void renumber() {
    table.renumber();
    for (int miss = 0; miss < entries(); miss++) {
      if (!inUse(miss)) {
        fetchFrom[miss] = 0;
        fetchBytes[miss] = 0;
      }
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L2Controller#violations}. */
  public List<String> violations() {
    List<String> wrong = new ArrayList<>();
    for (int miss = 0; miss < entries(); miss++) {
      String name = "MSHR " + miss;
      int waiting = 0;
      MemoryMessage end = null;
      for (MemoryMessage at = first[miss]; at != null; at = at.following) {
        if (++waiting > targets[miss] || at.line != line(miss)) {
          break;
        }
        end = at;
      }
      if (waiting != targets[miss] || !Objects.equals(end, last[miss])) {
        wrong.add(
            name + " counts " + targets[miss] + " requests of its line, and not as many wait");
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
    for (MemoryMessage at = miss == NONE ? null : first[miss]; at != null; at = at.following) {
      if (at.equals(message)) {
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
                + targets[miss]
                + " requests, first "
                + first[miss]);
      }
    }
    return lines;
  }
}
