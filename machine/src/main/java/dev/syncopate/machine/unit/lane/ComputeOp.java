package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.Operands;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.alu.LaneFunction;
import dev.syncopate.ptx.ir.Arithmetic;

/** Arithmetic on value registers. */
public final class ComputeOp extends LaneOp {
  private final LaneFunction function;
  private final long[] constants;
  private final int destination;
  private final int a;
  private final int b;
  private final int c;

  public ComputeOp(Arithmetic.Compute compute, Operands operands) {
    super(compute);
    this.function = compute.function();
    this.constants = operands.constants;
    this.destination = compute.destination();
    this.a = compute.a();
    this.b = compute.b();
    this.c = compute.c();
  }

  @Override
  void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.registers;
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
