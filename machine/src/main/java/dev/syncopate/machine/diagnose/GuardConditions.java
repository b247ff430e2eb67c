package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.code.RegisterUse;
import dev.syncopate.machine.status.WarpStatus.Insight;
import dev.syncopate.ptx.ir.Arithmetic.PredicateOperation;
import dev.syncopate.ptx.ir.Arithmetic.SetPredicate;
import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lanes that will execute a guarded instruction, as far as their registers tell. */
final class GuardConditions {
  private final List<Instruction> code;
  private final RegisterUse[] registers;
  private final BitSet values;
  private final BitSet predicates;
  private final Insight insight;

  /**
   * @param values registers that may have changed by then
   * @param predicates likewise
   */
  GuardConditions(
      List<Instruction> code,
      RegisterUse[] registers,
      BitSet values,
      BitSet predicates,
      Insight insight) {
    this.code = code;
    this.registers = registers;
    this.values = values;
    this.predicates = predicates;
    this.insight = insight;
  }

  /** Whether the guard may hold for one of the lanes. */
  boolean someAct(int pc, long lanes) {
    Guard guard = code.get(pc).guard();
    return guard.always() || !known(pc) || (holding(pc, lanes) & lanes) != 0;
  }

  /** Whether the guard may fail for one of the lanes. */
  boolean somePass(int pc, long lanes) {
    Guard guard = code.get(pc).guard();
    return !guard.always() && (!known(pc) || (~holding(pc, lanes) & lanes) != 0);
  }

  private boolean known(int pc) {
    SetPredicate definition = definition(pc);
    return definition == null
        ? !predicates.get(code.get(pc).guard().predicate())
        : constant(definition.a()) && constant(definition.b());
  }

  private boolean constant(int operand) {
    return operand < 0 || !values.get(operand);
  }

  private long holding(int pc, long lanes) {
    Guard guard = code.get(pc).guard();
    SetPredicate definition = definition(pc);
    long holds =
        definition == null
            ? insight.predicate(guard.predicate())
            : compare(definition, lanes, definition.p() == guard.predicate());
    return guard.negated() ? ~holds : holds;
  }

  private long compare(SetPredicate definition, long lanes, boolean expected) {
    long holds = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      boolean is =
          definition
              .compare()
              .test(insight.value(definition.a(), lane), insight.value(definition.b(), lane));
      holds |= is == expected ? 1L << lane : 0;
    }
    return holds;
  }

  /** The plain comparison that gives a guard its value shortly before, if one does. */
  private @Nullable SetPredicate definition(int pc) {
    int guardPredicate = code.get(pc).guard().predicate();
    for (int definitionPc = pc - 1; definitionPc >= 0; definitionPc--) {
      Instruction instruction = code.get(definitionPc);
      if (registers[definitionPc].predicates.get(guardPredicate)) {
        return instruction instanceof SetPredicate set
                && set.combine() == PredicateOperation.NONE
                && set.guard().always()
            ? set
            : null;
      }
      if (instruction instanceof ControlInstruction) {
        return null;
      }
    }
    return null;
  }
}
