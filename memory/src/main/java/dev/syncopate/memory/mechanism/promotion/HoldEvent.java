package dev.syncopate.memory.mechanism.promotion;

/**
 * Events of a line at an L1 that concern remote accesses to it. Events that are called like a
 * {@link PromotionMessage} are what that message has the L1 do.
 */
public enum HoldEvent {
  /** An access to the line comes. */
  ACCESS,
  /** An access that has waited for the line is offered again. */
  RETRY,
  /** A message forbids the L1 to synchronise. */
  BLOCK,
  /** A home bank has asked for something that is done while the line is held. */
  ASK,
  FLUSH_AND_BLOCK,
  FLUSH_AND_HOLD,
  FLUSH,
  DROP,
  HOLD,
  SELECTIVE_FLUSH,
  SELECTIVE_FLUSH_AND_HOLD,
  /** The home bank has its answer, for which alone the line was held. */
  ANSWERED,
  RESUME,
  UNBLOCK,
  INVALIDATE,
  INVALIDATE_AND_UNBLOCK,
  SELECTIVE_INVALIDATE
}
