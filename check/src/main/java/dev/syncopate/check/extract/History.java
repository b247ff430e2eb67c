package dev.syncopate.check.extract;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest events of a launch. Synchronisation is kept longer than weak accesses. */
final class History {
  /** Events that are kept, of some 200 bytes each. */
  private static final int SYNCHRONISING = 1 << 18;

  private static final int WEAK = 1 << 19;

  /** Among how many a write is looked for. */
  private static final int LOOK_BACK = 1 << 14;

  private final Map<Long, WarpLog> warps = new HashMap<>();
  private final ArrayDeque<Event> synchronising = new ArrayDeque<>();
  private final ArrayDeque<Event> weak = new ArrayDeque<>();
  private long events;
  private int looked;

  /** The log of a warp, by its CTA and its number there; null if it has done nothing. */
  @Nullable WarpLog warp(int cta, int index) {
    return warps.get(key(cta, index));
  }

  void add(int cta, int index, WarpLog log) {
    warps.put(key(cta, index), log);
  }

  private static long key(int cta, int index) {
    return (long) cta << Integer.SIZE | index;
  }

  /** The number of the next event. */
  long next() {
    return ++events;
  }

  void synchronises(Event event) {
    event.warp.cut();
    event.warp.synchronising.addLast(event);
    synchronising.addLast(event);
    if (synchronising.size() > SYNCHRONISING) {
      Event oldest = synchronising.removeFirst();
      if (!oldest.dropped) {
        oldest.warp.synchronising.removeFirst();
        oldest.drop();
      }
    }
  }

  /** What a lane of an event wrote. */
  record Written(Event event, int lane) {}

  /**
   * The latest write of the value that a lane has read; if none is known to be that, the latest of
   * which it is not known what was written. Null for none.
   */
  @Nullable Written written(Event reading, int lane) {
    looked = 0;
    if (reading.address == null || reading.shared || reading.isStore()) {
      return null;
    }
    long address = reading.address.of(lane);
    boolean known = reading.results.length != 0;
    long until = known ? reading.completed : reading.number;
    Written latestUnknown = null;
    Iterator<Event> latest = synchronising.descendingIterator();
    while (latest.hasNext() && looked < LOOK_BACK) {
      Event event = latest.next();
      if (event.number >= until || event == reading || event.dropped) {
        continue;
      }
      looked++;
      int writer = known ? event.writer(address, reading.results[0].of(lane)) : -1;
      if (writer >= 0) {
        return new Written(event, writer);
      }
      int unknown = latestUnknown == null ? event.unknownWriter(address) : -1;
      if (unknown >= 0) {
        latestUnknown = new Written(event, unknown);
      }
    }
    return latestUnknown;
  }

  /** Events that the last search has looked at. */
  int looked() {
    return looked;
  }

  void accesses(Event event) {
    event.warp.weak.addLast(event);
    weak.addLast(event);
    if (weak.size() > WEAK) {
      weak.removeFirst().warp.weak.removeFirst();
    }
  }
}
