package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.access.Kind;

/**
 * What a home bank does for each kind of remote access: the very data that is executed.
 *
 * @param load for a remote load, an acquire
 * @param store for a remote store, a release
 * @param atomic for a remote atomic, an acquire and release whatever order it names
 */
public record PromotionTable(Promotion load, Promotion store, Promotion atomic) {
  Promotion of(Kind kind) {
    return switch (kind) {
      case LOAD -> load;
      case STORE -> store;
      case ATOMIC -> atomic;
      case FENCE -> throw new IllegalArgumentException("there is no remote fence");
    };
  }
}
