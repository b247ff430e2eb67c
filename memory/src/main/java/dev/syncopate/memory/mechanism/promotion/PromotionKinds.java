package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;
import java.util.List;

/**
 * A home bank's actions for each kind of remote access.
 *
 * @param load for a remote load, an acquire
 * @param store for a remote store, a release
 * @param atomic for a remote atomic, an acquire and release under every named order
 */
public record PromotionKinds(Promotion load, Promotion store, Promotion atomic) {
  /** The same with something else done for a remote store. */
  public PromotionKinds withStore(Promotion storePromotion) {
    return new PromotionKinds(load, storePromotion, atomic);
  }

  /** The same with another message in the place of one, before the access. */
  public PromotionKinds replacing(PromotionMessage message, PromotionMessage replacement) {
    return new PromotionKinds(
        load.replacing(message, replacement),
        store.replacing(message, replacement),
        atomic.replacing(message, replacement));
  }

  /** The same, but that the requester's L1 is told what the others are. */
  PromotionKinds tellingAllAlike() {
    return new PromotionKinds(
        load.tellingAllAlike(), store.tellingAllAlike(), atomic.tellingAllAlike());
  }

  List<Promotion> all() {
    return List.of(load, store, atomic);
  }

  Promotion of(AccessKind kind) {
    return switch (kind) {
      case LOAD -> load;
      case STORE -> store;
      case ATOMIC -> atomic;
      case FENCE -> throw new IllegalArgumentException("there is no remote fence");
    };
  }
}
