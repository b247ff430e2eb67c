package dev.syncopate.check.scope;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Changes lines of programs: gives the same program with others in their places. */
final class LineRewriting implements UnaryOperator<Program> {
  private static final long EVERY_LANE = 0xffff_ffffL;

  private final Map<InstructionSite, Replacement> changes;
  private final IdentityHashMap<Program, Program> rewrittenPrograms = new IdentityHashMap<>();

  LineRewriting(Map<InstructionSite, Replacement> changes) {
    this.changes = Map.copyOf(changes);
  }

  @Override
  public Program apply(Program program) {
    return rewrittenPrograms.computeIfAbsent(program, this::rewritten);
  }

  private Program rewritten(Program program) {
    long[] constants = program.constants();
    long[] extended = Arrays.copyOf(constants, constants.length + 1);
    extended[constants.length] = EVERY_LANE;
    List<Instruction> code = new ArrayList<>(program.code());
    boolean changed = false;
    for (int pc = 0; pc < code.size(); pc++) {
      InstructionSite site = InstructionSite.synchronising(program, pc);
      Replacement replacement = site == null ? null : changes.get(site);
      if (replacement != null) {
        code.set(pc, replacement.inPlaceOf(code.get(pc), Operand.constant(constants.length)));
        changed = true;
      }
    }
    return changed ? program.withCode(code, extended) : program;
  }
}
