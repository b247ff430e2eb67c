package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.code.RegisterUse;
import dev.syncopate.machine.status.WarpStatus.Insight;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;

/**
 * Instructions that lanes can reach from their present positions. Returns go back to every caller.
 */
final class LaneReachability {
  private final List<Instruction> code;
  private final List<Integer> functions = new ArrayList<>();
  private final List<Integer> calls = new ArrayList<>();
  private final int kernelEnd;
  private final RegisterUse[] registers;

  LaneReachability(Program program) {
    code = program.code();
    registers = new RegisterUse[code.size()];
    int end = code.size();
    for (int function : program.functionAddresses()) {
      if (function > 0) {
        functions.add(function);
        end = Math.min(end, function);
      }
    }
    for (int pc = 0; pc < registers.length; pc++) {
      registers[pc] = RegisterUse.of(code.get(pc));
      if (code.get(pc) instanceof Call call) {
        end = Math.min(end, call.target());
        calls.add(pc);
      } else if (code.get(pc) instanceof CallIndirect) {
        calls.add(pc);
      }
    }
    kernelEnd = end;
  }

  /** What an instruction reads and writes. */
  RegisterUse registers(int pc) {
    return registers[pc];
  }

  /** Whether an instruction belongs to a function that the kernel calls. */
  boolean called(int pc) {
    return pc >= kernelEnd;
  }

  /**
   * Instructions that lanes may still execute.
   *
   * @param pcs the instructions
   * @param values the value registers that these write
   */
  record Reach(BitSet pcs, BitSet values) {}

  /**
   * What lanes that stand at an instruction may still execute. A branch on what nothing on the way
   * writes goes as the lanes' registers say.
   */
  Reach from(int pc, long lanes, Insight insight) {
    BitSet values = new BitSet();
    BitSet predicates = new BitSet();
    while (true) {
      GuardConditions conditions =
          new GuardConditions(code, registers, values, predicates, insight);
      BitSet reached = walk(pc, lanes, conditions);
      int previousSize = values.cardinality() + predicates.cardinality();
      reached.stream()
          .forEach(reachedPc -> {
            values.or(registers[reachedPc].values);
            predicates.or(registers[reachedPc].predicates);
          });
      if (values.cardinality() + predicates.cardinality() == previousSize) {
        return new Reach(reached, values);
      }
    }
  }

  /** What lanes may execute of which nothing is known. */
  Reach everything() {
    BitSet allPcs = new BitSet();
    allPcs.set(0, code.size());
    BitSet values = new BitSet();
    for (RegisterUse instruction : registers) {
      values.or(instruction.values);
    }
    return new Reach(allPcs, values);
  }

  private BitSet walk(int startPc, long lanes, GuardConditions conditions) {
    BitSet reached = new BitSet();
    BitSet visited = new BitSet();
    Deque<Integer> work = new ArrayDeque<>();
    work.add(startPc);
    while (!work.isEmpty()) {
      int pc = work.pop();
      if (pc < 0 || pc >= code.size() || visited.get(pc)) {
        continue;
      }
      visited.set(pc);
      if (conditions.someAct(pc, lanes)) {
        reached.set(pc);
        work.addAll(successors(pc));
      }
      if (conditions.somePass(pc, lanes)) {
        work.add(pc + 1);
      }
    }
    return reached;
  }

  /** Where control may be once an instruction has been executed by lanes whose guard holds. */
  List<Integer> successors(int pc) {
    return switch (code.get(pc)) {
      case Branch branch -> List.of(branch.target());
      case BranchIndexed branch -> branch.targets();
      case Call call -> List.of(call.target(), pc + 1);
      case CallIndirect _ -> {
        List<Integer> successors = new ArrayList<>(functions);
        successors.add(pc + 1);
        yield successors;
      }
      case Exit _, Trap _ -> List.of();
      case Return _ -> called(pc) ? calls.stream().map(call -> call + 1).toList() : List.of();
      default -> List.of(pc + 1);
    };
  }

  /** A stretch of code that is repeated: from a backward branch's target to the branch. */
  record Loop(int first, int last) {
    boolean contains(int pc) {
      return first <= pc && pc <= last;
    }
  }

  /** The loops around an instruction, the innermost first. */
  List<Loop> loops(int pc) {
    List<Loop> around = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Branch branch && branch.target() <= i) {
        Loop loop = new Loop(branch.target(), i);
        if (loop.contains(pc)) {
          around.add(loop);
        }
      }
    }
    around.sort(Comparator.comparingInt(loop -> loop.last() - loop.first()));
    return around;
  }
}
