package dev.syncopate.machine.core;

/** A CTA slot of a compute unit and the CTA that lives in it. */
final class Cta {
  final int slot;
  final Warp[] warps;

  /** Its warp slots. */
  final long warpMask;

  /** First byte of its shared memory in the compute unit's. */
  final int sharedBase;

  long index;

  /** The cycle in which it was dispatched. */
  long dispatched;

  int x;
  int y;
  int z;
  int liveThreads;
  int liveWarps;
  boolean resident;

  Cta(int slot, Warp[] warps, int sharedBase) {
    this.slot = slot;
    this.warps = warps;
    this.sharedBase = sharedBase;
    long mask = 0;
    for (Warp warp : warps) {
      mask |= warp.bit();
    }
    this.warpMask = mask;
  }

  /** A CTA of the grid moves in. */
  void place(long number, Grid grid) {
    index = number;
    x = (int) (number % grid.gridX());
    y = (int) (number / grid.gridX() % grid.gridY());
    z = (int) (number / grid.gridX() / grid.gridY());
  }

  /** The lane's thread, as the program sees it. */
  String thread(Grid grid, Warp warp, int lane) {
    int i = warp.indexInCta * warp.width + lane;
    return "CTA ("
        + x
        + ","
        + y
        + ","
        + z
        + "), thread ("
        + grid.ids().x()[i]
        + ","
        + grid.ids().y()[i]
        + ","
        + grid.ids().z()[i]
        + ")";
  }
}
