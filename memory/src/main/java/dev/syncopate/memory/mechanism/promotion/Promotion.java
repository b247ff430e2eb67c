package dev.syncopate.memory.mechanism.promotion;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A home bank's actions for a remote access: ask L1s, wait until all that were asked have answered,
 * perform the access, tell L1s.
 *
 * <p>Either an L1 holds the line from its answer on; or its answer counts for as long as it does
 * not write the line, and is asked for again if it does.
 *
 * @param beforeMessage what the other L1s are asked first, or null for nothing
 * @param beforeRequester what the requester's L1 is asked first
 * @param again the request to an L1 whose answer no longer counts; null where L1s hold the line or
 *     the bank does not watch it
 * @param afterMessage what the other L1s are told then, or null for nothing
 * @param afterRequester what the requester's L1 is told then, or null for nothing
 */
public record Promotion(
    @Nullable PromotionMessage beforeMessage,
    PromotionMessage beforeRequester,
    @Nullable PromotionMessage again,
    @Nullable PromotionMessage afterMessage,
    @Nullable PromotionMessage afterRequester) {

  /**
   * A promotion of which each answer counts to the end: L1s hold the line, or the bank does not
   * watch it.
   */
  public static Promotion of(
      @Nullable PromotionMessage beforeMessage,
      PromotionMessage beforeRequester,
      @Nullable PromotionMessage afterMessage,
      @Nullable PromotionMessage afterRequester) {
    return new Promotion(beforeMessage, beforeRequester, null, afterMessage, afterRequester);
  }

  /** The same, but that the requester's L1 is told what the others are. */
  Promotion tellingAllAlike() {
    return new Promotion(beforeMessage, beforeRequester, again, afterMessage, afterMessage);
  }

  /** The same with another message in the place of one, before the access. */
  Promotion replacing(PromotionMessage message, PromotionMessage replacement) {
    return new Promotion(
        beforeMessage == message ? replacement : beforeMessage,
        beforeRequester == message ? replacement : beforeRequester,
        again,
        afterMessage,
        afterRequester);
  }

  /** All that L1s are asked and told. */
  Stream<PromotionMessage> messages() {
    return Stream.of(beforeMessage, beforeRequester, again, afterMessage, afterRequester)
        .flatMap(Stream::ofNullable);
  }
}
