package dev.syncopate.memory.mechanism.denovo;

import dev.syncopate.memory.mechanism.denovo.message.DenovoMessage;
import dev.syncopate.memory.mechanism.denovo.message.DenovoType;

/** Events of a word in an L1. */
enum DenovoWordEvent {
  /** A load whose bytes of the word are here. */
  LOAD_HIT,
  /** A load that lacks bytes of the word. */
  LOAD_MISS,
  /** A store that does not synchronise. */
  STORE,
  /** A synchronising access, atomics among them. */
  SYNC,
  /** A synchronising access lacks the word. */
  REGISTER,
  /** A release, or a kernel's end. */
  RELEASE,
  /** The store buffer has no room for another line. */
  OVERFLOW,
  /** An acquire, or a kernel's beginning. It happens to all words of the L1 at once. */
  INVALIDATE,
  /** The L2, or the owner before, makes this L1 the owner. */
  GRANT,
  /** Bytes that a load has asked for. */
  FILL,
  /** The L2 forwards what another asks of the word, which is being written back. */
  ANSWER_LEAVING,
  /** The L2 forwards what another asks of the word before its registration is complete. */
  WAIT,
  /** The owner to be gets the word. */
  HAND_OVER,
  /** A reader gets its bytes. */
  LEND,
  /** The bank recalls it. */
  RECALL,
  /** Its line loses its frame, or it is asked for again together with others. */
  EVICT;

  /**
   * The event of words with which an owner answers what the L2 forwards.
   *
   * @throws IllegalArgumentException for a message that is not forwarded
   */
  static DenovoWordEvent answering(DenovoMessage forwarded) {
    return switch ((DenovoType) forwarded.type) {
      case FORWARD_READ -> LEND;
      case FORWARD_REGISTER -> HAND_OVER;
      case RECALL -> RECALL;
      default -> throw new IllegalArgumentException(forwarded + " is not forwarded to an owner");
    };
  }
}
