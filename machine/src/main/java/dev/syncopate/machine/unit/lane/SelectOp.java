package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;

/** {@code selp}. */
public final class SelectOp extends LaneOp implements FusibleOp {
  private final long[] constants;
  private final int destination;
  private final int a;
  private final int b;
  private final int predicate;

  public SelectOp(Arithmetic.Select select, HotOperands operands) {
    super(select);
    this.constants = operands.constants;
    this.destination = select.destination();
    this.a = select.a();
    this.b = select.b();
    this.predicate = select.predicate();
  }

  @Override
  public void emit(LaneEmitter code) {
    code.predicate(predicate);
    code.choose(a, b);
    code.setValue(destination);
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.values();
    long[] whenTrue = a >= 0 ? registers : constants;
    long[] whenFalse = b >= 0 ? registers : constants;
    int trueBase = a >= 0 ? a : ~a;
    int falseBase = b >= 0 ? b : ~b;
    long chosen = warp.predicates()[predicate];
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      registers[destination + lane] =
          (chosen >>> lane & 1) != 0 ? whenTrue[trueBase + lane] : whenFalse[falseBase + lane];
    }
  }
}
