package dev.syncopate.machine.warp;

import org.jspecify.annotations.Nullable;

/** A CTA slot of a compute unit and the CTA that lives in it. */
public final class Cta {
  public final int slot;
  public final Warp[] warps;

  /** Its warp slots. */
  public final long warpMask;

  /** First byte of its shared memory in the compute unit's. */
  public final int sharedBase;

  public long index;

  /** The cycle in which it was dispatched. */
  public long dispatched;

  /** The cycle of its last {@code pmevent}; negative before the first. */
  private long lastEvent = -1;

  public int x;
  public int y;
  public int z;
  public int liveThreads;
  public int liveWarps;
  public boolean resident;

  /** Whether a thread has let the launch behind its own start. */
  public boolean released;

  /** The launch of the CTA that has come last. */
  private @Nullable Grid grid;

  /** Where the CTAs of its cluster are; null in a launch whose clusters are single CTAs. */
  public @Nullable ClusterPlaces cluster;

  /** Its rank in its cluster. */
  public int clusterRank;

  public Cta(int slot, Warp[] warps, int sharedBase) {
    this.slot = slot;
    this.warps = warps;
    this.sharedBase = sharedBase;
    long mask = 0;
    for (Warp warp : warps) {
      mask |= warp.bit();
    }
    this.warpMask = mask;
  }

  /** The launch of the CTA that has come last. */
  public Grid grid() {
    Grid present = grid;
    if (present == null) {
      throw new IllegalStateException("CTA slot " + slot + " has had no CTA");
    }
    return present;
  }

  /** A CTA of a launch moves in. */
  public void place(long number, Grid launched) {
    grid = launched;
    released = false;
    index = number;
    lastEvent = -1;
    cluster = null;
    clusterRank = 0;
    x = (int) (number % launched.gridX());
    y = (int) (number / launched.gridX() % launched.gridY());
    z = (int) (number / launched.gridX() / launched.gridY());
  }

  /** It is of a cluster with others: to be said behind {@link #place}. */
  public void join(ClusterPlaces places, int rank) {
    cluster = places;
    clusterRank = rank;
  }

  /**
   * A warp executes a {@code pmevent}. Returns the cycles since the one before, 0 for the first.
   */
  public long sinceLastEvent(long now) {
    long elapsed = lastEvent < 0 ? 0 : now - lastEvent;
    lastEvent = now;
    return elapsed;
  }

  /** The lane's thread, as the program sees it. */
  public String thread(Grid launched, Warp warp, int lane) {
    int i = warp.indexInCta() * warp.width + lane;
    return "CTA ("
        + x
        + ","
        + y
        + ","
        + z
        + "), thread ("
        + launched.ids().x()[i]
        + ","
        + launched.ids().y()[i]
        + ","
        + launched.ids().z()[i]
        + ")";
  }
}
