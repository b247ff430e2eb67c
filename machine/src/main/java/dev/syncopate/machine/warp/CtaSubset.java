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

  /**
   * CTAs that fill the machine a number of times: the shared rule of samples.
   *
   * <p>The grid is taken as rows of as many CTAs as the machine has compute units. So with static
   * placement a CTA runs on the same unit as in a whole launch. The machine holds as many rows at
   * once as a unit holds CTAs: that is a wave. The grid is divided into twice as many equal parts
   * as waves are asked for, and the rows in the middle of each part run, half a wave each. So
   * neighbouring CTAs share cache contents as in a whole launch, but do not all run in step as at
   * the beginning of a launch. A grid of less than twice the waves asked for runs whole.
   *
   * @param waves at least 1; 0 for all CTAs
   * @param grid CTAs of the grid
   * @param units compute units
   * @param ctasPerUnit CTAs that a unit holds at once
   */
  public static CtaSubset waves(int waves, long grid, int units, int ctasPerUnit) {
    long sampledCtas = (long) waves * ctasPerUnit;
    long rows = Math.ceilDiv(ctasPerUnit, 2);
    return waves == 0 || grid / units < 2 * sampledCtas
        ? all(grid)
        : new CtaSubset(grid, Math.ceilDiv(sampledCtas, rows), rows, units);
  }

  /**
   * Cycles of a whole launch. It fills the machine and runs empty once, as those that ran did. In
   * between all slots are taken, and the rate at which CTAs leave is the number of slots over the
   * time that each CTA stays (Little 1961).
   *
   * @param cycles of those that ran
   * @param residence cycles of each CTA that ran, summed
   * @param otherWork work of the other CTAs, over the work of those that ran
   * @param slots CTAs that the machine holds at once
   */
  public static double wholeCycles(long cycles, double residence, double otherWork, long slots) {
    return cycles + residence * otherWork / slots;
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
