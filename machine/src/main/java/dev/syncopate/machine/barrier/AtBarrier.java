package dev.syncopate.machine.barrier;

/**
 * Lanes of a warp that wait at a barrier of the CTA or at that of its cluster, for reports.
 *
 * @param id number of the barrier; {@link #OF_CLUSTER} for that of the cluster
 * @param arrived threads that have arrived; CTAs at the barrier of a cluster
 * @param expected threads, or CTAs, that must
 * @param counted whether the program gives that number; else it is every live thread
 * @param contradictory whether arrivals have given different numbers
 */
public record AtBarrier(
    int id, long lanes, int arrived, int expected, boolean counted, boolean contradictory) {
  /** {@link #id} of the barrier of a cluster. */
  public static final int OF_CLUSTER = -1;

  /** Whether it is the barrier of a cluster. */
  public boolean ofCluster() {
    return id == OF_CLUSTER;
  }
}
