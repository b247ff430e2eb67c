package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/** An instruction on registers that all lanes of a warp execute wholeWarp ({@link WholeWarp}). */
abstract class WholeWarpOp extends CoreOp {
  private final WholeWarp wholeWarp;
  private final WholeWarp.Execution execution = this::compute;

  WholeWarpOp(Instruction instruction, String mnemonic, int pc, int width) {
    super(instruction);
    WholeWarp.requireWidth(instruction, mnemonic, width);
    this.wholeWarp = new WholeWarp(this, mnemonic, pc);
  }

  /** Computes the results of all lanes. */
  abstract void compute(Warp warp);

  @Override
  public final boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    wholeWarp.issue(unit, warp, lanes, now + latency, writes, execution);
    return true;
  }
}
