package dev.syncopate.check.extract;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The latest events of a launch. Synchronisation is kept longer than weak accesses. */
final class History {
  /** Events that are kept, of some 200 bytes each. */
  private static final int SYNCHRONISING = 1 << 18;

  private static final int WEAK = 1 << 19;

  private final Map<Long, WarpLog> warps = new HashMap<>();
  private final ArrayDeque<WarpEvent> synchronising = new ArrayDeque<>();
  private final ArrayDeque<WarpEvent> weak = new ArrayDeque<>();
  private long events;

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

  /** The number of the latest event. */
  long latest() {
    return events;
  }

  void synchronises(WarpEvent event) {
    event.warp.cut();
    event.warp.synchronising.addLast(event);
    synchronising.addLast(event);
    if (synchronising.size() > SYNCHRONISING) {
      WarpEvent oldest = synchronising.removeFirst();
      if (!oldest.dropped) {
        oldest.warp.synchronising.removeFirst();
        oldest.drop();
      }
    }
  }

  /** Value written by a lane of an event. */
  record Written(WarpEvent event, int lane) {}

  void accesses(WarpEvent event) {
    event.warp.weak.addLast(event);
    weak.addLast(event);
    if (weak.size() > WEAK) {
      weak.removeFirst().warp.weak.removeFirst();
    }
  }
}
