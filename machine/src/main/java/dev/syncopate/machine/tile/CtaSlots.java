package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import java.util.Arrays;

/** Divides a compute unit among the CTAs of a launch that fit in it at once. */
final class CtaSlots {
  private CtaSlots() {}

  /**
   * Those of the launch before, when the compute unit is divided in the same way: all are free.
   *
   * @param previousCtas the slots of the launch before
   */
  static Cta[] of(ComputeUnit unit, Grid grid, Cta[] previousCtas) {
    boolean reusable =
        previousCtas.length == grid.ctasPerUnit()
            && previousCtas[0].warps.length == grid.warps()
            && previousCtas[previousCtas.length - 1].sharedBase
                == (previousCtas.length - 1) * grid.sharedStride();
    return reusable ? previousCtas : of(unit, grid);
  }

  /** CTA slot i has warp slots {@code i * warps} onwards and the i-th piece of shared memory. */
  private static Cta[] of(ComputeUnit unit, Grid grid) {
    Cta[] ctas = new Cta[grid.ctasPerUnit()];
    for (int i = 0; i < ctas.length; i++) {
      int first = i * grid.warps();
      Warp[] warps = Arrays.copyOfRange(unit.warps, first, first + grid.warps());
      ctas[i] = new Cta(i, warps, i * grid.sharedStride());
    }
    return ctas;
  }
}
