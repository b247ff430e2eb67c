package dev.syncopate.memory.kit.l1;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.cache.MissTable;
import dev.syncopate.memory.config.L1Config;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.Stateful;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The MSHRs of an L1 and the accesses that wait on them. Each holds, in the order of their arrival,
 *
 * <pre>
 *   loads that wait for bytes | at most one atomic that waits for bytes | accesses behind it
 * </pre>
 *
 * <p>An entry with an atomic or accesses behind one is <em>closed</em>: later accesses to its line
 * queue behind. An entry whose line was dropped after its bytes were requested is
 * <em>detached</em>. Its loads are served from the fills, which are not cached. Unless closed, a
 * detached entry is no longer found by lookups, so that later loads request the bytes again.
 */
public final class L1Misses implements Stateful<MissState, Object> {
  public final MissTable table;
  public final StateMachine<MissState, MissEvent, L1Misses, Object> machine;
  private final int maxTargets;
  private final Entry[] entries;
  private int closed;

  /** The MSHR found last: in an event of a line, that of its access. */
  private int foundEntry = MissTable.NONE;

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

    MissState state = MissState.FREE;

    /** Bytes asked for since the entry was last attached. */
    long askedLow;

    long askedHigh;

    boolean closed() {
      return state == MissState.CLOSED || state == MissState.CLOSED_DETACHED;
    }

    boolean attached() {
      return state == MissState.OPEN || state == MissState.CLOSED;
    }

    void append(LineAccess load) {
      load.next = null;
      LineAccess previousLast = last;
      if (previousLast == null) {
        first = load;
      } else {
        previousLast.next = load;
      }
      last = load;
      targets++;
    }

