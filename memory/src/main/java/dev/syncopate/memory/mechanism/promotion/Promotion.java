package dev.syncopate.memory.mechanism.promotion;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a home bank does for a remote access: ask L1s, wait until all that were asked have answered,
 * perform the access, tell L1s.
 *
 * <p>Either an L1 holds the line from its answer on; or its answer counts for as long as it does
 * not write the line, and is asked for again if it does.
 *
 * @param before what the other L1s are asked first, or null for nothing
 * @param beforeRequester what the requester's L1 is asked first
 * @param again what an L1 is asked whose answer no longer counts, or null where L1s hold the line
 *     or nobody looks
 * @param after what the other L1s are told then, or null for nothing
 * @param afterRequester what the requester's L1 is told then, or null for nothing
 */
public record Promotion(
    @Nullable PromotionMessage before,
    PromotionMessage beforeRequester,
    @Nullable PromotionMessage again,
    @Nullable PromotionMessage after,
    @Nullable PromotionMessage afterRequester) {

  /** One of which each answer counts to the end: L1s hold the line, or nobody looks. */
  public static Promotion of(
      @Nullable PromotionMessage before,
      PromotionMessage beforeRequester,
      @Nullable PromotionMessage after,
      @Nullable PromotionMessage afterRequester) {
    return new Promotion(before, beforeRequester, null, after, afterRequester);
  }

  /** The same, but that the requester's L1 is told what the others are. */
  Promotion tellingAllAlike() {
    return new Promotion(before, beforeRequester, again, after, after);
  }

  /** The same with another message in the place of one, before the access. */
  Promotion replacing(PromotionMessage message, PromotionMessage other) {
    return new Promotion(
        before == message ? other : before,
        beforeRequester == message ? other : beforeRequester,
        again,
        after,
        afterRequester);
  }

  /** All that L1s are asked and told. */
  Stream<PromotionMessage> messages() {
    return Stream.of(before, beforeRequester, again, after, afterRequester)
        .flatMap(Stream::ofNullable);
  }
}
