package dev.syncopate.model.explore.machine;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The named barriers of the CTAs on a tile, counted by threads. */
final class Barriers {
  /** One with arrivals. */
  private static final class Barrier {
    int arrived;
    long waiting;

    /** Threads that meet, or -1 for all of the CTA that have not ended. */
    long quorum;
  }

  private final TreeMap<String, Barrier> barriers = new TreeMap<>();

  private static String key(int cta, long id) {
    return cta + ":" + id;
  }

  /** A thread arrives. */
  void arrive(TileState tile, TinyThread thread, long id, long quorum, boolean waits) {
    Barrier barrier = barriers.computeIfAbsent(key(thread.code.cta(), id), unseen -> new Barrier());
    barrier.arrived++;
    barrier.quorum = quorum;
    if (waits) {
      barrier.waiting |= 1L << thread.warp;
      thread.waits = true;
    }
    releaseComplete(tile);
  }

  /** Lets those go on whose barrier is complete; a barrier of all is so without those ended. */
  void releaseComplete(TileState tile) {
    barriers.entrySet().removeIf(entry -> released(tile, entry.getKey(), entry.getValue()));
  }

  private static boolean released(TileState tile, String key, Barrier barrier) {
    long wanted = barrier.quorum < 0 ? tile.running(key) : barrier.quorum;
    if (barrier.arrived < wanted) {
      return false;
    }
    for (TinyThread thread : tile.threads) {
      if ((barrier.waiting >>> thread.warp & 1) != 0) {
        thread.waits = false;
      }
    }
    return true;
  }

  /** What a thread that waits here waits for. */
  @Nullable String waiting(TinyThread thread) {
    for (var entry : barriers.entrySet()) {
      Barrier barrier = entry.getValue();
      if ((barrier.waiting >>> thread.warp & 1) != 0) {
        return "barrier %s, where %d threads have arrived of %s"
            .formatted(
                entry.getKey().substring(entry.getKey().indexOf(':') + 1),
                barrier.arrived,
                barrier.quorum < 0 ? "all" : Long.toString(barrier.quorum));
      }
    }
    return null;
  }
}
