package dev.syncopate.machine.warp;

/**
 * CTAs of a cluster of a launch. A cluster has the CTAs of a box of the grid; the rank of a CTA is
 * its number in the box, x fastest, and clusters are numbered likewise.
 *
 * @param x CTAs, likewise y and z
 * @param explicit whether the launch or its kernel asks for clusters; else each CTA is one by
 *     itself
 */
public record ClusterShape(int x, int y, int z, boolean explicit) {
  /** Of a launch without clusters. */
  public static final ClusterShape NONE = new ClusterShape(1, 1, 1, false);

  /** CTAs of a cluster. */
  public int ctas() {
    return x * y * z;
  }

  /** Number in the grid of the CTA of a rank of a cluster. */
  public long cta(Grid grid, long cluster, int rank) {
    long across = grid.gridX() / x;
    long down = grid.gridY() / y;
    long ctaX = cluster % across * x + rank % x;
    long ctaY = cluster / across % down * y + rank / x % y;
    long ctaZ = cluster / across / down * z + rank / x / y;
    return (ctaZ * grid.gridY() + ctaY) * grid.gridX() + ctaX;
  }

  /** The cluster of a CTA. */
  public long cluster(Grid grid, Cta cta) {
    long across = grid.gridX() / x;
    long down = grid.gridY() / y;
    return ((long) (cta.z / z) * down + cta.y / y) * across + cta.x / x;
  }

  /** The cluster of the CTA of a number in the grid. */
  public long cluster(Grid grid, long cta) {
    long across = grid.gridX() / x;
    long down = grid.gridY() / y;
    long ctaX = cta % grid.gridX();
    long ctaY = cta / grid.gridX() % grid.gridY();
    long ctaZ = cta / grid.gridX() / grid.gridY();
    return (ctaZ / z * down + ctaY / y) * across + ctaX / x;
  }

  /** The rank of a CTA in its cluster. */
  public int rank(Cta cta) {
    return (cta.z % z * y + cta.y % y) * x + cta.x % x;
  }
}
