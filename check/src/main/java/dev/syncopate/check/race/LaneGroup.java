package dev.syncopate.check.race;

/**
 * Lanes of a warp that access the same address in one instruction and stand at the same node: they
 * are checked together.
 *
 * @param node the latest node of the lanes
 * @param size bytes of an element: strong accesses that overlap must do so completely
 */
record LaneGroup(
    WarpClock warp,
    long lanes,
    int node,
    int pc,
    int size,
    boolean writes,
    boolean updates,
    boolean strong,
    boolean transaction,
    boolean shared) {
  /** Which {@link ShadowAccesses.Plane} it belongs to. */
  int plane() {
    return (writes ? ShadowAccesses.Plane.WEAK_WRITE : ShadowAccesses.Plane.WEAK_READ)
        + (strong ? 1 : 0);
  }

  /** Some of the lanes, at another node. */
  LaneGroup of(long subset, int moment) {
    return new LaneGroup(
        warp, subset, moment, pc, size, writes, updates, strong, transaction, shared);
  }

  /** Whether one thread alone accesses it. */
  boolean single() {
    return (lanes & lanes - 1) == 0;
  }
}
