package dev.syncopate.ptx.analysis;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The immediate post-dominator of every block: the first block through which every way to the exit
 * leads (Cooper, Harvey, Kennedy: "A Simple, Fast Dominance Algorithm", run on the reversed graph).
 * Blocks from which no way leads out, endless loops, are given one from their last block.
 */
final class PostDominators {
  private static final int NONE = -1;

  private final FlowGraph graph;
  private final int[] immediate;

  /** Position of each block in reverse postorder of the reversed graph. */
  private final int[] rank;

  private final boolean[] leadsOut;

  PostDominators(FlowGraph graph) {
    this.graph = graph;
    int nodes = graph.blocks() + 1;
    this.immediate = new int[nodes];
    this.rank = new int[nodes];
    this.leadsOut = new boolean[nodes];
    boolean[] extraExit = new boolean[nodes];
    int[] order = reverseOrder(extraExit);
    Arrays.fill(immediate, NONE);
    immediate[graph.exit()] = graph.exit();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int block : order) {
        int best = extraExit[block] ? graph.exit() : NONE;
        for (int successor : graph.successors(block)) {
          if (immediate[successor] != NONE) {
            best = best == NONE ? successor : meet(best, successor);
          }
        }
        if (best != immediate[block]) {
          immediate[block] = best;
          changed = true;
        }
      }
    }
  }

  /**
   * Index of the instruction at which lanes that part at the end of the block meet, -1 for the
   * exit.
   */
  int reconvergence(int block) {
    int meeting = immediate[block];
    return meeting == graph.exit() || meeting == NONE ? -1 : graph.start(meeting);
  }

  /**
   * All blocks but the exit, those nearest the exit first; marks blocks to be joined to the exit.
   */
  private int[] reverseOrder(boolean[] extraExit) {
    int[] postorder = new int[graph.blocks() + 1];
    int count = walk(graph.exit(), postorder, 0);
    int fromExit = count;
    for (int block = graph.blocks() - 1; block >= 0; block--) {
      if (!leadsOut[block]) {
        extraExit[block] = true;
        count = walk(block, postorder, count);
      }
    }
    // The exit comes first; endless loops hang off it like any other predecessor, in the order they
    // were found.
    int[] order = new int[count - 1];
    int index = 0;
    rank[graph.exit()] = 0;
    for (int i = fromExit - 2; i >= 0; i--) {
      order[index++] = postorder[i];
    }
    for (int i = count - 1; i >= fromExit; i--) {
      order[index++] = postorder[i];
    }
    for (int i = 0; i < order.length; i++) {
      rank[order[i]] = i + 1;
    }
    return order;
  }

  /** Depth-first along reversed edges, without recursion: generated code can be deep. */
  private int walk(int startBlock, int[] postorder, int count) {
    Deque<int[]> stack = new ArrayDeque<>();
    leadsOut[startBlock] = true;
    stack.push(new int[] {startBlock, 0});
    int nextIndex = count;
    while (!stack.isEmpty()) {
      int[] top = stack.peek();
      int[] predecessors = graph.predecessors(top[0]);
      if (top[1] == predecessors.length) {
        postorder[nextIndex++] = top[0];
        stack.pop();
      } else {
        int block = predecessors[top[1]++];
        if (!leadsOut[block]) {
          leadsOut[block] = true;
          stack.push(new int[] {block, 0});
        }
      }
    }
    return nextIndex;
  }

  private int meet(int x, int y) {
    int a = x;
    int b = y;
    while (a != b) {
      while (rank[a] > rank[b]) {
        a = immediate[a];
      }
      while (rank[b] > rank[a]) {
        b = immediate[b];
      }
    }
    return a;
  }
}
