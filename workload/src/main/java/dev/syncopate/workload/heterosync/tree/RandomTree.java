package dev.syncopate.workload.heterosync.tree;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A tree in which each node has children by chance until there are enough, numbered level by level.
 *
 * @param children of each node the first of its children, which have adjacent numbers; 0 for a leaf
 * @param values of each node
 */
record RandomTree(int[] children, int[] values) {
  private static final int PER_CENT = 100;

  /**
   * A tree whose root has children if there may be any.
   *
   * @param maxNodes nodes there may be
   * @param arity children of a node that has any
   * @param fertility of 100 nodes how many have children
   */
  static RandomTree of(RandomGenerator random, int maxNodes, int arity, int fertility) {
    int[] children = new int[maxNodes];
    int nodeCount = 1;
    for (int node = 0; node < nodeCount; node++) {
      boolean fertile = random.nextInt(PER_CENT) < fertility || node == 0;
      if (fertile && nodeCount + arity <= maxNodes) {
        children[node] = nodeCount;
        nodeCount += arity;
      }
    }
    int[] values = new int[nodeCount];
    for (int node = 0; node < nodeCount; node++) {
      values[node] = random.nextInt();
    }
    return new RandomTree(Arrays.copyOf(children, nodeCount), values);
  }

  int nodes() {
    return children.length;
  }

  int leaves() {
    int leaves = 0;
    for (int first : children) {
      leaves += first == 0 ? 1 : 0;
    }
    return leaves;
  }

  /** Sum of the leaves' values. */
  int sum() {
    int sum = 0;
    for (int node = 0; node < children.length; node++) {
      sum += children[node] == 0 ? values[node] : 0;
    }
    return sum;
  }

  /** Steps from the root to each node. */
  int[] depths(int arity) {
    int[] depths = new int[children.length];
    for (int node = 0; node < children.length; node++) {
      for (int i = 0; children[node] != 0 && i < arity; i++) {
        depths[children[node] + i] = depths[node] + 1;
      }
    }
    return depths;
  }
}
