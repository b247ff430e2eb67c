package dev.syncopate.machine.warp;

/**
 * Places of a cluster's CTAs: the compute unit and the CTA slot of each rank, for the time for
 * which the CTA is resident. Immutable, so that all its tiles share one.
 */
public final class ClusterPlaces {
  private final long number;
  private final int[] units;
  private final int[] slots;

  /**
   * @param number of the cluster in the grid
   * @param units compute unit of each rank; kept
   * @param slots CTA slot of each rank; kept
   */
  public ClusterPlaces(long number, int[] units, int[] slots) {
    this.number = number;
    this.units = units;
    this.slots = slots;
  }

  /** Number of the cluster in the grid, x fastest. */
  public long number() {
    return number;
  }

  /** CTAs of the cluster. */
  public int size() {
    return units.length;
  }

  /** Index of the compute unit, and so of the tile, of a rank. */
  public int unit(int rank) {
    return units[rank];
  }

  /** CTA slot of a rank in its compute unit. */
  public int slot(int rank) {
    return slots[rank];
  }
}
