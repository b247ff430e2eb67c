package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.protocol.Transitions;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The MSHRs of an L1 and what waits on them. Each holds, in the order of their arrival,
 *
 * <pre>
 *   loads that wait for bytes | at most one atomic that waits for bytes | accesses behind it
 * </pre>
 *
 * <p>An entry with an atomic or accesses behind one is <em>closed</em>: whatever comes for its line
 * goes behind. An entry whose line has been dropped since bytes were asked for is
 * <em>detached</em>: its loads are served from the fills, which are not kept; unless closed, it is
 * found no more, so that later loads ask again.
 */
public class L1Misses {
  public final MissTable table;
  public final Transitions<MissState, MissEvent> transitions;
  private final int maxTargets;
  private final Entry[] entries;
  private int closed;

  /** One object, not a place in each of ten arrays: all of it is in a line of the host's cache. */
  private static final class Entry {
    @Nullable LineAccess first;
    @Nullable LineAccess last;
    @Nullable LineAccess atomic;
    @Nullable LineAccess behindFirst;
    @Nullable LineAccess behindLast;

    /** Accesses that wait, of any kind. */
    int targets;

    /** Fills asked for that have not come. */
    int due;

    boolean attached;

    /** Bytes asked for since the entry was last attached. */
    long askedLow;

    long askedHigh;

    boolean closed() {
      return atomic != null || behindFirst != null;
    }

    void append(LineAccess load) {
      load.next = null;
      LineAccess before = last;
      if (before == null) {
        first = load;
      } else {
        before.next = load;
      }
      last = load;
      targets++;
    }

    void attach(boolean now) {
      attached = now;
      askedLow = 0;
      askedHigh = 0;
    }
  }

  public L1Misses(Node node, L1Config config, LongSupplier time) {
    this(node, config, time, true);
  }

  /** Those of an L1 whose atomics never wait for bytes here. */
  public static L1Misses ofLoads(Node node, L1Config config, LongSupplier time) {
    return new L1Misses(node, config, time, false);
  }

  private L1Misses(Node node, L1Config config, LongSupplier time, boolean atomics) {
    int entries = config.mshrs();
    transitions = MissTransitions.of(node, time, atomics);
    table = new MissTable(entries);
    maxTargets = config.mshrTargets();
    this.entries = new Entry[entries];
    Arrays.setAll(this.entries, i -> new Entry());
  }

  public MissState state(int entry) {
    if (!table.inUse(entry)) {
      return MissState.FREE;
    }
    if (attached(entry)) {
      return closed(entry) ? MissState.CLOSED : MissState.OPEN;
    }
    return closed(entry) ? MissState.CLOSED_DETACHED : MissState.DETACHED;
  }

  private void record(int entry, MissEvent event) {
    transitions.record(state(entry), event, table.line(entry), entry);
  }

  public boolean anyClosed() {
    return closed != 0;
  }

  public boolean closed(int entry) {
    return entries[entry].closed();
  }

  public boolean crowded(int entry) {
    return entries[entry].targets >= maxTargets;
  }

  public boolean attached(int entry) {
    return entries[entry].attached;
  }

  public int due(int entry) {
    return entries[entry].due;
  }

  public long askedLow(int entry) {
    return entries[entry].askedLow;
  }

  public long askedHigh(int entry) {
    return entries[entry].askedHigh;
  }

  public @Nullable LineAccess atomic(int entry) {
    return entries[entry].atomic;
  }

  public int allocate(long line) {
    int entry = table.allocate(line);
    transitions.record(MissState.FREE, MissEvent.ATTACH, line, entry);
    entries[entry].attach(true);
    return entry;
  }

  /** Bytes are asked for, that come in one fill. */
  public void ask(int entry, long low, long high) {
    ask(entry, low, high, 1);
  }

  /**
   * Bytes are asked for, that may come in several fills.
   *
   * @param pieces of which each fill says how many it is
   */
  public void ask(int entry, long low, long high, int pieces) {
    record(entry, MissEvent.ASK);
    Entry at = entries[entry];
    at.askedLow |= low;
    at.askedHigh |= high;
    at.due += pieces;
  }

  /** Bytes have come; false when none were asked for by this entry for this line. */
  public boolean arrive(int entry, long line) {
    return arrive(entry, line, 1);
  }

  /** The same for so many pieces of what was asked for. */
  public boolean arrive(int entry, long line, int pieces) {
    if (entry < 0
        || entry >= table.entries()
        || table.line(entry) != line
        || due(entry) < pieces
        || pieces == 0) {
      return false;
    }
    record(entry, MissEvent.FILL);
    entries[entry].due -= pieces;
    return true;
  }

  /** A load waits for bytes. */
  public void park(int entry, LineAccess load) {
    record(entry, MissEvent.PARK);
    entries[entry].append(load);
  }

