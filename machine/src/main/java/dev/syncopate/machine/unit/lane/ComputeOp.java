package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.ir.Arithmetic;

/** Arithmetic on value registers. */
public class ComputeOp extends LaneOp implements FusibleOp {
  private final LaneFunction function;
  private final long[] constants;
  private final int destination;
  private final int a;
  private final int b;
  private final int c;

  ComputeOp(Arithmetic.Compute compute, HotOperands operands) {
    super(compute);
    this.function = compute.function();
    this.constants = operands.constants;
    this.destination = compute.destination();
    this.a = compute.a();
    this.b = compute.b();
    this.c = compute.c();
  }

  /** An operation on value registers; divisions can be asked who divides by zero. */
  public static ComputeOp of(Arithmetic.Compute compute, HotOperands operands) {
    return DivideOp.divides(compute)
        ? new DivideOp(compute, operands)
        : new ComputeOp(compute, operands);
  }

  /** Those of some lanes whose second operand is zero. */
  final long zeros(Warp warp, long lanes) {
    long[] inputs = b >= 0 ? warp.values() : constants;
    int base = b >= 0 ? b : ~b;
    long zeros = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      zeros |= inputs[base + lane] == 0 ? 1L << lane : 0;
    }
    return zeros;
  }

  @Override
  public final void emit(LaneEmitter code) {
    code.compute(function, destination, a, b, c);
  }

  @Override
  public final void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.values();
    long[] constants = this.constants;
    function.warp(
        registers,
        destination,
        a >= 0 ? registers : constants,
        a >= 0 ? a : ~a,
        b >= 0 ? registers : constants,
        b >= 0 ? b : ~b,
        c >= 0 ? registers : constants,
        c >= 0 ? c : ~c,
        lanes,
        full,
        warp.width);
  }
}
