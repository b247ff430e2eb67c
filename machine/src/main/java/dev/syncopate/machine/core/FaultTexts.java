package dev.syncopate.machine.core;

/** What a fault says: where in the PTX, in which kernel, which thread, and what it did. */
final class FaultTexts {
  private FaultTexts() {}

  static KernelFault fault(ComputeUnit unit, Op op, Warp warp, int lane, String what) {
    return new KernelFault(place(unit, op, warp, lane) + what, false);
  }

  static KernelFault trap(ComputeUnit unit, Op op, Warp warp, int lane, String what) {
    return new KernelFault(place(unit, op, warp, lane) + what, true);
  }

  static String misaligned(long address, int bytes, String space) {
    return "misaligned address: %s address 0x%x of an access to %d bytes"
        .formatted(space, address, bytes);
  }

  private static String place(ComputeUnit unit, Op op, Warp warp, int lane) {
    Grid grid = unit.grid();
    return op.position
        + ": kernel "
        + grid.kernel().program.name()
        + ", "
        + warp.owner().thread(grid, warp, lane)
        + ": ";
  }
}
