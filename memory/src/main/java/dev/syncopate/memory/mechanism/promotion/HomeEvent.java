package dev.syncopate.memory.mechanism.promotion;

/** Events of a line at its home bank that concern remote accesses to it. */
public enum HomeEvent {
  /** A remote access comes. */
  REQUEST,
  /** An L1 has done what it was asked for. */
  FLUSHED,
  /** An L1 has, and its LR-TBL did not have the line. */
  NOT_FOUND,
  /** Bytes of the line come from an L1 that was not asked. */
  OVERTAKE,
  /** All have answered, and what the hinted L1 has found is all that there is to find. */
  HINT_HOLDS,
  /** All have answered, and others may have something to flush. */
  HINT_FAILS,
  /** All have answered. */
  ALL_ANSWERED,
  /** An L2 has answered. */
  BANK_ANSWERED,
  /** All L2s that were asked have answered, and there is another round of asking. */
  ROUND_OVER,
  /** All L2s have answered for the last time. */
  ROUNDS_OVER,
  /** One of the accesses that share the round is performed. */
  SERVED,
  /** The last of them is performed. */
  ALL_SERVED
}
