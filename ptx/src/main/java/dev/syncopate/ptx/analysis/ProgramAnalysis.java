package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.OperandMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Completes a lowered program with what follows from its control flow. */
public final class ProgramAnalysis {
  private final List<Instruction> code;
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final Liveness liveness;
  private final int[] functionOf;

  private ProgramAnalysis(
      List<Instruction> code, List<Integer> functionEntries, int values, int predicates) {
    this.code = new ArrayList<>(code);
    this.graph = new FlowGraph(code, functionEntries);
    this.operands = new RegisterUses(code, values, predicates);
    this.liveness = new Liveness(code, graph, operands);
    this.functionOf = functionsOf(code.size(), functionEntries);
  }

  /**
   * Fills in reconvergence points, marks atomics with an unused result, packs registers, and finds
   * loops that may spin.
   *
   * @param code the kernel, then the functions it reaches
   * @param functionEntries where the kernel (0) and each function begin, ascending
   * @param registerBits width of each value register
   * @param predicateRegisters number of predicate registers
   * @param addressed entries of the functions that calls through addresses may go to
   */
  public static Analysed complete(
      List<Instruction> code,
      List<Integer> functionEntries,
      List<Integer> addressed,
      int[] registerBits,
      int predicateRegisters) {
    ProgramAnalysis analysis =
        new ProgramAnalysis(code, functionEntries, registerBits.length, predicateRegisters);
    analysis.findMeetings(functionEntries);
    analysis.markUnreadResults();
    int kernelEnd = functionEntries.size() > 1 ? functionEntries.get(1) : code.size();
    Set<Integer> spins =
        new SpinLoops(analysis.code, analysis.graph, analysis.operands, kernelEnd).find();
    Frames frames = new Frames(analysis.code, analysis.functionOf);
    RegisterSlots slots =
        new RegisterSlots(
            analysis.code,
            analysis.graph,
            analysis.operands,
            analysis.liveness,
            analysis.functionOf,
            frames);
    RegisterPressure pressure =
        new RegisterPressure(
            analysis.code,
            analysis.graph,
            analysis.operands,
            analysis.liveness,
            analysis.functionOf,
            registerBits,
            frames.functions());
    CallChains chains =
        new CallChains(
            analysis.code,
            analysis.functionOf,
            frames.functions(),
            addressed.stream().mapToInt(entry -> analysis.functionOf[entry]).toArray());
    int minimum = Math.max(1, chains.need(pressure.minimum, pressure.across));
    int preferred = Math.max(minimum, chains.need(pressure.preferred, pressure.across));
    OperandMap packed = new Packing(slots, registerBits.length);
    List<Instruction> renamed = new ArrayList<>(analysis.code.size());
    for (Instruction instruction : analysis.code) {
      renamed.add(instruction.map(packed));
    }
    return new Analysed(
        List.copyOf(renamed),
        slots.valueSlots(),
        slots.predicateSlots(),
        minimum,
        preferred,
        spins);
  }

  private static int[] functionsOf(int size, List<Integer> functionEntries) {
    int[] functionOf = new int[size];
    int function = -1;
    for (int i = 0; i < size; i++) {
      if (function + 1 < functionEntries.size() && functionEntries.get(function + 1) == i) {
        function++;
      }
      functionOf[i] = function;
    }
    return functionOf;
  }

  private void findMeetings(List<Integer> functionEntries) {
    EarlyExits meetings = new EarlyExits(code, graph, functionOf);
    for (int i = 0; i < code.size(); i++) {
      int block = graph.blockOf(i);
      if (code.get(i) instanceof Branch b) {
        code.set(
            i,
            new Branch(b.guard(), b.position(), b.target(), b.uniform(), meetings.meeting(block)));
      } else if (code.get(i) instanceof BranchIndexed b) {
        code.set(
            i,
            new BranchIndexed(
                b.guard(), b.position(), b.index(), b.targets(), meetings.meeting(block)));
      }
    }
    TransactionFlow.complete(code, functionEntries, graph, meetings);
  }

  /**
   * A result that another function may read counts as read: liveness ends at a function's border.
   */
  private void markUnreadResults() {
    boolean[] elsewhere = mentionedBySeveral();
    for (int block = 0; block < graph.blocks(); block++) {
      long[] live = liveness.atEnd(block);
      for (int i = graph.end(block) - 1; i >= graph.start(block); i--) {
        if (code.get(i) instanceof Atomic atomic && atomic.resultUsed()) {
          boolean read = false;
          for (int register : atomic.destinations()) {
            read |=
                register >= 0
                    && ((live[register >> 6] >> register & 1) == 1 || elsewhere[register]);
          }
          code.set(i, withResultUsed(atomic, read));
        }
        liveness.before(i, live);
      }
    }
  }

  private boolean[] mentionedBySeveral() {
    int[] mentioningFunction = new int[operands.registers];
    boolean[] several = new boolean[operands.registers];
    for (int i = 0; i < code.size(); i++) {
      for (int[] registers : new int[][] {operands.reads(i), operands.writes(i)}) {
        for (int register : registers) {
          several[register] |=
              mentioningFunction[register] != 0
                  && mentioningFunction[register] != functionOf[i] + 1;
          mentioningFunction[register] = functionOf[i] + 1;
        }
      }
    }
    return several;
  }

  private static Atomic withResultUsed(Atomic a, boolean used) {
    return new Atomic(
        a.guard(),
        a.position(),
        a.space(),
        a.order(),
        a.scope(),
        a.remote(),
        a.commutative(),
        a.operation(),
        a.type(),
        a.address(),
        used ? a.destinations() : List.of(),
        a.a(),
        a.b(),
        used,
        a.alignment());
  }

  /** Renames registers to their slots. */
  private record Packing(RegisterSlots slots, int values) implements OperandMap {
    @Override
    public int read(int code) {
      return Operand.isConstant(code) ? code : slots.slot(code);
    }

    @Override
    public int write(int register) {
      return slots.slot(register);
    }

    @Override
    public int readPredicate(int predicate) {
      return slots.slot(values + predicate);
    }

    @Override
    public int writePredicate(int predicate) {
      return slots.slot(values + predicate);
    }

    @Override
    public int target(int index) {
      return index;
    }
  }
}
