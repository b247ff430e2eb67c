package dev.syncopate.machine.unit.control;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreOp;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Program;

/** A call through an address: lanes may call different functions and meet again behind it. */
public final class CallIndirectOp extends CoreOp {
  private final long[] constants;
  private final int address;
  private final int[] functions;

  public CallIndirectOp(
      ControlInstruction.CallIndirect call, HotOperands operands, Program program) {
    super(call);
    this.constants = operands.constants;
    this.address = call.address();
    this.functions = program.functionAddresses().stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public boolean issue(ComputeUnit unit, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    int first = target(unit, warp, Long.numberOfTrailingZeros(lanes));
    long callingLanes = calling(unit, warp, lanes, first);
    if (callingLanes == lanes) {
      warp.schedule.call(first, lanes);
      return true;
    }
    unit.counters.divergentBranches++;
    if (lanes != warp.schedule.active()) {
      throw unit.fault(
          this,
          warp,
          Long.numberOfTrailingZeros(lanes),
          "a guarded indirect call goes to several functions");
    }
    for (long rest = lanes; rest != 0; ) {
      int target = target(unit, warp, Long.numberOfTrailingZeros(rest));
      long away = calling(unit, warp, rest, target);
      rest &= ~away;
      warp.schedule.callAway(target, away);
    }
    return true;
  }

  private long calling(ComputeUnit unit, Warp warp, long lanes, int target) {
    long calling = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (target(unit, warp, lane) == target) {
        calling |= 1L << lane;
      }
    }
    return calling;
  }

  private int target(ComputeUnit unit, Warp warp, int lane) {
    long value = address >= 0 ? warp.values()[address + lane] : constants[~address + lane];
    long offset = value - Program.FUNCTION_BASE;
    boolean validTarget =
        offset >= 0
            && offset % 8 == 0
            && offset / 8 < functions.length
            && functions[(int) (offset / 8)] >= 0;
    if (!validTarget) {
      throw unit.fault(
          this,
          warp,
          lane,
          "an indirect call goes to 0x" + Long.toHexString(value) + ", which is no function");
    }
    return functions[(int) (offset / 8)];
  }
}
