package dev.syncopate.memory.mechanism.promotion;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Table of a home bank's messages for remote accesses: the very data that is executed.
 *
 * @param single for one that is done alone
 * @param combined for several that have waited for their line, by one round of asking; or null
 *     where those to a line are done one after the other
 */
public record PromotionTable(PromotionKinds single, @Nullable PromotionKinds combined) {
  /** One whose accesses to a line are done one after the other. */
  public static PromotionTable inTurn(Promotion load, Promotion store, Promotion atomic) {
    return new PromotionTable(new PromotionKinds(load, store, atomic), null);
  }

  /**
   * One whose accesses to a line are done together where they have waited for it. Of several
   * requesters each is one of the others to another, when L1s are told.
   */
  public static PromotionTable together(Promotion load, Promotion store, Promotion atomic) {
    PromotionKinds kinds = new PromotionKinds(load, store, atomic);
    return new PromotionTable(kinds, kinds.tellingAllAlike());
  }

  /** This table with something else done for a remote store that is done alone. */
  public PromotionTable withStore(Promotion storePromotion) {
    return new PromotionTable(single.withStore(storePromotion), combined);
  }

  /** Whether home banks ask L1s again, in place of having them hold the line. */
  boolean watches() {
    return single.all().stream().anyMatch(promotion -> promotion.again() != null);
  }

  /** All messages of promotion that are sent, in their order. */
  Set<PromotionMessage> messages() {
    Set<PromotionMessage> messages =
        EnumSet.of(PromotionMessage.REMOTE, PromotionMessage.FLUSHED, PromotionMessage.RESUME);
    single.all().forEach(promotion -> promotion.messages().forEach(messages::add));
    if (messages.stream().anyMatch(PromotionMessage::selective)) {
      messages.add(PromotionMessage.NOT_FOUND);
    }
    return messages;
  }
}