    void askedForNothing() {
      askedLow = 0;
      askedHigh = 0;
    }
  }

  /** What is asked for at once: which bytes, and in how many fills they come. */
  private record Asked(long low, long high, int fills) {}

  private static final Asked ONE_FILL = new Asked(0, 0, 1);

  /**
   * @param states of its MSHRs, for example {@link MissStateTable#ATOMICS}
   */
  @SuppressWarnings("this-escape") // kept for later calls only
  public L1Misses(
      Node node,
      L1Config config,
      LongSupplier clock,
      StateTable<MissState, MissEvent, L1Misses, Object> states) {
    int entries = config.mshrs();
    machine = new StateMachine<>(states, this, "MSHRs of the L1 of " + node, clock);
    table = new MissTable(entries);
    maxTargets = config.mshrTargets();
    this.entries = new Entry[entries];
    Arrays.setAll(this.entries, i -> new Entry());
  }

  /** The MSHRs of an L1 whose atomics never wait for bytes here. */
  public static L1Misses ofLoads(Node node, L1Config config, LongSupplier clock) {
    return new L1Misses(node, config, clock, MissStateTable.LOADS);
  }

  public MissState state(int entry) {
    return entries[entry].state;
  }

  @Override
  public MissState state(long line, int entry) {
    return entries[entry].state;
  }

  @Override
  public void enter(MissState next, long line, int entry, @Nullable Object cause) {
    Entry mshr = entries[entry];
    boolean wasClosed = mshr.closed();
    mshr.state = next;
    closed += (mshr.closed() ? 1 : 0) - (wasClosed ? 1 : 0);
  }

  private void fire(int entry, MissEvent event, @Nullable Object cause) {
    machine.fire(entries[entry].state, event, table.line(entry), entry, cause);
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
    return entries[entry].attached();
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

  /** Takes a free MSHR for a line that has none; its state changes when bytes are asked for. */
  public int allocate(long line) {
    return table.allocate(line);
  }

  /**
   * The MSHR in which an access may wait, or {@link MissTable#NONE}.
   *
   * @param mayStall whether the limit of targets counts
   */
  int entryFor(long line, boolean mayStall) {
    int entry = table.find(line);
    if (entry == MissTable.NONE) {
      foundEntry = table.full() ? MissTable.NONE : allocate(line);
    } else {
      foundEntry = mayStall && crowded(entry) ? MissTable.NONE : entry;
    }
    return foundEntry;
  }

  /** The MSHR that {@link #entryFor} has given last. */
  int found() {
    return foundEntry;
  }

  /** The stall of an access for which {@link #entryFor} has found none. */
  ControllerOutcome refusal(long line) {
    return table.find(line) == MissTable.NONE
        ? ControllerOutcome.STALLED_MSHRS
        : ControllerOutcome.STALLED_TARGETS;
  }

  /** Bytes are asked for, that come in one fill. */
  public void ask(int entry, long low, long high) {
    ask(entry, low, high, 1);
  }

  /** The bytes of a message are asked for, that come in one fill. */
  void ask(int entry, MemoryMessage read) {
    fire(entry, MissEvent.ASK, read);
  }

  /**
   * Bytes are asked for, that may come in several fills.
   *
   * @param pieces of which each fill says how many it is
   */
  public void ask(int entry, long low, long high, int pieces) {
    fire(entry, MissEvent.ASK, new Asked(low, high, pieces));
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
    fire(entry, MissEvent.FILL, pieces == 1 ? ONE_FILL : new Asked(0, 0, pieces));
    return true;
  }

  /** A load waits for bytes. */
  public void park(int entry, LineAccess load) {
    fire(entry, MissEvent.PARK, load);
  }

  /** An atomic waits for bytes. */
  public void parkAtomic(int entry, LineAccess access) {
    fire(entry, MissEvent.PARK_ATOMIC, access);
  }

  /** Anything waits for the atomic before it. */
  public void parkBehind(int entry, LineAccess access) {
    fire(entry, MissEvent.PARK_BEHIND, access);
  }

  // ---- actions ----

  /** Nothing of the line is in flight for those that wait from now on. */
  void askAnew(int entry) {
    entries[entry].askedForNothing();
  }

  void asked(int entry, @Nullable Object cause) {
    Entry mshr = entries[entry];
    if (cause instanceof MemoryMessage read) {
      mshr.askedLow |= read.maskLow;
      mshr.askedHigh |= read.maskHigh;
      mshr.due++;
      return;
    }
    Asked requested = (Asked) Objects.requireNonNull(cause);
    mshr.askedLow |= requested.low;
    mshr.askedHigh |= requested.high;
    mshr.due += requested.fills;
  }

  void filled(int entry, @Nullable Object cause) {
    entries[entry].due -= ((Asked) Objects.requireNonNull(cause)).fills;
  }

  void appendLoad(int entry, @Nullable Object load) {
    entries[entry].append((LineAccess) Objects.requireNonNull(load));
  }

  void setAtomic(int entry, @Nullable Object cause) {
    LineAccess access = (LineAccess) Objects.requireNonNull(cause);
    Entry mshr = entries[entry];
    access.next = null;
    mshr.atomic = access;
    mshr.targets++;
  }

  void appendBehind(int entry, @Nullable Object cause) {
    LineAccess access = (LineAccess) Objects.requireNonNull(cause);
    access.next = null;
    Entry mshr = entries[entry];
    LineAccess previousLast = mshr.behindLast;
    if (previousLast == null) {
      mshr.behindFirst = access;
    } else {
      previousLast.next = access;
    }
    mshr.behindLast = access;
    mshr.targets++;
  }

  /** Later accesses to the line do not find the MSHR. */
  void unlink(int entry) {
    table.unlink(entry);
  }

  void giveBack(int entry) {
    entries[entry].askedForNothing();
    table.release(entry);
  }

  // ---- what waits ----

  /** Takes all loads out, linked by {@code next}: those still waiting are parked again. */
  public @Nullable LineAccess takeLoads(int entry) {
    Entry mshr = entries[entry];
    LineAccess loads = mshr.first;
    mshr.first = null;
    mshr.last = null;
    for (LineAccess load = loads; load != null; load = load.next) {
      mshr.targets--;
    }
    return loads;
  }

  /** Puts back a load taken out by {@link #takeLoads}: not an event. */
  public void keep(int entry, LineAccess load) {
    entries[entry].append(load);
  }

  /** The atomic no longer waits. */
  public void takeAtomic(int entry) {
    Entry mshr = entries[entry];
    mshr.atomic = null;
    mshr.targets--;
    clearIfDone(entry);
  }

  /** No atomic waits any more, nor anything behind one. */
  private void clearIfDone(int entry) {
    Entry mshr = entries[entry];
    if (mshr.closed() && mshr.atomic == null && mshr.behindFirst == null) {
      fire(entry, MissEvent.CLEAR, null);
    }
  }

  /** Takes out the access that waits longest behind an atomic, or null when none does. */
  public @Nullable LineAccess takeBehind(int entry) {
    Entry mshr = entries[entry];
    LineAccess access = mshr.behindFirst;
    if (access != null) {
      mshr.behindFirst = access.next;
      if (access.next == null) {
        mshr.behindLast = null;
      }
      access.next = null;
      mshr.targets--;
      clearIfDone(entry);
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
    if (entry != MissTable.NONE && attached(entry)) {
      fire(entry, MissEvent.DETACH, null);
    }
  }

  /** Every line has been dropped. */
  public void detachAll() {
    if (table.used() == 0) {
      return;
    }
    for (int entry = 0; entry < table.entries(); entry++) {
      if (table.inUse(entry) && table.linked(entry) && attached(entry)) {
        fire(entry, MissEvent.INVALIDATE, null);
      }
    }
  }

  /** Lets a detached entry ask anew; nothing of it is in flight. */
  public void attach(int entry) {
    fire(entry, MissEvent.ATTACH, null);
  }

  /** Gives the entry back when nothing waits on it and nothing is in flight. */
  public void releaseIfDone(int entry) {
    if (entries[entry].due == 0 && entries[entry].targets == 0) {
      fire(entry, MissEvent.RELEASE, null);
    }
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#canonicalize}. */
  public void canonicalize() {
    table.canonicalize();
    foundEntry = MissTable.NONE;
  }

  /** As {@link dev.syncopate.memory.protocol.L1Controller#checkInvariants}. */
  public List<String> checkInvariants() {
    List<String> wrong = new ArrayList<>();
    int closedEntries = 0;
    for (int entry = 0; entry < table.entries(); entry++) {
      Entry mshr = entries[entry];
      int waiting = length(mshr.first) + length(mshr.behindFirst) + (mshr.atomic == null ? 0 : 1);
      closedEntries += mshr.closed() ? 1 : 0;
      if ((mshr.atomic != null || mshr.behindFirst != null) != mshr.closed()) {
        wrong.add(
            "MSHR "
                + entry
                + " is "
                + mshr.state
                + (mshr.closed() ? " for no atomic" : " and has an atomic"));
      }
      if (table.inUse(entry) == (mshr.state == MissState.FREE)) {
        wrong.add(
            "MSHR "
                + entry
                + " is "
                + mshr.state
                + (table.inUse(entry) ? " and in use" : " and free"));
      }
      String name = "MSHR " + entry;
      if (waiting != mshr.targets) {
        wrong.add(name + " counts " + mshr.targets + " accesses, " + waiting + " wait");
      }
      if (table.inUse(entry) ? mshr.due <= 0 : mshr.due != 0 || waiting != 0) {
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
    for (LineAccess access = queue; access != null; access = access.next) {
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
