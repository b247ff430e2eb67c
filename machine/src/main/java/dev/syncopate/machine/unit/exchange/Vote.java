package dev.syncopate.machine.unit.exchange;

import dev.syncopate.ptx.ir.WarpInstruction.VoteMode;

/** {@code vote} and {@code elect} (PTX ISA, "vote.sync", "elect.sync"). */
public final class Vote {
  private Vote() {}

  /**
   * What the lanes that take part learn about a predicate of theirs.
   *
   * @param predicate a bit a lane; those of other lanes are ignored
   * @return for {@code BALLOT} the value that each of them gets: the lanes where the predicate
   *     holds; else {@code lanes} when the answer is yes and 0 when it is no, which is the
   *     predicate destination
   */
  public static long apply(VoteMode mode, long predicate, long lanes) {
    long holds = predicate & lanes;
    boolean yes =
        switch (mode) {
          case ALL -> holds == lanes;
          case ANY -> holds != 0;
          case UNI -> holds == lanes || holds == 0;
          case BALLOT -> false;
        };
    return mode == VoteMode.BALLOT ? holds : yes ? lanes : 0;
  }

  /** The lane that {@code elect} chooses: the lowest. */
  public static int leader(long lanes) {
    return Long.numberOfTrailingZeros(lanes);
  }
}