  /** An atomic waits for bytes. */
  public void parkAtomic(int entry, LineAccess access) {
    record(entry, MissEvent.PARK_ATOMIC);
    Entry at = entries[entry];
    closed += at.closed() ? 0 : 1;
    access.next = null;
    at.atomic = access;
    at.targets++;
  }

  /** Anything waits for the atomic before it. */
  public void parkBehind(int entry, LineAccess access) {
    record(entry, MissEvent.PARK_BEHIND);
    access.next = null;
    Entry at = entries[entry];
    LineAccess before = at.behindLast;
    if (before == null) {
      at.behindFirst = access;
    } else {
      before.next = access;
    }
    at.behindLast = access;
    at.targets++;
  }

  /** Takes all loads out, linked by {@code next}: those still waiting are parked again. */
  public @Nullable LineAccess takeLoads(int entry) {
    Entry at = entries[entry];
    LineAccess loads = at.first;
    at.first = null;
    at.last = null;
    for (LineAccess load = loads; load != null; load = load.next) {
      at.targets--;
    }
    return loads;
  }

  /** Puts back a load taken out by {@link #takeLoads}: not an event. */
  public void keep(int entry, LineAccess load) {
    entries[entry].append(load);
  }

  /** The atomic no longer waits. */
  public void takeAtomic(int entry) {
    Entry at = entries[entry];
    at.atomic = null;
    at.targets--;
    closed -= at.closed() ? 0 : 1;
    if (!at.closed() && !at.attached) {
      table.unlink(entry); // later loads must not get what earlier ones still wait for
    }
  }

  /** Takes out the access that waits longest behind an atomic, or null when none does. */
  public @Nullable LineAccess takeBehind(int entry) {
    Entry at = entries[entry];
    LineAccess access = at.behindFirst;
    if (access != null) {
      at.behindFirst = access.next;
      if (access.next == null) {
        at.behindLast = null;
      }
      access.next = null;
      at.targets--;
      closed -= at.closed() ? 0 : 1;
    }
    return access;
  }

  /** Whether an atomic of a line waits for bytes, or anything behind one. */
  public boolean closed(long line) {
    int entry = closed == 0 ? MissTable.NONE : table.find(line);
    return entry != MissTable.NONE && closed(entry);
  }

  /** The line has been dropped: nothing in flight may be kept. */
  public void detach(long line) {
    int entry = table.find(line);
    if (entry != MissTable.NONE) {
      detachEntry(entry);
    }
  }

  /** Every line has been dropped. */
  public void detachAll() {
    if (table.used() == 0) {
      return;
    }
    for (int entry = 0; entry < table.entries(); entry++) {
      if (table.inUse(entry) && table.linked(entry)) {
        detachEntry(entry);
      }
    }
  }

  private void detachEntry(int entry) {
    if (!attached(entry)) {
      return;
    }
    record(entry, MissEvent.DETACH);
    entries[entry].attached = false;
    if (!closed(entry)) {
      table.unlink(entry);
    }
  }

  /** Lets a detached entry ask anew; nothing of it is in flight. */
  public void attach(int entry) {
    record(entry, MissEvent.ATTACH);
    entries[entry].attach(true);
  }

  /** Gives the entry back when nothing waits on it and nothing is in flight. */
  public void releaseIfDone(int entry) {
    if (entries[entry].due == 0 && entries[entry].targets == 0) {
      record(entry, MissEvent.RELEASE);
      table.release(entry);
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}. */
  public void canonicalize() {
    table.canonicalize();
    for (int entry = 0; entry < table.entries(); entry++) {
      if (!table.inUse(entry)) {
        entries[entry].attach(false);
      }
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    int closedEntries = 0;
    for (int entry = 0; entry < table.entries(); entry++) {
      Entry at = entries[entry];
      int waiting = length(at.first) + length(at.behindFirst) + (at.atomic == null ? 0 : 1);
      closedEntries += at.closed() ? 1 : 0;
      String name = "MSHR " + entry;
      if (waiting != at.targets) {
        wrong.add(name + " counts " + at.targets + " accesses, " + waiting + " wait");
      }
      if (table.inUse(entry) ? at.due <= 0 : at.due != 0 || waiting != 0) {
        wrong.add(
            name + (table.inUse(entry) ? " awaits nothing" : " is free and awaits something"));
      }
    }
    if (closedEntries != closed) {
      wrong.add(closedEntries + " MSHRs are closed, " + closed + " are counted");
    }
    return wrong;
  }

  private static int length(@Nullable LineAccess queue) {
    int length = 0;
    for (LineAccess at = queue; at != null; at = at.next) {
      length++;
    }
    return length;
  }

  public List<String> waiting() {
    List<String> lines = new ArrayList<>();
    for (int entry = 0; entry < table.entries(); entry++) {
      if (table.inUse(entry)) {
        lines.add(
            "MSHR of line 0x"
                + Long.toHexString(table.line(entry))
                + " ("
                + state(entry)
                + ") awaits "
                + due(entry)
                + " fills for "
                + entries[entry].targets
                + " accesses");
      }
    }
    return lines;
  }
}
