package dev.syncopate.machine.standstill;

import dev.syncopate.machine.code.RegisterUse;
import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.ReadSpecial;
import dev.syncopate.ptx.ir.ControlInstruction.GridDependency;
import dev.syncopate.ptx.ir.ControlInstruction.Nanosleep;
import dev.syncopate.ptx.ir.ControlInstruction.PerformanceEvent;
import dev.syncopate.ptx.ir.ControlInstruction.SystemCall;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.SpecialRegister;
import java.util.BitSet;
import java.util.List;

/**
 * The registers that decide what a warp does in some instructions, a backward slice: those that
 * guards and branches, addresses, stored values, operands of atomics and of exchanges between lanes
 * depend on. A counter that nothing but itself reads has no influence; neither has the time of a
 * {@code nanosleep}.
 */
final class BackwardSlice {
  /** Value registers, and predicate registers. */
  final BitSet values = new BitSet();

  final BitSet predicates = new BitSet();

  /** An instruction that reads a clock with influence, or -1. */
  final int clock;

  /**
   * Whether a function of the runtime gives a value with influence: it may be another next time.
   */
  final boolean runtime;

  private final List<Instruction> code;
  private final RegisterUse[] uses;

  /**
   * @param uses of each instruction of the code; filled in where it is asked for
   * @param executed indices of the instructions
   */
  BackwardSlice(List<Instruction> code, RegisterUse[] uses, BitSet executed) {
    this.code = code;
    this.uses = uses;
    executed.stream().filter(this::hasEffect).forEach(this::want);
    boolean grows = true;
    while (grows) {
      int previousSize = values.cardinality() + predicates.cardinality();
      executed.stream().filter(this::gives).forEach(this::want);
      grows = values.cardinality() + predicates.cardinality() > previousSize;
    }
    clock =
        executed.stream()
            .filter(pc -> gives(pc) && code.get(pc) instanceof ReadSpecial read && isClock(read))
            .findFirst()
            .orElse(-1);
    runtime = executed.stream().anyMatch(pc -> gives(pc) && code.get(pc) instanceof SystemCall);
  }

  /** Whether an instruction does more than write registers, wait, or note a moment. */
  private boolean hasEffect(int pc) {
    Instruction instruction = code.get(pc);
    return !(instruction instanceof Arithmetic
        || instruction instanceof Nanosleep
        || instruction instanceof PerformanceEvent
        || instruction instanceof GridDependency);
  }

  /** Whether an instruction writes a register that has influence. */
  private boolean gives(int pc) {
    RegisterUse use = use(pc);
    return use.values.intersects(values) || use.predicates.intersects(predicates);
  }

  private void want(int pc) {
    RegisterUse use = use(pc);
    for (int operand : use.reads) {
      if (!Operand.isConstant(operand)) {
        values.set(operand);
      }
    }
    use.predicateReads.forEach(predicates::set);
  }

  private RegisterUse use(int pc) {
    RegisterUse use = uses[pc];
    if (use == null) {
      use = RegisterUse.of(code.get(pc));
      uses[pc] = use;
    }
    return use;
  }

  private static boolean isClock(ReadSpecial read) {
    SpecialRegister register = read.register();
    return switch (register) {
      case CLOCK, CLOCK_HI, CLOCK64, GLOBALTIMER, GLOBALTIMER_LO, GLOBALTIMER_HI -> true;
      default -> false;
    };
  }
}
