package dev.syncopate.machine.barrier;

import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.ClusterArrivals;
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
  private final Cta cta;
  private final @Nullable ClusterPlaces places;

  private final ClusterArrivals arrivals;

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
    this.arrivals = new ClusterArrivals(places == null ? 1 : places.size(), cta.liveThreads, null);
    this.arrivedLanes = new long[cta.warps.length];
    this.openLanes = new long[cta.warps.length];
  }

  public Cta cta() {
    return cta;
  }

  /** CTAs of the cluster. */
  public int size() {
    return arrivals.size();
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
    return arrivals.phase();
  }

  /** Threads of the CTA that have not exited and not arrived at the present phase. */
  public int missing() {
    return arrivals.missing();
  }

  /** CTAs whose threads have all arrived at the present phase. */
  public int arrivedCtas() {
    return arrivals.arrivedCtas();
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
    arrivals.count(Long.bitCount(lanes));
  }

  /**
   * Phases at which the whole CTA has arrived; {@link ClusterArrivals#ALL_PHASES} when no thread is
   * left.
   */
  public long ownPhases() {
    return arrivals.ownPhases(cta.liveThreads);
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
    if (!arrivals.arrived(rank, phases, cta.liveThreads)) {
      return List.of();
    }
    Arrays.fill(arrivedLanes, 0);
    List<Waiter> complete = List.copyOf(waiters);
    waiters.clear();
    return complete;
  }
}
