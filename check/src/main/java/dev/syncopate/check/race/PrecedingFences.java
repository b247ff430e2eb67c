package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fences before each node of a {@link SyncGraph}: those that happen before it, and those that
 * precede writes that were read before it. A set of fences is a node that joins their moments.
 * Nodes are looked at in the order of their making, the first time that one of them is asked for.
 */
final class PrecedingFences {
  /** Entry of a join that the other object has made and no access is behind. */
  private static final int FOREIGN = -1;

  private final SyncGraph graph;

  /** The object that is about more fences, and the one about fewer; null where there is none. */
  private @Nullable PrecedingFences superset;

  private @Nullable PrecedingFences subset;

  /** By node; a fence's moment, or a join of some, is its own entry. */
  private int[] preceding = new int[1024];

  /** By node, the fences that a fence there must be behind. */
  private int[] forced = new int[1024];

  /** Nodes below have their entries. */
  private int unlearned = 1;

  PrecedingFences(SyncGraph graph) {
    this.graph = graph;
  }

  /** Another object is about these fences and more: a join that one makes is none of the other. */
  void shareWith(PrecedingFences larger) {
    superset = larger;
    larger.subset = this;
  }

  /** The fences that happen before a node; 0 for none. */
  int before(int node) {
    learn(node);
    return preceding[node];
  }

  /** The fences that a fence at a node must be behind; 0 for none. */
  int forced(int node) {
    learn(node);
    return forced[node];
  }

  /** The same without those that, as is easily seen, happen before the node. */
  int alsoForced(int node) {
    int fences = forced(node);
    return includes(preceding[node], fences) ? 0 : fences;
  }

  private boolean includes(int fences, int part) {
    return fences == part || (fences > part && graph.joins(fences, part));
  }

  /** Whether {@link #force} would tell of fences that are not known at a node. */
  boolean isNew(int node, int fences) {
    return fences != 0
        && !includes(before(node), fences)
        && merge(forced(node), fences) != forced[node];
  }

  /** At a new node a write has been read that fences are before. */
  void force(int node, int fences) {
    int joined = merge(forced(node), fences);
    forced[node] = joined;
  }

  /**
   * A new node is the moment of a fence.
   *
   * @param settled whether it is behind all fences that it must be behind
   */
  void mark(int node, boolean settled) {
    learn(node);
    preceding[node] = node;
    if (settled) {
      forced[node] = 0;
    }
  }

  /** Both of two sets. */
  int merge(int a, int b) {
    int size = graph.size();
    int joined = a == 0 ? b : graph.merge(a, b);
    if (graph.size() > size) {
      enter(joined, joined);
      if (superset != null) {
        superset.enter(joined, joined);
      }
      if (subset != null) {
        subset.enter(joined, FOREIGN);
      }
    }
    return joined;
  }

  private void enter(int node, int fences) {
    reserve(node);
    preceding[node] = fences;
  }

  private void learn(int node) {
    while (unlearned <= node) {
      int next = unlearned++;
      reserve(next);
      if (preceding[next] == FOREIGN) {
        preceding[next] = 0;
      } else if (preceding[next] != next) {
        int joined = merge(preceding[graph.left(next)], preceding[graph.right(next)]);
        preceding[next] = joined;
        joined = merge(forced[graph.left(next)], forced[graph.right(next)]);
        forced[next] = joined;
      }
    }
  }

  private void reserve(int node) {
    if (node >= preceding.length) {
      int capacity = Math.max(node + 1, 2 * preceding.length);
      preceding = Arrays.copyOf(preceding, capacity);
      forced = Arrays.copyOf(forced, capacity);
    }
  }
}
