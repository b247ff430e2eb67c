package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.warp.AsyncCopies;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControl;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControlKind;

/**
 * {@code wgmma.fence}, {@code commit_group} and {@code wait_group}. Registers that were written
 * before a product issues are read as they are then, so that the fence has no effect.
 */
public final class WarpgroupControlOp extends WarpgroupOp {
  private final WarpgroupControlKind kind;
  private final int pending;

  public WarpgroupControlOp(WarpgroupControl control, int width) {
    super(control);
    WholeWarp.requireWidth(control, "wgmma", width);
    this.kind = control.kind();
    this.pending = control.pending();
  }

  @Override
  boolean issue(TensorUnit tensor, Warp warp, long lanes, long now) {
    AsyncCopies products = warp.accesses.makeProducts();
    switch (kind) {
      case FENCE -> {}
      case COMMIT -> products.commit(lanes);
      case WAIT -> {
        if (!products.landed(lanes, pending)) {
          return tensor.unit.refuse(warp, Wait.COPIES, Stall.SIMD_BUSY);
        }
      }
    }
    warp.schedule.next();
    return true;
  }
}
