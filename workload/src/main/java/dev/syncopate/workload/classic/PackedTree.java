package dev.syncopate.workload.classic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A B+ tree of ascending keys, as full as can be, packed into arrays: the root first, the leaves
 * last, {@code order} elements a node.
 *
 * @param keys of every node; an inner node's are the least of each child, the first one's the least
 *     there is; {@link Integer#MAX_VALUE} in free places
 * @param children nodes, or values of a leaf's keys
 * @param height nodes from root to leaf, at least 1
 * @param leaves number of the first leaf
 */
record PackedTree(int[] keys, int[] children, int height, int leaves) {
  /** Bulk load from below. */
  static PackedTree of(int[] sorted, int[] values, int order) {
    List<Integer> nodes = new ArrayList<>();
    for (int n = sorted.length; nodes.isEmpty() || n > 1; ) {
      n = Math.ceilDiv(n, order);
      nodes.addFirst(n);
    }
    int nodeCount = nodes.stream().mapToInt(Integer::intValue).sum();
    int[] keys = new int[nodeCount * order];
    int[] children = new int[nodeCount * order];
    Arrays.fill(keys, Integer.MAX_VALUE);
    int leaves = nodeCount - nodes.getLast();
    System.arraycopy(sorted, 0, keys, leaves * order, sorted.length);
    System.arraycopy(values, 0, children, leaves * order, values.length);
    int below = leaves;
    int span = order;
    for (int level = nodes.size() - 2; level >= 0; level--) {
      int first = below - nodes.get(level);
      for (int child = 0; child < nodes.get(level + 1); child++) {
        keys[first * order + child] = child % order == 0 ? Integer.MIN_VALUE : sorted[child * span];
        children[first * order + child] = below + child;
      }
      below = first;
      span *= order;
    }
    return new PackedTree(keys, children, nodes.size(), leaves);
  }
}
