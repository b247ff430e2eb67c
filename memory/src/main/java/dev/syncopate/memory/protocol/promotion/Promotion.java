package dev.syncopate.memory.protocol.promotion;

import org.jspecify.annotations.Nullable;

/**
 * What a home bank does for a remote access: ask L1s, wait until all that were asked have answered,
 * perform the access, tell L1s.
 *
 * @param before what the other L1s are asked first, or null for nothing
 * @param beforeRequester what the requester's L1 is asked first
 * @param after what the other L1s are told then, or null for nothing
 * @param afterRequester what the requester's L1 is told then, or null for nothing
 */
public record Promotion(
    @Nullable PromotionMessage before,
    PromotionMessage beforeRequester,
    @Nullable PromotionMessage after,
    @Nullable PromotionMessage afterRequester) {

  /** For example {@code FLUSH_AND_BLOCK every L1; perform at the L2; UNBLOCK every L1}. */
  @Override
  public String toString() {
    return sent(before, beforeRequester) + "; perform at the L2" + then();
  }

  private String then() {
    return after == null || afterRequester == null ? "" : "; " + sent(after, afterRequester);
  }

  private static String sent(@Nullable PromotionMessage others, PromotionMessage requester) {
    if (others == null) {
      return requester + " the requester's L1";
    }
    return others == requester
        ? others + " every L1"
        : others + " every other L1, " + requester + " the requester's";
  }
}
