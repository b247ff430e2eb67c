package dev.syncopate.workload.heterosync.tree;

import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.Arrays;

/**
 * A binomial tree of UTS (Olivier et al., LCPC 2006) without its root, walked by the host: a node
 * is 64 bits that decide how many children it has and what they are.
 *
 * @param roots children of the root, where the search begins
 * @param nodes all nodes, the roots among them, in ascending order
 */
record BinomialTree(long[] roots, long[] nodes) {
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  /**
   * @param seed of the root
   * @param count children of the root
   * @param arity children of another node that has any
   * @param threshold such a node's upper half is below it, as unsigned numbers
   * @param most nodes there may be
   */
  static BinomialTree of(long seed, int count, int arity, int threshold, int most) {
    long[] roots = new long[count];
    for (int i = 0; i < count; i++) {
      roots[i] = child(seed, i);
    }
    long[] nodes = Arrays.copyOf(roots, Math.max(16, 2 * count));
    int known = count;
    for (int next = 0; next < known; next++) {
      if (Integer.compareUnsigned((int) (nodes[next] >>> 32), threshold) < 0) {
        if (known + arity > most) {
          throw new WorkloadInputException(
              "the tree of uts has more than %d nodes: choose fewer roots or another seed"
                  .formatted(most));
        }
        if (known + arity > nodes.length) {
          nodes = Arrays.copyOf(nodes, 2 * (known + arity));
        }
        for (int i = 0; i < arity; i++) {
          nodes[known++] = child(nodes[next], i);
        }
      }
    }
    nodes = Arrays.copyOf(nodes, known);
    Arrays.sort(nodes);
    return new BinomialTree(roots, nodes);
  }

  /** The mixing of SplitMix64 (Steele, Lea, Flood: OOPSLA 2014). */
  static long child(long parent, int i) {
    long z = parent + (i + 1) * GOLDEN;
    z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
    return z ^ z >>> 31;
  }
}
