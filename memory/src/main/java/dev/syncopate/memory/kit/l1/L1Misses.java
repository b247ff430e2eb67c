package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.protocol.Transitions;
import java.util.ArrayList;
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
  private final @Nullable LineAccess[] first;
  private final @Nullable LineAccess[] last;
  private final @Nullable LineAccess[] atomic;
  private final @Nullable LineAccess[] behindFirst;
  private final @Nullable LineAccess[] behindLast;

  /** Accesses that wait on the entry, of any kind. */
  private final int[] targets;

  /** Fills asked for that have not come. */
  private final int[] due;

  private final boolean[] attached;

  /** Bytes asked for since the entry was last attached. */
  private final long[] askedLow;

  private final long[] askedHigh;
  private int closed;

  public L1Misses(int tile, L1Config config, LongSupplier time) {
    int entries = config.mshrs();
    transitions = transitions(tile, time);
    table = new MissTable(entries);
    maxTargets = config.mshrTargets();
    first = new @Nullable LineAccess[entries];
    last = new @Nullable LineAccess[entries];
    atomic = new @Nullable LineAccess[entries];
    behindFirst = new @Nullable LineAccess[entries];
    behindLast = new @Nullable LineAccess[entries];
    targets = new int[entries];
    due = new int[entries];
    attached = new boolean[entries];
    askedLow = new long[entries];
    askedHigh = new long[entries];
  }

  private static Transitions<MissState, MissEvent> transitions(int tile, LongSupplier time) {
    Transitions<MissState, MissEvent> table =
        new Transitions<>(
            "MSHRs of gpu L1 of tile " + tile, MissState.values(), MissEvent.values(), time);
    String behind = "let the access wait behind the atomic";
    table
        .on(MissState.FREE, MissEvent.ATTACH, "take the MSHR", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.PARK, "let the load wait", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.PARK_ATOMIC, "let the atomic wait", MissState.CLOSED)
        .on(MissState.OPEN, MissEvent.ASK, "ask the L2", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.FILL, "serve what has its bytes", MissState.OPEN)
        .on(MissState.OPEN, MissEvent.DETACH, "keep no fill", MissState.DETACHED)
        .on(MissState.OPEN, MissEvent.RELEASE, "give the MSHR back", MissState.FREE)
        .on(MissState.DETACHED, MissEvent.FILL, "serve what has its bytes", MissState.DETACHED)
        .on(MissState.DETACHED, MissEvent.RELEASE, "give the MSHR back", MissState.FREE)
        .on(MissState.CLOSED_DETACHED, MissEvent.PARK_BEHIND, behind, MissState.CLOSED_DETACHED);
    // closed MSHRs open when the last access that waited behind the atomic is performed
    table
        .on(MissState.CLOSED, MissEvent.PARK, "let the load wait", MissState.CLOSED, MissState.OPEN)
        .on(MissState.CLOSED, MissEvent.PARK_ATOMIC, "let the atomic wait", MissState.CLOSED)
        .on(MissState.CLOSED, MissEvent.PARK_BEHIND, behind, MissState.CLOSED)
        .on(MissState.CLOSED, MissEvent.ASK, "ask the L2", MissState.CLOSED, MissState.OPEN)
        .on(
            MissState.CLOSED,
            MissEvent.FILL,
            "serve what has its bytes, and what waits behind",
            MissState.CLOSED,
            MissState.OPEN)
        .on(
            MissState.CLOSED,
            MissEvent.DETACH,
            "keep no fill",
            MissState.CLOSED_DETACHED,
            MissState.DETACHED)
        .on(
            MissState.CLOSED_DETACHED,
            MissEvent.FILL,
            "serve what has its bytes",
            MissState.CLOSED_DETACHED,
            MissState.DETACHED)
        .on(
            MissState.CLOSED_DETACHED,
            MissEvent.ATTACH,
            "go on with what waits behind",
            MissState.CLOSED,
            MissState.OPEN);
    return table;
  }

  public MissState state(int entry) {
    if (!table.inUse(entry)) {
      return MissState.FREE;
    }
    if (attached[entry]) {
      return closed(entry) ? MissState.CLOSED : MissState.OPEN;
    }
    return closed(entry) ? MissState.CLOSED_DETACHED : MissState.DETACHED;
  }

  private void happen(int entry, MissEvent event) {
    transitions.happen(state(entry), event, table.line(entry), entry);
  }

  public boolean anyClosed() {
    return closed != 0;
  }

  public boolean closed(int entry) {
    return atomic[entry] != null || behindFirst[entry] != null;
  }

  public boolean crowded(int entry) {
    return targets[entry] >= maxTargets;
  }

  public boolean attached(int entry) {
    return attached[entry];
  }

  public int due(int entry) {
    return due[entry];
  }

  public long askedLow(int entry) {
    return askedLow[entry];
  }

  public long askedHigh(int entry) {
    return askedHigh[entry];
  }

  public @Nullable LineAccess atomic(int entry) {
    return atomic[entry];
  }

  public int allocate(long line) {
    int entry = table.allocate(line);
    transitions.happen(MissState.FREE, MissEvent.ATTACH, line, entry);
    attached[entry] = true;
    askedLow[entry] = 0;
    askedHigh[entry] = 0;
    return entry;
  }

  /** Bytes are asked for. */
  public void ask(int entry, long low, long high) {
    happen(entry, MissEvent.ASK);
    askedLow[entry] |= low;
    askedHigh[entry] |= high;
    due[entry]++;
  }

  /** Bytes have come; false when none were asked for by this entry for this line. */
  public boolean arrive(int entry, long line) {
    if (entry < 0 || entry >= table.entries() || table.line(entry) != line || due[entry] == 0) {
      return false;
    }
    happen(entry, MissEvent.FILL);
    due[entry]--;
    return true;
  }

  /** A load waits for bytes. */
  public void park(int entry, LineAccess load) {
    happen(entry, MissEvent.PARK);
    load.next = null;
    LineAccess before = last[entry];
    if (before == null) {
      first[entry] = load;
    } else {
      before.next = load;
    }
    last[entry] = load;
    targets[entry]++;
  }

  /** An atomic waits for bytes. */
  public void parkAtomic(int entry, LineAccess access) {
    happen(entry, MissEvent.PARK_ATOMIC);
    closed += closed(entry) ? 0 : 1;
    access.next = null;
    atomic[entry] = access;
    targets[entry]++;
  }

  /** Anything waits for the atomic before it. */
  public void parkBehind(int entry, LineAccess access) {
    happen(entry, MissEvent.PARK_BEHIND);
    access.next = null;
    LineAccess before = behindLast[entry];
    if (before == null) {
      behindFirst[entry] = access;
    } else {
      before.next = access;
    }
    behindLast[entry] = access;
    targets[entry]++;
  }

  /** Takes all loads out, linked by {@code next}: those still waiting are parked again. */
  public @Nullable LineAccess takeLoads(int entry) {
    LineAccess loads = first[entry];
    first[entry] = null;
    last[entry] = null;
    for (LineAccess load = loads; load != null; load = load.next) {
      targets[entry]--;
    }
    return loads;
  }

  /** Puts back a load taken out by {@link #takeLoads}: not an event. */
  public void keep(int entry, LineAccess load) {
    load.next = null;
    LineAccess before = last[entry];
    if (before == null) {
      first[entry] = load;
    } else {
      before.next = load;
    }
    last[entry] = load;
    targets[entry]++;
  }

  /** The atomic no longer waits. */
  public void takeAtomic(int entry) {
    atomic[entry] = null;
    targets[entry]--;
    closed -= closed(entry) ? 0 : 1;
    if (!closed(entry) && !attached[entry]) {
      table.unlink(entry); // later loads must not get what earlier ones still wait for
    }
  }

  /** Takes out the access that waits longest behind an atomic, or null when none does. */
  public @Nullable LineAccess takeBehind(int entry) {
    LineAccess access = behindFirst[entry];
    if (access != null) {
      behindFirst[entry] = access.next;
      if (access.next == null) {
        behindLast[entry] = null;
      }
      access.next = null;
      targets[entry]--;
      closed -= closed(entry) ? 0 : 1;
    }
    return access;
  }

  /** Whether an atomic of a line waits for bytes, or anything behind one. */
  public boolean closed(long line) {
    int entry = closed == 0 ? MissTable.NONE : table.find(line);
    return entry != MissTable.NONE && closed(entry);
  }

  /** The line has been dropped: nothing under way may be kept. */
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
    if (!attached[entry]) {
      return;
    }
    happen(entry, MissEvent.DETACH);
    attached[entry] = false;
    if (!closed(entry)) {
      table.unlink(entry);
    }
  }

  /** Lets a detached entry ask anew; nothing of it is under way. */
  public void attach(int entry) {
    happen(entry, MissEvent.ATTACH);
    attached[entry] = true;
    askedLow[entry] = 0;
    askedHigh[entry] = 0;
  }

  /** Gives the entry back when nothing waits on it and nothing is under way. */
  public void releaseIfDone(int entry) {
    if (due[entry] == 0 && targets[entry] == 0) {
      happen(entry, MissEvent.RELEASE);
      table.release(entry);
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#renumber}. */
  public void renumber() {
    table.renumber();
    for (int entry = 0; entry < table.entries(); entry++) {
      if (!table.inUse(entry)) {
        attached[entry] = false;
        askedLow[entry] = 0;
        askedHigh[entry] = 0;
      }
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#violations}. */
  public List<String> violations() {
    List<String> wrong = new ArrayList<>();
    int closedEntries = 0;
    for (int entry = 0; entry < table.entries(); entry++) {
      int waiting =
          length(first[entry]) + length(behindFirst[entry]) + (atomic[entry] == null ? 0 : 1);
      closedEntries += closed(entry) ? 1 : 0;
      String name = "MSHR " + entry;
      if (waiting != targets[entry]) {
        wrong.add(name + " counts " + targets[entry] + " accesses, " + waiting + " wait");
      }
      if (table.inUse(entry) ? due[entry] <= 0 : due[entry] != 0 || waiting != 0) {
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
                + due[entry]
                + " fills for "
                + targets[entry]
                + " accesses");
      }
    }
    return lines;
  }
}
