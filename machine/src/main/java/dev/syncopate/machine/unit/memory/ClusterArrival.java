package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.sim.perturb.PeerChannel;

/**
 * Arrival of a whole CTA at the barrier of its cluster, told to one of the cluster's CTAs.
 *
 * @param grid the launch
 * @param slot CTA slot of the CTA that hears it
 * @param cta number of that CTA in the grid
 * @param rank of the CTA whose threads have arrived
 * @param phases at which they have
 */
record ClusterArrival(Grid grid, int slot, long cta, int rank, long phases) implements PeerMessage {
  @Override
  public PeerChannel channel() {
    return PeerChannel.BARRIER;
  }
}
