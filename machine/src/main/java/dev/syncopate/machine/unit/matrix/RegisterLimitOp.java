package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction.RegisterLimit;

/**
 * {@code setmaxnreg}, a hint (PTX ISA): a warp has its registers before and after, and none that it
 * asks for is missing, so that it takes an issue slot and blocks no warp. Observers receive it.
 */
public final class RegisterLimitOp extends CoreOp {
  private static final int[] NO_WRITES = {};

  private final WholeWarp wholeWarp;
  private final int pc;

  public RegisterLimitOp(RegisterLimit limit, int width, int pc) {
    super(limit);
    WholeWarp.requireWidth(limit, "setmaxnreg", width);
    this.wholeWarp = new WholeWarp(this, "setmaxnreg", pc);
    this.pc = pc;
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    wholeWarp.issue(unit, warp, lanes, now, NO_WRITES, gathered -> tell(unit, gathered));
    return true;
  }

  private void tell(ComputeUnit unit, Warp warp) {
    if (unit.observer != null) {
      unit.observer.registersLimited(unit.index, warp, pc);
    }
  }
}
