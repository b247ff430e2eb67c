package dev.syncopate.machine.status;

import dev.syncopate.machine.barrier.ClusterBarrier;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;

/**
 * A CTA's standing at the barrier of its cluster, for reports.
 *
 * @param cluster number of the cluster in the grid
 * @param phase of the barrier in which the CTA is
 * @param missing threads of the CTA that have not exited and not arrived at that phase
 * @param threads that have not exited
 */
public record ClusterStanding(long cluster, long phase, int missing, int threads) {
  static ClusterStanding of(Grid grid, Cta cta, ClusterBarrier barrier) {
    return new ClusterStanding(
        grid.cluster().cluster(grid, cta), barrier.phase(), barrier.missing(), cta.liveThreads);
  }
}
