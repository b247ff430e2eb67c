package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A kernel's uses of the values of its strong reads: as flags, which decide what is executed or
 * where is read next, and in loops that poll one address until its value changes.
 *
 * <p>Values are followed through registers and local memory, in one function. Local memory counts
 * as one place.
 */
public final class FlagReads {
  private final Program program;
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final boolean possible;
  private final BitSet analysed = new BitSet();
  private final BitSet deciding = new BitSet();
  private final BitSet polling = new BitSet();

  public FlagReads(Program program) {
    this.program = program;
    this.graph = new FlowGraph(program.code(), List.of(0));
    this.operands =
        new RegisterUses(program.code(), program.valueRegisters(), program.predicateRegisters());
    boolean stores = false;
    boolean loads = false;
    for (Instruction instruction : program.code()) {
      stores |=
          instruction instanceof Store store
              && store.order() != MemoryOrder.WEAK
              && mayBeShared(store.space());
      loads |= isStrongLoad(instruction);
    }
    this.possible = stores && loads;
  }

  private static boolean isStrongLoad(Instruction instruction) {
    return instruction instanceof Load load
        && load.order() != MemoryOrder.WEAK
        && mayBeShared(load.space());
  }

  private static boolean mayBeShared(StateSpace space) {
    return space == StateSpace.GLOBAL
        || space == StateSpace.SHARED
        || space == StateSpace.SHARED_CLUSTER
        || space == StateSpace.GENERIC;
  }

  /**
   * Whether the kernel has strong stores and strong loads, so that one may read what another left.
   */
  public boolean possible() {
    return possible;
  }

  /**
   * Whether the value that an instruction reads decides what is executed, or is part of the address
   * of another load.
   *
   * @param pc a strong load or an atomic; false for anything else
   */
  public boolean decides(int pc) {
    analyse(pc);
    return deciding.get(pc);
  }

  /**
   * Whether a strong load is in a loop that ends by the value it reads, from an address that the
   * loop does not change.
   */
  public boolean polls(int pc) {
    analyse(pc);
    return polling.get(pc);
  }

  private void analyse(int pc) {
    if (analysed.get(pc)) {
      return;
    }
    analysed.set(pc);
    Instruction instruction = program.code().get(pc);
    if (!isStrongLoad(instruction) && !(instruction instanceof Atomic)) {
      return;
    }
    ValueFlow flow = new ValueFlow(program, graph, operands, pc, ReadModifyWrites.Reader.SAME);
    deciding.set(pc, decides(flow, pc));
    polling.set(pc, !(instruction instanceof Atomic) && polls(flow, pc));
  }

  private boolean decides(ValueFlow flow, int read) {
    for (int i = 0; i < program.code().size(); i++) {
      if (guards(flow, i)) {
        return true;
      }
      Instruction instruction = program.code().get(i);
      boolean addressed =
          i != read && (instruction instanceof Load || instruction instanceof BranchIndexed);
      if (addressed && readsFrom(flow, i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether an instruction is executed only where a predicate computed from the value says so. */
  private boolean guards(ValueFlow flow, int instruction) {
    Instruction guarded = program.code().get(instruction);
    return !guarded.guard().always()
        && flow.reaches(instruction, operands.values + guarded.guard().predicate());
  }

  private boolean readsFrom(ValueFlow flow, int instruction) {
    for (int register : operands.reads(instruction)) {
      if (register < operands.values && flow.reaches(instruction, register)) {
        return true;
      }
    }
    return false;
  }

  private boolean polls(ValueFlow flow, int load) {
    for (BitSet loop : loopsAround(load)) {
      boolean ends = false;
      boolean moves = false;
      for (int block = loop.nextSetBit(0); block >= 0; block = loop.nextSetBit(block + 1)) {
        ends |= leaves(loop, block) && guards(flow, graph.end(block) - 1);
        moves |= writesAddress(load, block);
      }
      if (ends && !moves) {
        return true;
      }
    }
    return false;
  }

  private List<BitSet> loopsAround(int load) {
    List<BitSet> loops = new ArrayList<>();
    for (int i = 0; i < program.code().size(); i++) {
      if (program.code().get(i) instanceof Branch branch && branch.target() <= i) {
        BitSet loop = SpinLoops.loop(graph, graph.blockOf(branch.target()), graph.blockOf(i));
        if (loop.get(graph.blockOf(load))) {
          loops.add(loop);
        }
      }
    }
    return loops;
  }

  private boolean leaves(BitSet loop, int block) {
    for (int next : graph.successors(block)) {
      if (!loop.get(next)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a block writes a register that a load reads: the one its address is in. */
  private boolean writesAddress(int load, int block) {
    for (int i = graph.start(block); i < graph.end(block); i++) {
      for (int written : operands.writes(i)) {
        for (int read : operands.reads(load)) {
          if (written == read && read < operands.values) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
