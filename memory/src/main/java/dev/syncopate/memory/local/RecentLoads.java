package dev.syncopate.memory.local;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Loads from shared memory whose values are not in their registers yet. What the copy unit writes
 * meanwhile overtakes them: they return it. A proxy fence waits for them.
 */
public final class RecentLoads {
  /** A load of lanes of a warp. */
  public interface Load {
    /** Slot of the warp. */
    int warp();

    /** When it returns; {@link Long#MAX_VALUE} while that is not known. */
    long ready();

    /** The copy unit has written bytes: of those that it has loaded it returns the new ones. */
    void overtaken(int offset, int count);
  }

  private final LongSupplier clock;
  private final ArrayDeque<Load> loads = new ArrayDeque<>();

  /**
   * @param clock the present time
   */
  public RecentLoads(LongSupplier clock) {
    this.clock = clock;
  }

  /** A kernel begins. */
  public void clear() {
    loads.clear();
  }

  /** A load has been issued. */
  public void issued(Load load) {
    forgetReturned();
    loads.add(load);
  }

  /** Drops the oldest loads, as far as they have returned. */
  public void forgetReturned() {
    long now = clock.getAsLong();
    while (!loads.isEmpty() && loads.getFirst().ready() <= now) {
      loads.removeFirst();
    }
  }

  /**
   * Loads of some warps that have been issued and have not returned: a proxy fence waits for them.
   *
   * @param warps their slots, as bits
   */
  public List<Load> inFlight(long warps) {
    if (loads.isEmpty()) {
      return List.of();
    }
    long now = clock.getAsLong();
    List<Load> inFlight = new ArrayList<>();
    for (Load load : loads) {
      if (load.ready() > now && (warps >>> load.warp() & 1) != 0) {
        inFlight.add(load);
      }
    }
    return inFlight;
  }

  /** The copy unit has written bytes: loads that have not returned return them. */
  public void overtaken(int offset, int count) {
    if (loads.isEmpty()) {
      return;
    }
    long now = clock.getAsLong();
    for (Load load : loads) {
      if (load.ready() > now) {
        load.overtaken(offset, count);
      }
    }
  }
}
