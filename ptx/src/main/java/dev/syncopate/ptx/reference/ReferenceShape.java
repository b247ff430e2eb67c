package dev.syncopate.ptx.reference;

/**
 * Number of threads that run a kernel.
 *
 * @param ctas of the grid, which has one dimension
 * @param x threads of a CTA along x
 * @param y threads of a CTA along y
 * @param warpWidth lanes of a warp, 32 or 64
 */
public record ReferenceShape(int ctas, int x, int y, int warpWidth) {
  /** Threads of a CTA. */
  public int threads() {
    return x * y;
  }
}
