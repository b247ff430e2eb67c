package dev.syncopate.machine.unit.matrix;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.divergence.Gathering;
import dev.syncopate.machine.divergence.LaneSchedule;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Instruction;

/**
 * The lanes of a warp that come to an {@code .aligned} instruction, which all execute together.
 * Lanes that come first wait for the others; when all are here, the instruction is executed once. A
 * lane that cannot come is a fault.
 */
final class WholeWarp {
  private static final int WARP = 32;
  private static final long[] DONE = {};

  private final Op op;
  private final String mnemonic;

  /** Lanes meet at this one instruction only. */
  private final int kind;

  WholeWarp(Op op, String mnemonic, int pc) {
    this.op = op;
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

  /** Execution of an instruction by all lanes of a warp. */
  interface Execution {
    void execute(Warp warp);
  }

  /**
   * Lanes issue the instruction.
   *
   * @param results first cycle in which its results can be read
   */
  void issue(
      ComputeUnit unit, Warp warp, long lanes, long results, int[] writes, Execution execution) {
    LaneSchedule schedule = warp.schedule;
    if (lanes == 0) {
      schedule.next();
      return;
    }
    Gathering group = schedule.gathering();
    if (group != null) {
      if (group.brought() == null) {
        requireAll(unit, warp, lanes, group.lanes());
        execution.execute(warp);
        group.bring(DONE);
      }
      warp.resultsFrom(writes, results);
      schedule.pass();
      return;
    }
    requireAll(unit, warp, lanes, schedule.live() & (lanes | ~schedule.active()));
    if (schedule.missing(warp.fullMask, lanes) != 0) {
      schedule.await(lanes, warp.fullMask, kind);
      unit.notExecuted(lanes, true);
      schedule.pass();
      return;
    }
    requireAll(unit, warp, lanes, lanes);
    execution.execute(warp);
    warp.resultsFrom(writes, results);
    schedule.next();
  }

  /** Faults unless these are all lanes. */
  private void requireAll(ComputeUnit unit, Warp warp, long lanes, long present) {
    if (present != warp.fullMask) {
      throw unit.fault(
          op,
          warp,
          Long.numberOfTrailingZeros(lanes),
          "%s needs all %d threads of the warp; lane %d does not execute it"
              .formatted(mnemonic, WARP, Long.numberOfTrailingZeros(~present)));
    }
  }
}
