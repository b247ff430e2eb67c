package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.analysis.ReadModifyWrites.Reader;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import dev.syncopate.ptx.ir.WarpInstruction.WarpReduce;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Control dependence of stores: those that are executed only if a branch has gone one way, as all
 * ways from the beginning lead over that edge or the store has a guard.
 */
final class ControlDependence {
  /** How a store depends on a decision. */
  enum Kind {
    NONE,
    /** It alone does. */
    STORES,
    /** Other writes do as well, or barriers. */
    ACTS
  }

  /**
   * An edge of a branch with a guard.
   *
   * @param branch the instruction
   * @param predicate its guard's
   * @param dominated the blocks that are reached over the edge alone
   */
  private record Edge(int branch, int predicate, BitSet dominated) {}

  private final Program program;
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final boolean exchanges;
  private final boolean keepsInShared;
  private final List<Edge> edges = new ArrayList<>();

  ControlDependence(Program program, FlowGraph graph, RegisterUses operands) {
    this.program = program;
    this.graph = graph;
    this.operands = operands;
    boolean anyExchange = false;
    boolean stores = false;
    boolean loads = false;
    for (Instruction instruction : program.code()) {
      anyExchange |=
          instruction instanceof WarpInstruction.Shuffle
              || instruction instanceof WarpInstruction.Vote
              || instruction instanceof WarpInstruction.Match
              || instruction instanceof WarpReduce;
      stores |= instruction instanceof Store store && store.space() == StateSpace.SHARED;
      loads |= instruction instanceof Load load && load.space() == StateSpace.SHARED;
    }
    this.exchanges = anyExchange;
    this.keepsInShared = stores && loads;
    BitSet reached = reachable(-1, -1);
    for (int block = 0; block < graph.exit(); block++) {
      int last = graph.end(block) - 1;
      if (reached.get(block)
          && parts(program.code().get(last))
          && graph.successors(block).length > 1) {
        int predicate = program.code().get(last).guard().predicate();
        for (int successor : graph.successors(block)) {
          BitSet dominated = (BitSet) reached.clone();
          dominated.andNot(reachable(block, successor));
          edges.add(new Edge(last, predicate, dominated));
        }
      }
    }
  }

  /** Whether lanes part at an instruction by its guard. */
  private static boolean parts(Instruction instruction) {
    return !instruction.guard().always()
        && (instruction instanceof Branch
            || instruction instanceof Return
            || instruction instanceof Exit);
  }

  /** Whether values can get from one thread to another in this way at all. */
  boolean passes(Reader reader) {
    return reader == Reader.WARP ? exchanges : keepsInShared;
  }

  /** Blocks that are reached from the beginning without an edge. */
  private BitSet reachable(int tail, int head) {
    BitSet reached = new BitSet();
    List<Integer> open = new ArrayList<>(List.of(0));
    reached.set(0);
    while (!open.isEmpty()) {
      int block = open.removeLast();
      for (int next : graph.successors(block)) {
        if (!(block == tail && next == head) && !reached.get(next)) {
          reached.set(next);
          open.add(next);
        }
      }
    }
    return reached;
  }

  /** Whether the value of a load decides about a store. */
  Kind of(ValueFlow flow, int store) {
    Instruction instruction = program.code().get(store);
    if (!instruction.guard().always()) {
      int predicate = instruction.guard().predicate();
      if (flow.computes(store, operands.values + predicate)) {
        return actsUnder(store, predicate) ? Kind.ACTS : Kind.STORES;
      }
    }
    Kind kind = Kind.NONE;
    for (Edge edge : edges) {
      if (edge.dominated.get(graph.blockOf(store))
          && flow.computes(edge.branch, operands.values + edge.predicate)) {
        if (acts(edge, store)) {
          return Kind.ACTS;
        }
        kind = Kind.STORES;
      }
    }
    return kind;
  }

  private boolean acts(Edge edge, int store) {
    for (int block = edge.dominated.nextSetBit(0);
        block >= 0 && block < graph.exit();
        block = edge.dominated.nextSetBit(block + 1)) {
      for (int i = graph.start(block); i < graph.end(block); i++) {
        if (i != store && acts(program.code().get(i))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean actsUnder(int store, int predicate) {
    int block = graph.blockOf(store);
    for (int i = graph.start(block); i < graph.end(block); i++) {
      Instruction instruction = program.code().get(i);
      if (i != store
          && !instruction.guard().always()
          && instruction.guard().predicate() == predicate
          && acts(instruction)) {
        return true;
      }
    }
    return false;
  }

  private static boolean acts(Instruction instruction) {
    return instruction instanceof Atomic
        || instruction instanceof Barrier
        || instruction instanceof Call
        || instruction instanceof CallIndirect
        || (instruction instanceof Store store && store.space() != StateSpace.LOCAL);
  }
}
