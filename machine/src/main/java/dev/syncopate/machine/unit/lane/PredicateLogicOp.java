package dev.syncopate.machine.unit.lane;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.fusion.FusibleOp;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;

/** Logic on predicates. */
public final class PredicateLogicOp extends LaneOp implements FusibleOp {
  private final PredicateOperation operation;
  private final int p;
  private final int a;
  private final int b;

  public PredicateLogicOp(Arithmetic.PredicateLogic logic, HotOperands operands) {
    super(logic);
    this.operation = logic.operation();
    this.p = operands.predicateOrSpare(logic.p());
    this.a = operands.predicateOrSpare(logic.a());
    this.b = operands.predicateOrSpare(logic.b());
  }

  @Override
  public void emit(LaneEmitter code) {
    switch (operation) {
      case TRUE, FALSE -> code.code().iconst_0();
      default -> code.predicate(a);
    }
    code.combine(operation, b, false);
    code.setPredicate(p);
  }

  @Override
  public void compute(Warp warp, long lanes, boolean full) {
    long[] predicates = warp.predicates();
    Predicates.write(warp, p, Predicates.apply(operation, predicates[a], predicates[b]), lanes);
  }
}
