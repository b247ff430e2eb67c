package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a home bank does for each kind of remote access: the very data that is executed.
 *
 * @param load for a remote load, an acquire
 * @param store for a remote store, a release
 * @param atomic for a remote atomic, an acquire and release whatever order it names
 * @param shared whether remote accesses that wait for their line are done together, by one round of
 *     asking, or one after the other
 */
public record PromotionTable(Promotion load, Promotion store, Promotion atomic, boolean shared) {
  /** One whose accesses to a line are done one after the other. */
  public static PromotionTable inTurn(Promotion load, Promotion store, Promotion atomic) {
    return new PromotionTable(load, store, atomic, false);
  }

  /** Whether home banks ask L1s again, in place of having them hold the line. */
  boolean watches() {
    return load.again() != null || store.again() != null || atomic.again() != null;
  }

  /** All messages of promotion that are sent, in their order. */
  Set<PromotionMessage> messages() {
    Set<PromotionMessage> all =
        EnumSet.of(PromotionMessage.REMOTE, PromotionMessage.FLUSHED, PromotionMessage.RESUME);
    for (Promotion promotion : List.of(load, store, atomic)) {
      Stream.of(
              promotion.before(),
              promotion.beforeRequester(),
              promotion.again(),
              promotion.after(),
              promotion.afterRequester())
          .flatMap(Stream::ofNullable)
          .forEach(all::add);
    }
    if (all.stream().anyMatch(PromotionMessage::selective)) {
      all.add(PromotionMessage.NOT_FOUND);
    }
    return all;
  }

  Promotion of(Kind kind) {
    return switch (kind) {
      case LOAD -> load;
      case STORE -> store;
      case ATOMIC -> atomic;
      case FENCE -> throw new IllegalArgumentException("there is no remote fence");
    };
  }
}
