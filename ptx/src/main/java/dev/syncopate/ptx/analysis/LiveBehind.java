package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import java.util.BitSet;
import java.util.List;

/** Registers of one function that are live after an instruction. */
public final class LiveBehind {
  private final FlowGraph graph;
  private final Liveness liveness;

  /**
   * @param code of the function; targets of its branches are indices into it
   * @param values number of value registers
   * @param predicates number of predicate registers
   */
  public LiveBehind(List<Instruction> code, int values, int predicates) {
    this.graph = new FlowGraph(code, List.of(0));
    this.liveness = new Liveness(code, graph, new RegisterUses(code, values, predicates));
  }

  /** Value register r is the number r, predicate register p is {@code values + p}. */
  public BitSet of(int instruction) {
    int block = graph.blockOf(instruction);
    long[] live = liveness.atEnd(block);
    for (int i = graph.end(block) - 1; i > instruction; i--) {
      liveness.before(i, live);
    }
    return BitSet.valueOf(live);
  }
}
