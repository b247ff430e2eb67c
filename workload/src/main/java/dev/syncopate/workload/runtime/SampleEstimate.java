package dev.syncopate.workload.runtime;

/**
 * What a whole launch takes, from two samples of it that run differently many of its CTAs.
 *
 * <p>A sample times its scale counts what happens once a launch, such as filling the machine and
 * running empty, as often as the sample fits the grid. Two samples tell it apart: what the larger
 * takes beyond the smaller is taken by their difference in CTAs, and the CTAs that neither ran take
 * as much each.
 *
 * @param small of fewer CTAs
 * @param large of the same kernel and grid
 */
public record SampleEstimate(LaunchResult small, LaunchResult large) {
  public SampleEstimate {
    if (small.ran().grid() != large.ran().grid() || small.ran().count() > large.ran().count()) {
      throw new IllegalArgumentException(
          "samples of %d of %d and of %d of %d CTAs"
              .formatted(
                  small.ran().count(),
                  small.ran().grid(),
                  large.ran().count(),
                  large.ran().grid()));
    }
  }

  /** Core clock cycles of the whole launch. */
  public double cycles() {
    return whole(small.cycles(), large.cycles());
  }

  /** A counter's value after the whole launch. */
  public double statistic(String name) {
    return whole(small.statistic(name), large.statistic(name));
  }

  private double whole(long ofSmall, long ofLarge) {
    long more = large.ran().count() - small.ran().count();
    long left = large.ran().grid() - large.ran().count();
    return left == 0 || more == 0
        ? (double) ofLarge * large.ran().grid() / large.ran().count()
        : ofLarge + (double) left * (ofLarge - ofSmall) / more;
  }
}
