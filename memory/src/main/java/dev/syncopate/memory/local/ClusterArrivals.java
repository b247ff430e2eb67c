package dev.syncopate.memory.local;

import org.jspecify.annotations.Nullable;

/**
 * The barrier of a cluster as one of its CTAs counts it. Its own threads arrive here; of other CTAs
 * it hears that all threads which have not exited have arrived at a phase. A phase is complete when
 * that holds of every CTA. A CTA whose threads have all exited has arrived at every phase.
 */
public final class ClusterArrivals {
  /** Phases at which a CTA without threads has arrived. */
  public static final long ALL_PHASES = Long.MAX_VALUE;

  private final @Nullable AsyncMutant mutant;

  /** By rank: phases at which all threads of the CTA have arrived. */
  private final long[] arrivedPhases;

  /** Phases that are complete. */
  private long phase;

  /** Threads that have not exited and not arrived at the present phase. */
  private int missing;

  /**
   * @param ctas of the cluster
   * @param threads of the CTA
   * @param mutant what is wrong on purpose; null for nothing
   */
  public ClusterArrivals(int ctas, int threads, @Nullable AsyncMutant mutant) {
    this.arrivedPhases = new long[ctas];
    this.missing = threads;
    this.mutant = mutant;
  }

  /** CTAs of the cluster. */
  public int size() {
    return arrivedPhases.length;
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

  /** Threads arrive, or exit that have not arrived. */
  public void count(int threads) {
    missing -= threads;
  }

  /**
   * Phases at which the whole CTA has arrived.
   *
   * @param live its threads that have not exited
   */
  public long ownPhases(int live) {
    if (missing > 0) {
      return phase;
    }
    if (live > 0) {
      return phase + 1;
    }
    return mutant == AsyncMutant.CLUSTER_BARRIER_AWAITS_EXITED ? phase : ALL_PHASES;
  }

  /**
   * All threads of a CTA have arrived. Returns whether that completes the present phase for threads
   * of this one.
   *
   * @param live threads of this CTA that have not exited
   */
  public boolean arrived(int rank, long phases, int live) {
    arrivedPhases[rank] = Math.max(arrivedPhases[rank], phases);
    int spared = mutant == AsyncMutant.CLUSTER_BARRIER_ENDS_EARLY ? 1 : 0;
    if (live == 0 || arrivedCtas() < size() - spared) {
      return false;
    }
    phase++;
    missing = live;
    return true;
  }
}
