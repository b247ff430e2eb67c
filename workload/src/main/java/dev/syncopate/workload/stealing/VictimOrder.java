package dev.syncopate.workload.stealing;

import dev.syncopate.workload.graph.Permutation;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Order in which a thief meets the other queues. A thief tries the queues in the order of their
 * numbers, from its own number on, so the numbers of the pieces decide the order of victims. The
 * papers do not state that order (rsp §5.1, srsp §5.1.1).
 */
public enum VictimOrder {
  /** The neighbouring pieces: queues are numbered as their pieces. */
  NEXT {
    @Override
    int[] pieces(int queues) {
      return IntStream.range(0, queues).toArray();
    }
  },
  /** Pieces drawn at random, the same ones for all inputs. */
  SHUFFLED {
    @Override
    int[] pieces(int queues) {
      return Permutation.random(queues, SEED);
    }
  },
  /** Distant pieces: the binary digits of a piece's number are reversed. */
  DISTANT {
    @Override
    int[] pieces(int queues) {
      return IntStream.range(0, queues)
          .boxed()
          .sorted(Comparator.comparing(Integer::reverse, Integer::compareUnsigned))
          .mapToInt(Integer::intValue)
          .toArray();
    }
  };

  private static final long SEED = 1;

  /** The piece of each queue: each number below {@code queues} once. */
  abstract int[] pieces(int queues);

  /**
   * The same pieces, in the order of the queues.
   *
   * @param dealt elements of each piece
   */
  int[][] numbered(int[][] dealt) {
    return IntStream.of(pieces(dealt.length)).mapToObj(piece -> dealt[piece]).toArray(int[][]::new);
  }

  /** As people write it. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
