package dev.syncopate.model.explore.machine;

/**
 * How a test is put on a machine.
 *
 * @param size how much room there is
 * @param layout where the locations are
 * @param placement on which compute units the CTAs run
 * @param eager whether the only thread of a tile issues as soon as it may; it makes no difference
 *     to what can be observed, and is off only to check that
 */
public record Setup(Size size, Layout layout, Placement placement, boolean eager) {
  public Setup(Size size, Layout layout, Placement placement) {
    this(size, layout, placement, true);
  }

  /** For example {@code tiny machine, locations apart, CTAs apart}. */
  @Override
  public String toString() {
    return "%s machine, locations %s, CTAs %s"
        .formatted(
            size.label(),
            layout.label(),
            placement == Placement.APART ? "apart" : "on the same unit");
  }
}
