package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;

/** {@code set}. */
public final class SetValueOp extends LaneOp implements FusibleOp {
  private final LanePredicate compare;
  private final long[] constants;
  private final int a;
  private final int b;
  private final int destination;
  private final long whenTrue;
  private final PredicateOperation combine;
  private final int combinePredicate;
  private final long flip;

  public SetValueOp(Arithmetic.SetValue set, HotOperands operands) {
    super(set);
    this.compare = set.compare();
    this.constants = operands.constants;
    this.a = set.a();
    this.b = set.b();
    this.destination = set.destination();
    this.whenTrue = set.whenTrue();
    this.combine = set.combine();
    this.combinePredicate = operands.predicateOrSpare(set.combineWith());
    this.flip = set.combineNegated() ? -1L : 0L;
  }

  @Override
  public void emit(LaneEmitter code) {
    code.test(compare, a, b);
    code.combine(combine, combinePredicate, flip != 0);
    code.chooseConstant(whenTrue, 0);
    code.setValue(destination);
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] registers = warp.values();
    long holds =
        compare.warp(
            a >= 0 ? registers : constants,
            a >= 0 ? a : ~a,
            b >= 0 ? registers : constants,
            b >= 0 ? b : ~b,
            lanes,
            full,
            warp.width);
    long result = Predicates.apply(combine, holds, warp.predicates()[combinePredicate] ^ flip);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      registers[destination + lane] = (result >>> lane & 1) != 0 ? whenTrue : 0;
    }
  }
}
