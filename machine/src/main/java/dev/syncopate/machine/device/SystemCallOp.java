package dev.syncopate.machine.device;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.ControlInstruction.SystemFunction;

/** A call of a function that the runtime provides. */
public final class SystemCallOp extends Op {
  final SystemFunction function;
  final int destination;
  private final long[] constants;
  private final int[] arguments;

  public SystemCallOp(ControlInstruction.SystemCall call, HotOperands operands) {
    super(call);
    this.pipe = Pipe.RUNTIME.number;
    this.function = call.function();
    this.constants = operands.constants;
    this.arguments = call.arguments().stream().mapToInt(Integer::intValue).toArray();
    this.destination = operands.valueOrSpare(call.destination());
  }

  /** The value of an argument in a lane. */
  long argument(Warp warp, int index, int lane) {
    int operand = arguments[index];
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }

  /** Sets the result in a lane. */
  void result(Warp warp, int lane, long value) {
    warp.values()[destination + lane] = value;
  }
}
