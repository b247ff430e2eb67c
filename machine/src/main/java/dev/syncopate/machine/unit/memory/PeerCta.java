package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/**
 * CTA of a cluster, as the others know it.
 *
 * @param rank in the cluster
 * @param unit index of its compute unit
 * @param slot CTA slot there
 * @param cta its number in the grid
 * @param launch number of the launch
 */
record PeerCta(int rank, int unit, int slot, long cta, long launch) {
  /** The one of a rank in the cluster of a CTA that has peers; null if there is none. */
  static @Nullable PeerCta of(Grid grid, Cta cta, int rank) {
    ClusterPlaces places = cta.cluster;
    return places == null || rank < 0 || rank >= places.size()
        ? null
        : new PeerCta(
            rank,
            places.unit(rank),
            places.slot(rank),
            grid.cluster().cta(grid, places.number(), rank),
            grid.number());
  }

  /** The CTA itself, in the unit where it was or is; null if it has left. */
  @Nullable Cta in(ComputeUnit computeUnit) {
    Cta resident = computeUnit.resident(slot);
    return resident != null && resident.index == cta && resident.grid().number() == launch
        ? resident
        : null;
  }

  /** As {@code CTA (x,y,z), rank r of the cluster}. */
  String text(Grid grid) {
    return "CTA (%d,%d,%d), rank %d of the cluster,"
        .formatted(
            cta % grid.gridX(),
            cta / grid.gridX() % grid.gridY(),
            cta / grid.gridX() / grid.gridY(),
            rank);
  }
}
