package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.Arithmetic.Compute;
import dev.syncopate.ptx.ir.Guard;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Finds strong stores of one element whose value is computed from what strong loads of one element
 * have read: the two halves of a read-modify-write that is not atomic, if they are of one address,
 * which only a run can tell.
 *
 * <p>Values are followed through registers of one function: not through memory, not from lane to
 * lane, not into a function that is called and not inlined. Where a value depends on a load on some
 * ways to the store only, it counts. A copy of what was read, by which nothing is computed, does
 * not.
 */
public final class ReadModifyWrites {
  /**
   * A store and the loads that its value may be computed from.
   *
   * @param store index of the instruction
   * @param loads indices, ascending; at least one
   * @param operation opcode of the last arithmetic before the store, with its type, as in {@code
   *     add.s32}; empty where that is not one instruction in the store's own block
   */
  public record Update(int store, List<Integer> loads, String operation) {
    public Update {
      loads = List.copyOf(loads);
    }
  }

  private final Program program;
  private final FlowGraph graph;
  private final Operands operands;

  private ReadModifyWrites(Program program) {
    this.program = program;
    this.graph = new FlowGraph(program.code(), List.of(0));
    this.operands =
        new Operands(program.code(), program.valueRegisters(), program.predicateRegisters());
  }

  /** Those of a program that is ready to run, in the order of their stores. */
  public static List<Update> of(Program program) {
    List<Integer> loads = new ArrayList<>();
    List<Integer> stores = new ArrayList<>();
    for (int i = 0; i < program.code().size(); i++) {
      if (reads(program.code().get(i))) {
        loads.add(i);
      } else if (writes(program.code().get(i))) {
        stores.add(i);
      }
    }
    return loads.isEmpty() || stores.isEmpty()
        ? List.of()
        : new ReadModifyWrites(program).updates(loads, stores);
  }

  private static boolean reads(Instruction instruction) {
    return instruction instanceof Load load
        && load.order() != MemoryOrder.WEAK
        && mayBeShared(load.space())
        && load.destinations().size() == 1
        && load.destinations().getFirst() >= 0;
  }

  private static boolean writes(Instruction instruction) {
    return instruction instanceof Store store
        && store.order() != MemoryOrder.WEAK
        && mayBeShared(store.space())
        && store.values().size() == 1
        && !Operand.isConstant(store.values().getFirst());
  }

  private static boolean mayBeShared(StateSpace space) {
    return space == StateSpace.GLOBAL || space == StateSpace.SHARED || space == StateSpace.GENERIC;
  }

  private List<Update> updates(List<Integer> loads, List<Integer> stores) {
    List<List<Integer>> sources = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      sources.add(new ArrayList<>());
    }
    for (int load : loads) {
      int bytes = ((Load) program.code().get(load)).type().bytes();
      Flow flow = new Flow(load);
      for (int i = 0; i < stores.size(); i++) {
        Store store = (Store) program.code().get(stores.get(i));
        if (store.type().bytes() == bytes && flow.reaches(stores.get(i), store)) {
          sources.get(i).add(load);
        }
      }
    }
    List<Update> updates = new ArrayList<>();
    for (int i = 0; i < stores.size(); i++) {
      if (!sources.get(i).isEmpty()) {
        updates.add(new Update(stores.get(i), sources.get(i), operation(stores.get(i))));
      }
    }
    return updates;
  }

  /** What gives a store its value, conversions and moves apart. */
  private String operation(int store) {
    int register = ((Store) program.code().get(store)).values().getFirst();
    int first = graph.start(graph.blockOf(store));
    for (int i = store - 1; i >= first; i--) {
      if (!writes(i, register)) {
        continue;
      }
      if (!(program.code().get(i) instanceof Compute compute)
          || !compute.guard().equals(Guard.NONE)) {
        return "";
      }
      String name = compute.function().mnemonic();
      boolean passes = name.startsWith("mov") || name.startsWith("cvt");
      if (!passes || Operand.isConstant(compute.a())) {
        return name;
      }
      register = compute.a();
    }
    return "";
  }

  private boolean writes(int instruction, int register) {
    for (int written : operands.writes(instruction)) {
      if (written == register) {
        return true;
      }
    }
    return false;
  }

  /** Where the value of one load gets to. */
  private final class Flow {
    private final int load;

    /** Before each block: registers that hold the value, and those computed from it. */
    private final BitSet[] copies;

    private final BitSet[] computed;

    Flow(int load) {
      this.load = load;
      this.copies = new BitSet[graph.exit() + 1];
      this.computed = new BitSet[graph.exit() + 1];
      for (int block = 0; block <= graph.exit(); block++) {
        copies[block] = new BitSet();
        computed[block] = new BitSet();
      }
      boolean grows = true;
      while (grows) {
        grows = false;
        for (int block = 0; block < graph.exit(); block++) {
          BitSet held = (BitSet) copies[block].clone();
          BitSet made = (BitSet) computed[block].clone();
          pass(block, graph.end(block), held, made);
          for (int next : graph.successors(block)) {
            grows |= join(copies[next], held);
            grows |= join(computed[next], made);
          }
        }
      }
    }

    private static boolean join(BitSet into, BitSet from) {
      int before = into.cardinality();
      into.or(from);
      return into.cardinality() > before;
    }

    /** Whether what a store writes is computed from the value. */
    boolean reaches(int index, Store store) {
      int block = graph.blockOf(index);
      BitSet held = (BitSet) copies[block].clone();
      BitSet made = (BitSet) computed[block].clone();
      pass(block, index, held, made);
      return made.get(store.values().getFirst());
    }

    private void pass(int block, int end, BitSet held, BitSet made) {
      for (int i = graph.start(block); i < end; i++) {
        Instruction instruction = program.code().get(i);
        boolean copy = i == load;
        boolean result = false;
        if (instruction instanceof Arithmetic) {
          boolean moves = instruction instanceof Compute compute && moves(compute);
          for (int register : operands.reads(i)) {
            copy |= moves && held.get(register);
            result |= made.get(register) || (!moves && held.get(register));
          }
        }
        boolean always = instruction.guard().equals(Guard.NONE);
        for (int register : operands.writes(i)) {
          held.set(register, copy || (!always && held.get(register)));
          made.set(register, result || (!always && made.get(register)));
        }
      }
    }

    private static boolean moves(Compute compute) {
      String name = compute.function().mnemonic();
      return name.startsWith("mov") || name.startsWith("cvt");
    }
  }
}
