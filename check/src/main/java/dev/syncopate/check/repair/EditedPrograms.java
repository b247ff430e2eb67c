package dev.syncopate.check.repair;

import dev.syncopate.check.repair.ProgramEdit.AddedBarrier;
import dev.syncopate.check.repair.ProgramEdit.AddedFence;
import dev.syncopate.check.repair.ProgramEdit.Strengthening;
import dev.syncopate.check.scope.InstructionSite;
import dev.syncopate.check.scope.Replacement;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.OperandMap;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Applies edits to programs. Control that goes to an edited instruction executes what precedes it;
 * control that goes behind it skips what follows it. An added fence has the guard of its access, an
 * added barrier has none.
 */
public final class EditedPrograms implements UnaryOperator<Program> {
  private static final long EVERY_LANE = 0xffff_ffffL;
  private static final long BARRIER_ZERO = 0;

  private final List<ProgramEdit> edits;
  private final IdentityHashMap<Program, Program> editedPrograms = new IdentityHashMap<>();

  public EditedPrograms(Collection<ProgramEdit> edits) {
    this.edits = List.copyOf(edits);
  }

  @Override
  public Program apply(Program program) {
    return editedPrograms.computeIfAbsent(program, this::edited);
  }

  private Program edited(Program program) {
    long[] constants = program.constants();
    long[] operands = Arrays.copyOf(constants, constants.length + 2);
    operands[constants.length] = EVERY_LANE;
    operands[constants.length + 1] = BARRIER_ZERO;
    Layout layout = new Layout(program.code().size());
    boolean changed = false;
    for (int pc = 0; pc < program.code().size(); pc++) {
      InstructionSite site = InstructionSite.of(program, pc);
      List<ProgramEdit> ofSite = edits.stream().filter(edit -> edit.site().equals(site)).toList();
      layout.place(pc, program.code().get(pc), ofSite, constants.length);
      changed |= !ofSite.isEmpty();
    }
    return changed ? layout.program(program, operands) : program;
  }

  /** The new code and where the instructions of the old one are in it. */
  private static final class Layout implements OperandMap {
    private final List<Instruction> code = new ArrayList<>();

    /** Where control goes that went to an instruction. */
    private final int[] entries;

    /** Where the instruction itself is. */
    private final int[] indices;

    Layout(int size) {
      entries = new int[size];
      indices = new int[size];
    }

    void place(int pc, Instruction original, List<ProgramEdit> edits, int firstOperand) {
      entries[pc] = code.size();
      Instruction instruction = original;
      List<Instruction> following = new ArrayList<>();
      for (ProgramEdit edit : edits) {
        switch (edit) {
          case Strengthening stronger ->
              instruction =
                  new Replacement.Access(stronger.order(), stronger.scope(), false)
                      .inPlaceOf(instruction, Operand.constant(firstOperand));
          case AddedFence fence ->
              (fence.precedes() ? code : following)
                  .add(
                      new Fence(
                          original.guard(), original.position(), fence.order(), fence.scope()));
          case AddedBarrier barrier ->
              (barrier.precedes() ? code : following).add(barrier(original, barrier, firstOperand));
        }
      }
      indices[pc] = code.size();
      code.add(instruction);
      code.addAll(following);
    }

    private static Instruction barrier(
        Instruction original, AddedBarrier barrier, int firstOperand) {
      return barrier.ofWarp()
          ? new WarpSync(Guard.NONE, original.position(), Operand.constant(firstOperand))
          : new Barrier(
              Guard.NONE,
              original.position(),
              WarpInstruction.BarrierKind.SYNC,
              Operand.constant(firstOperand + 1),
              false,
              0,
              Guard.NO_PREDICATE,
              false,
              -1,
              true);
    }

    Program program(Program original, long[] operands) {
      TreeSet<Integer> spins = new TreeSet<>();
      original.loopsThatMaySpin().forEach(pc -> spins.add(indices[pc]));
      return original.withCode(
          code.stream().map(instruction -> instruction.map(this)).toList(),
          operands,
          original.functionAddresses().stream().map(pc -> pc < 0 ? pc : target(pc)).toList(),
          spins);
    }

    @Override
    public int target(int index) {
      return entries[index];
    }

    @Override
    public int read(int operand) {
      return operand;
    }

    @Override
    public int write(int register) {
      return register;
    }

    @Override
    public int readPredicate(int predicate) {
      return predicate;
    }

    @Override
    public int writePredicate(int predicate) {
      return predicate;
    }
  }
}
