package dev.syncopate.memory.mechanism.promotion;

import java.util.List;
import java.util.function.IntPredicate;

/** Memory of a home bank for the L1s that have had something to flush (srsp §4.9). */
public interface FlushHints {
  /** No L1. */
  int NONE = -1;

  /** The L1 that last had something to flush for a line, or {@link #NONE}. */
  int hint(long line);

  /**
   * Remembers the L1 that had something to flush for a line.
   *
   * @param hinted whether it was asked because of a hint
   */
  void remember(long line, int tile, boolean hinted);

  /** What is counted of hints. */
  List<Object> counters();

  /**
   * As {@link dev.syncopate.memory.protocol.L2Controller#checkInvariants}.
   *
   * @param serves whether a number is that of an L1 that the bank may ask
   */
  List<String> checkInvariants(IntPredicate serves);
}
