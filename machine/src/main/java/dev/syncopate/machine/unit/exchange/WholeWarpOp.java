package dev.syncopate.machine.unit.exchange;

import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.divergence.Gathering;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/**
 * An {@code .aligned} instruction that all lanes of a warp execute together. Lanes that come first
 * wait for the others; when all are here, the result of all is computed at once. A lane that cannot
 * come is a fault.
 */
abstract class WholeWarpOp extends CoreOp {
  private static final int WARP = 32;
  private static final long[] DONE = {};

  private final String mnemonic;

  /** Lanes meet at this one instruction only. */
  private final int kind;

  WholeWarpOp(Instruction instruction, String mnemonic, int pc) {
    super(instruction);
    this.mnemonic = mnemonic;
    this.kind = Integer.MIN_VALUE | pc;
  }

  /**
   * Checks that a machine has such instructions.
   *
   * @throws UnsupportedOperationException if its warps are of another width
   */
  static void requireWidth(Instruction instruction, String mnemonic, int width) {
    if (width != WARP) {
      throw new UnsupportedOperationException(
          "%s: %s is for warps of %d threads, and those of this machine have %d"
              .formatted(instruction.position(), mnemonic, WARP, width));
    }
  }

  /** Computes the results of all lanes. */
  abstract void compute(Warp warp);

  @Override
  public final boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    LaneSchedule schedule = warp.schedule;
    if (lanes == 0) {
      schedule.next();
      return true;
    }
    Gathering group = schedule.gathering();
    if (group != null) {
      if (group.brought() == null) {
        requireAll(unit, warp, lanes, group.lanes());
        compute(warp);
        group.bring(DONE);
      }
      warp.resultsFrom(writes, now + latency);
      schedule.pass();
      return true;
    }
    requireAll(unit, warp, lanes, schedule.live() & (lanes | ~schedule.active()));
    if (schedule.missing(warp.fullMask, lanes) != 0) {
      schedule.await(lanes, warp.fullMask, kind);
      unit.notExecuted(lanes, true);
      schedule.pass();
      return true;
    }
    requireAll(unit, warp, lanes, lanes);
    compute(warp);
    warp.resultsFrom(writes, now + latency);
    schedule.next();
    return true;
  }

  /** Faults unless these are all lanes. */
  private void requireAll(ComputeUnit unit, Warp warp, long lanes, long present) {
    if (present != warp.fullMask) {
      throw unit.fault(
          this,
          warp,
          Long.numberOfTrailingZeros(lanes),
          "%s needs all %d threads of the warp; lane %d does not execute it"
              .formatted(mnemonic, WARP, Long.numberOfTrailingZeros(~present)));
    }
  }
}
