package dev.syncopate.machine.warp;

/**
 * Selection of the CTAs of a grid that run: strata of consecutive ones, spread evenly over the
 * grid.
 *
 * <p>The grid is taken as rows of {@code step} CTAs; of each of {@code strata} equal parts run the
 * {@code rows} in its middle. CTAs run in the order of their numbers.
 *
 * @param grid CTAs of the grid
 * @param strata at least 1
 * @param rows of a stratum, at least 1; strata do not overlap
 * @param step CTAs of a row, at least 1: as many as there are compute units keeps each CTA on the
 *     unit on which it runs in a whole launch
 */
public record CtaSubset(long grid, long strata, long rows, long step) {
  public CtaSubset {
    if (strata < 1 || rows < 1 || step < 1 || rows > grid / step / strata) {
      throw new IllegalArgumentException(
          "%d strata of %d rows of %d CTAs do not fit a grid of %d"
              .formatted(strata, rows, step, grid));
    }
  }

  /**
   * Every CTA.
   *
   * @param grid at least 1
   */
  public static CtaSubset all(long grid) {
    return new CtaSubset(grid, 1, 1, grid);
  }

  /** How many run. */
  public long count() {
    return strata * rows * step;
  }

  /** Whether there are others. */
  public boolean isPart() {
    return count() < grid;
  }

  /**
   * The number in the grid of one that runs.
   *
   * @param position 0 to {@link #count} - 1, ascending with the number
   */
  public long at(long position) {
    long span = rows * step;
    return start(position / span) * step + position % span;
  }

  /**
   * Where a CTA that runs is among those that do.
   *
   * @param cta its number in the grid
   */
  public long position(long cta) {
    long low = 0;
    long high = count() - 1;
    while (low < high) {
      long middle = (low + high) / 2;
      if (at(middle) < cta) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** First row of a stratum. */
  private long start(long stratum) {
    return (2 * stratum + 1) * (grid / step) / (2 * strata) - rows / 2;
  }
}
