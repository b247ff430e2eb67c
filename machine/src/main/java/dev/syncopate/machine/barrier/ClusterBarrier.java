package dev.syncopate.machine.barrier;

import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A CTA's view of the barrier of its cluster (PTX ISA, "barrier.cluster"). Its own threads arrive
 * here; of other CTAs it hears, by a message each, that all threads which have not exited have
 * arrived at a phase. A phase is complete when that holds of every CTA. A CTA whose threads have
 * all exited has arrived at every phase.
 *
 * <p>A CTA is at most one phase ahead of another: it ends the next phase only after all have
 * arrived there.
 */
public final class ClusterBarrier {
  /** Phases at which a CTA without threads has arrived. */
  public static final long ALL_PHASES = Long.MAX_VALUE;

  private final Cta cta;
  private final @Nullable ClusterPlaces places;

  /** By rank: phases at which all threads of the CTA have arrived. */
  private final long[] arrivedPhases;

  /** Phases that are complete. */
  private long phase;

  /** Threads that have not exited and not arrived at the present phase. */
  private int missing;

  /** By warp: lanes that have arrived at the present phase, or exited since it began. */
  private final long[] arrivedLanes;

  /** By warp: lanes that have arrived and not waited. */
  private final long[] openLanes;

  private final List<Waiter> waiters = new ArrayList<>();

  /**
   * Lanes that wait for the present phase.
   *
   * @param pc the instruction
   * @param acquires whether they are behind what the others have released
   */
  public record Waiter(Warp warp, long lanes, int pc, boolean acquires) {}

  /**
   * @param cta that has moved in, with all its threads
   */
  public ClusterBarrier(Cta cta) {
    this.cta = cta;
    this.places = cta.cluster;
    this.arrivedPhases = new long[places == null ? 1 : places.size()];
    this.missing = cta.liveThreads;
    this.arrivedLanes = new long[cta.warps.length];
    this.openLanes = new long[cta.warps.length];
  }

  public Cta cta() {
    return cta;
  }

  /** CTAs of the cluster. */
  public int size() {
    return arrivedPhases.length;
  }

  /** Index of the compute unit of a rank, where its CTA has this one in its cluster. */
  public int unit(int rank, int ownUnit) {
    return places == null ? ownUnit : places.unit(rank);
  }

  /** CTA slot of a rank. */
  public int slot(int rank) {
    return places == null ? cta.slot : places.slot(rank);
  }

  /** Number of the present phase. */
  public long phase() {
    return phase;
  }

  /** Threads of the CTA that have not exited and not arrived at the present phase. */
  public int missing() {
    return missing;
  }

  /** CTAs whose threads have all arrived at the present phase. */
  public int arrivedCtas() {
    int arrived = 0;
    for (long phases : arrivedPhases) {
      arrived += phases > phase ? 1 : 0;
    }
    return arrived;
  }

  /** Lanes of a warp that have arrived without having waited since. */
  public long open(Warp warp) {
    return openLanes[warp.indexInCta()];
  }

  /** Lanes of a warp that wait. */
  public long waiting(Warp warp) {
    long lanes = 0;
    for (Waiter waiter : waiters) {
      lanes |= waiter.warp == warp ? waiter.lanes : 0;
    }
    return lanes;
  }

  /** Of lanes that have arrived, those whose phase is not complete. */
  public long pending(Warp warp, long lanes) {
    return lanes & openLanes[warp.indexInCta()] & arrivedLanes[warp.indexInCta()];
  }

  /** Lanes arrive that have waited since they last did. */
  public void arrive(Warp warp, long lanes) {
    openLanes[warp.indexInCta()] |= lanes;
    count(warp, lanes);
  }

  /** Lanes have exited. */
  public void exited(Warp warp, long lanes) {
    openLanes[warp.indexInCta()] &= ~lanes;
    count(warp, lanes & ~arrivedLanes[warp.indexInCta()]);
  }

  private void count(Warp warp, long lanes) {
    arrivedLanes[warp.indexInCta()] |= lanes;
    missing -= Long.bitCount(lanes);
  }

  /** Phases at which the whole CTA has arrived; {@link #ALL_PHASES} when no thread is left. */
  public long ownPhases() {
    return missing > 0 ? phase : cta.liveThreads == 0 ? ALL_PHASES : phase + 1;
  }

  /** Lanes wait that have arrived. */
  public void await(Waiter waiter) {
    waiters.add(waiter);
  }

  /** Lanes go on that have waited. */
  public void passed(Warp warp, long lanes) {
    openLanes[warp.indexInCta()] &= ~lanes;
  }

  /**
   * All threads of a CTA have arrived. Returns those that waited for the phase if that completes
   * it, else none.
   */
  public List<Waiter> arrived(int rank, long phases) {
    arrivedPhases[rank] = Math.max(arrivedPhases[rank], phases);
    if (cta.liveThreads == 0 || arrivedCtas() < size()) {
      return List.of();
    }
    phase++;
    missing = cta.liveThreads;
    Arrays.fill(arrivedLanes, 0);
    List<Waiter> complete = List.copyOf(waiters);
    waiters.clear();
    return complete;
  }
}
