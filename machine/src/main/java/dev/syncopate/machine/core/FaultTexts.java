package dev.syncopate.machine.core;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.space.SharedNames;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.SourceLines.Place;
import dev.syncopate.sim.text.KernelName;

/** Text of a fault: where in the PTX, in which kernel, which thread, and what it did. */
public final class FaultTexts {
  private FaultTexts() {}

  static KernelFault fault(Grid grid, Op op, Warp warp, int lane, String description) {
    return new KernelFault(place(grid, op, warp, lane) + description, op.position, false);
  }

  /**
   * A fault of a thread that may have exited.
   *
   * @param thread text of the thread
   */
  static KernelFault fault(Grid grid, Op op, String thread, String description) {
    return new KernelFault(place(grid, op, thread) + description, op.position, false);
  }

  static KernelFault trap(Grid grid, Op op, Warp warp, int lane, String description) {
    return new KernelFault(place(grid, op, warp, lane) + description, op.position, true);
  }

  static String misaligned(long address, int bytes, String space) {
    return "misaligned address: %s address 0x%x of an access to %d bytes"
        .formatted(space, address, bytes);
  }

  /** The name of what a lane touches as an addition to a fault's text; empty if it has none. */
  public static String name(Grid grid, Op op, boolean shared, long address, int bytes) {
    int element = op.elementBytes(bytes);
    if (shared) {
      return SharedNames.known(grid.kernel().program, address)
          ? " (" + SharedNames.name(grid.kernel().program, address, element) + ")"
          : "";
    }
    String name = grid.space().names().name(address, element);
    return name == null ? "" : " (" + name + ")";
  }

  private static String place(Grid grid, Op op, Warp warp, int lane) {
    return place(grid, op, warp.owner().thread(grid, warp, lane));
  }

  private static String place(Grid grid, Op op, String thread) {
    Place source = grid.kernel().program.sourceLines().of(op.position);
    return op.position
        + (source == null ? "" : " (" + source + ")")
        + ": kernel "
        + KernelName.readable(grid.kernel().program.name())
        + ", "
        + thread
        + ": ";
  }
}
