package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.alu.LanePredicate;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;

/** {@code setp}. */
public final class SetPredicateOp extends LaneOp implements FusibleOp {
  private final LanePredicate compare;
  private final long[] constants;
  private final int a;
  private final int b;
  private final int p;
  private final int q;
  private final PredicateOperation combine;
  private final int combinePredicate;
  private final long flip;

  public SetPredicateOp(Arithmetic.SetPredicate set, HotOperands operands) {
    super(set);
    this.compare = set.compare();
    this.constants = operands.constants;
    this.a = set.a();
    this.b = set.b();
    this.p = operands.predicateOrSpare(set.p());
    this.q = operands.predicateOrSpare(set.q());
    this.combine = set.combine();
    this.combinePredicate = operands.predicateOrSpare(set.combineWith());
    this.flip = set.combineNegated() ? -1L : 0L;
  }

  @Override
  public void emit(LaneEmitter code) {
    code.test(compare, a, b);
    code.code().dup();
    code.combine(combine, combinePredicate, flip != 0);
    code.code().swap().iconst_1().ixor();
    code.combine(combine, combinePredicate, flip != 0);
    code.code().swap();
    code.setPredicate(p);
    code.setPredicate(q);
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
    long combineOperand = warp.predicates()[combinePredicate] ^ flip;
    Predicates.write(warp, p, Predicates.apply(combine, holds, combineOperand), lanes);
    Predicates.write(warp, q, Predicates.apply(combine, ~holds, combineOperand), lanes);
  }
}
