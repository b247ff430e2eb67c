package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/** {@code activemask}: the lanes that execute it together. */
public final class ActiveMaskOp extends LaneOp {
  private final int destination;

  public ActiveMaskOp(WarpInstruction.ActiveMask mask) {
    super(mask);
    this.destination = mask.destination();
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      warp.values()[destination + Long.numberOfTrailingZeros(rest)] = lanes & 0xffff_ffffL;
    }
  }
}
