package dev.syncopate.ptx.analysis;

import java.util.Arrays;
import java.util.BitSet;

/**
 * A flow graph without the edges of early exits. Of the blocks that leave a function, the one that
 * most blocks lead to keeps its edge to the exit. Blocks from which no way leads there (those that
 * do something and return, or trap) are dead ends: they keep their edges among themselves, with an
 * exit of their own, and nothing else has an edge to them. A block that only returns counts as the
 * exit itself.
 */
final class LateExits implements Edges {
  private final int exit;
  private final int[][] successors;
  private final int[][] predecessors;

  LateExits(FlowGraph graph) {
    this.exit = graph.exit();
    boolean[] leaves = new boolean[exit];
    boolean[] only = new boolean[exit];
    for (int block = 0; block < exit; block++) {
      only[block] = onlyLeaves(graph, block);
    }
    for (int block = 0; block < exit; block++) {
      for (int to : graph.successors(block)) {
        leaves[block] |= !only[block] && (to == exit || only[to]);
      }
    }
    int[] end = new int[exit];
    Arrays.fill(end, -1);
    divide(graph, leaves, only, end);
    successors = new int[exit + 1][];
    successors[exit] = new int[0];
    for (int block = 0; block < exit; block++) {
      successors[block] = only[block] ? new int[] {exit} : kept(graph, block, only, end);
    }
    predecessors = FlowGraph.invert(successors);
  }

  /** Whether a block has one instruction, which leaves the function. */
  static boolean onlyLeaves(FlowGraph graph, int block) {
    int[] to = graph.successors(block);
    return graph.end(block) - graph.start(block) == 1 && to.length == 1 && to[0] == graph.exit();
  }

  /** Gives each block the last block of those that it leads to, the most popular ones first. */
  private static void divide(FlowGraph graph, boolean[] leaves, boolean[] only, int[] end) {
    BitSet[] leadsTo = new BitSet[leaves.length];
    for (int block = 0; block < leaves.length; block++) {
      if (leaves[block]) {
        leadsTo[block] = before(graph, block, only);
      }
    }
    BitSet left = new BitSet();
    left.set(0, leaves.length);
    while (true) {
      int best = -1;
      int most = 0;
      for (int block = 0; block < leaves.length; block++) {
        if (leaves[block] && left.get(block)) {
          BitSet here = (BitSet) leadsTo[block].clone();
          here.and(left);
          if (here.cardinality() >= most) {
            most = here.cardinality();
            best = block;
          }
        }
      }
      if (best < 0) {
        return;
      }
      BitSet here = leadsTo[best];
      here.and(left);
      left.andNot(here);
      for (int block = here.nextSetBit(0); block >= 0; block = here.nextSetBit(block + 1)) {
        end[block] = best;
      }
    }
  }

  /** The blocks from which one leads, itself among them. */
  private static BitSet before(FlowGraph graph, int last, boolean[] only) {
    BitSet found = new BitSet();
    int[] work = new int[graph.blocks()];
    int count = 0;
    found.set(last);
    work[count++] = last;
    while (count > 0) {
      for (int block : graph.predecessors(work[--count])) {
        if (!only[block] && !found.get(block)) {
          found.set(block);
          work[count++] = block;
        }
      }
    }
    return found;
  }

  private int[] kept(FlowGraph graph, int block, boolean[] only, int[] end) {
    int[] to = new int[graph.successors(block).length + 1];
    int count = 0;
    for (int next : graph.successors(block)) {
      if (next != exit && !only[next] && end[next] == end[block]) {
        to[count++] = next;
      }
    }
    if (end[block] == block) {
      to[count++] = exit;
    }
    return Arrays.copyOf(to, count);
  }

  @Override
  public int blocks() {
    return exit;
  }

  @Override
  public int exit() {
    return exit;
  }

  @Override
  public int[] successors(int block) {
    return successors[block];
  }

  @Override
  public int[] predecessors(int block) {
    return predecessors[block];
  }
}
