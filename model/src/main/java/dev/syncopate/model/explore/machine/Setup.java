package dev.syncopate.model.explore.machine;

/**
 * How a test is put on a machine.
 *
 * @param size how much room there is
 * @param layout where the locations are
 * @param placement on which compute units the CTAs run
 * @param warm whether each tile has loaded every location before the test starts, as another warp
 *     of its compute unit may have
 * @param eager whether the only thread of a tile issues as soon as it may; it makes no difference
 *     to what can be observed, and is off only to check that
 */
public record Setup(Size size, Layout layout, Placement placement, boolean warm, boolean eager) {
  public Setup(Size size, Layout layout, Placement placement) {
    this(size, layout, placement, false, true);
  }

  /** The same with warm caches. */
  public Setup warmed() {
    return new Setup(size, layout, placement, true, eager);
  }

  /** The same where every thread issues at any time. */
  public Setup patient() {
    return new Setup(size, layout, placement, warm, false);
  }

  /** For example {@code roomy machine, warm, locations apart, CTAs apart}. */
  @Override
  public String toString() {
    return "%s machine%s, locations %s, CTAs %s"
        .formatted(
            size.label(),
            warm ? ", warm" : "",
            layout.label(),
            placement == Placement.APART ? "apart" : "on the same unit");
  }
}
