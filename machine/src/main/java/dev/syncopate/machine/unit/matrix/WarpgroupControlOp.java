package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControl;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupControlKind;

/**
 * {@code wgmma.fence}, {@code commit_group} and {@code wait_group}. Registers that were written
 * before a product issues are read as they are then, so that the fence has no effect.
 */
public final class WarpgroupControlOp extends CoreOp {
  private final WarpgroupControlKind kind;
  private final int pending;
  private final int pc;

  public WarpgroupControlOp(WarpgroupControl control, int width, int pc) {
    super(control);
    this.pc = pc;
    WholeWarp.requireWidth(control, "wgmma", width);
    this.kind = control.kind();
    this.pending = control.pending();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    AsyncCopies products = warp.accesses.makeProducts();
    LaunchObserver observer = unit.observer;
    switch (kind) {
      case FENCE -> {}
      case COMMIT -> {
        products.commit(lanes);
        // lanes that come one after the other make one group: the lowest of the warp stands for it
        if (observer != null && (lanes & 1) != 0) {
          observer.productsGrouped(unit.index, warp, pc);
        }
      }
      case WAIT -> {
        if (!products.landed(lanes, pending)) {
          return unit.refuse(warp, Wait.COPIES, Stall.SIMD_BUSY);
        }
        if (observer != null && lanes != 0) {
          observer.productsAwaited(unit.index, warp, pc, lanes, pending);
        }
      }
    }
    warp.schedule.next();
    return true;
  }
}
