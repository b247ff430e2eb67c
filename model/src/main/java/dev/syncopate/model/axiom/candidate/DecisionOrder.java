package dev.syncopate.model.axiom.candidate;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Choice of the next decision of a search: a read's write, or the order of two writes. */
final class DecisionOrder {
  /**
   * The next choice.
   *
   * @param pair two writes; null for a read
   * @param read a read; none where there is nothing left
   */
  record Item(int @Nullable [] pair, int read) {}

  private final ExecutionSkeleton skeleton;
  private final ExecutionEnumeration.Visitor visitor;
  private final Nogoods nogoods;
  private final boolean ordersWrites;

  /** The read that no write suited, or none. */
  private int stubbornRead = CandidateExecution.NONE;

  /** The pair of writes that could not be in order. */
  private int @Nullable [] stubbornPair;

  /**
   * @param ordersWrites whether it is to put each two writes to a location in order
   */
  DecisionOrder(
      ExecutionSkeleton skeleton,
      ExecutionEnumeration.Visitor visitor,
      Nogoods nogoods,
      boolean ordersWrites) {
    this.skeleton = skeleton;
    this.visitor = visitor;
    this.nogoods = nogoods;
    this.ordersWrites = ordersWrites;
  }

  /**
   * Next where what is observed comes first, but for reads that no more than one write suits: they
   * are settled at once.
   */
  Item observedFirst(CandidateExecution execution) {
    int settledRead = next(execution, unmatched(execution), /* below= */ 2);
    if (settledRead != CandidateExecution.NONE) {
      return new Item(null, settledRead);
    }
    BitSet reads = urgent(execution);
    int[] pair = stubborn(execution);
    if (pair == null && reads.isEmpty()) {
      pair = open(execution, /* last= */ true);
      reads = unmatched(execution);
      if (pair == null && reads.isEmpty()) {
        pair = open(execution, /* last= */ false);
      }
    }
    return new Item(
        pair, pair == null ? next(execution, reads, Integer.MAX_VALUE) : CandidateExecution.NONE);
  }

  /** Next in the skeleton's order of reads, and then of writes. */
  Item inOrder(CandidateExecution execution) {
    for (int read : skeleton.reads()) {
      if (execution.matching().source(read) == CandidateExecution.NONE) {
        return new Item(null, read);
      }
    }
    return new Item(open(execution, /* last= */ false), CandidateExecution.NONE);
  }

  /** Two writes could not be in order. */
  void failed(int[] pair) {
    stubbornPair = pair;
  }

  /** Two writes could be in either order. */
  void suited(int[] pair) {
    stubbornPair = Arrays.equals(pair, stubbornPair) ? null : stubbornPair;
  }

  /** All writes were tried for a read; one of them suited or none. */
  void tried(int read, boolean suited) {
    if (!suited) {
      stubbornRead = read;
    } else if (read == stubbornRead) {
      stubbornRead = CandidateExecution.NONE;
    }
  }

  /** The reads one of which comes before anything else that is no stubborn pair. */
  private BitSet urgent(CandidateExecution execution) {
    if (stubbornRead == CandidateExecution.NONE
        || execution.matching().source(stubbornRead) != CandidateExecution.NONE) {
      return visitor.first(execution);
    }
    BitSet stubborn = new BitSet();
    stubborn.set(stubbornRead);
    return stubborn;
  }

  private BitSet unmatched(CandidateExecution execution) {
    BitSet reads = new BitSet();
    for (int read : skeleton.reads()) {
      reads.set(read, execution.matching().source(read) == CandidateExecution.NONE);
    }
    return reads;
  }

  /** The read with the fewest suitable writes; none where each has as many as a number. */
  private int next(CandidateExecution execution, BitSet among, int below) {
    int fewest = below;
    int next = CandidateExecution.NONE;
    for (int read : skeleton.reads()) {
      if (among.get(read)) {
        int suiting = suiting(execution, read, fewest);
        if (suiting < fewest) {
          fewest = suiting;
          next = read;
        }
      }
    }
    return next;
  }

  /** How many writes a read may read from, as far as it is known; counted up to a number. */
  private int suiting(CandidateExecution execution, int read, int enough) {
    int count = 0;
    for (int write : skeleton.sources(read)) {
      if (count == enough) {
        break;
      }
      if (execution.matching().suits(read, write)
          && nogoods.ofMatched(execution, read, write, null) == null) {
        count++;
      }
    }
    return count;
  }

  private int @Nullable [] stubborn(CandidateExecution execution) {
    return stubbornPair == null || execution.isOrdered(stubbornPair[0], stubbornPair[1])
        ? null
        : stubbornPair;
  }

  /**
   * Two writes that are in no order yet; null for none.
   *
   * @param last whether only of writes that may both be the last of their location
   */
  private int @Nullable [] open(CandidateExecution execution, boolean last) {
    if (!ordersWrites) {
      return null;
    }
    for (int[] pair : skeleton.pairs()) {
      if (!execution.isOrdered(pair[0], pair[1])
          && !(last
              && (execution.coherence().hasAfter(pair[0])
                  || execution.coherence().hasAfter(pair[1])))) {
        return pair;
      }
    }
    return null;
  }
}
