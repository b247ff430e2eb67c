package dev.syncopate.memory.protocol.promotion;

import org.jspecify.annotations.Nullable;

/**
 * What a home bank does for a remote access: ask every L1, wait until all have answered, perform
 * the access, tell every L1.
 *
 * @param before what the other L1s are asked first
 * @param beforeRequester what the requester's L1 is asked first
 * @param after what the other L1s are told then, or null for nothing
 * @param afterRequester what the requester's L1 is told then, or null for nothing
 */
public record Promotion(
    PromotionMessage before,
    PromotionMessage beforeRequester,
    @Nullable PromotionMessage after,
    @Nullable PromotionMessage afterRequester) {

  /** The same with every L1 holding the line until the access has been performed. */
  Promotion holding() {
    return before == PromotionMessage.SELECTIVE_FLUSH
        ? new Promotion(
            PromotionMessage.SELECTIVE_FLUSH_AND_HOLD,
            PromotionMessage.SELECTIVE_FLUSH_AND_HOLD,
            PromotionMessage.RESUME,
            PromotionMessage.RESUME)
        : this;
  }

  /** For example {@code FLUSH_AND_BLOCK every L1; perform at the L2; UNBLOCK every L1}. */
  @Override
  public String toString() {
    return sent(before, beforeRequester) + "; perform at the L2" + then();
  }

  private String then() {
    return after == null || afterRequester == null ? "" : "; " + sent(after, afterRequester);
  }

  private static String sent(PromotionMessage others, PromotionMessage requester) {
    return others == requester
        ? others + " every L1"
        : others + " every other L1, " + requester + " the requester's";
  }
}
