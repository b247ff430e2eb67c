package dev.syncopate.workload.stealing;

import dev.syncopate.workload.graph.Permutation;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * Initial assignment of elements to queues. The papers say that vertices are "evenly distributed
 * across the queues" (rsp §5.1), not in which order.
 */
public enum QueueAssignment {
  /** A contiguous piece of the elements each, pieces as equal as can be. */
  PIECES {
    @Override
    int[][] deal(int queues, int elements, IntToLongFunction arcs) {
      return pieces(queues, IntStream.range(0, elements).toArray());
    }
  },
  /** One element each in turn. */
  INTERLEAVED {
    @Override
    int[][] deal(int queues, int elements, IntToLongFunction arcs) {
      return IntStream.range(0, queues)
          .mapToObj(
              queue -> IntStream.range(0, elements).filter(e -> e % queues == queue).toArray())
          .toArray(int[][]::new);
    }
  },
  /** As many elements each, drawn at random. */
  SHUFFLED {
    @Override
    int[][] deal(int queues, int elements, IntToLongFunction arcs) {
      return pieces(queues, Permutation.random(elements, SEED));
    }
  },
  /**
   * A contiguous piece each, pieces of about as many arcs: not what the papers say, but a bound.
   */
  ARCS {
    @Override
    int[][] deal(int queues, int elements, IntToLongFunction arcs) {
      long totalArcs = IntStream.range(0, elements).mapToLong(arcs).sum();
      int[][] dealt = new int[queues][];
      long dealtArcs = 0;
      int start = 0;
      for (int queue = 0; queue < queues; queue++) {
        int end = start;
        long arcLimit = Math.multiplyExact(totalArcs, queue + 1) / queues;
        while (end < elements
            && (queue == queues - 1 || dealtArcs + arcs.applyAsLong(end) / 2 < arcLimit)) {
          dealtArcs += arcs.applyAsLong(end);
          end++;
        }
        dealt[queue] = IntStream.range(start, end).toArray();
        start = end;
      }
      return dealt;
    }
  };

  /** Of the random order: the same for all inputs. */
  private static final long SEED = 1;

  /**
   * Elements of each queue, the first ones nearest its head.
   *
   * @param arcs of an element's vertices together
   */
  abstract int[][] deal(int queues, int elements, IntToLongFunction arcs);

  private static int[][] pieces(int queues, int[] order) {
    return IntStream.range(0, queues)
        .mapToObj(queue ->
            Arrays.copyOfRange(
                order,
                (int) ((long) queue * order.length / queues),
                (int) ((queue + 1L) * order.length / queues)))
        .toArray(int[][]::new);
  }

  /** As people write it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
