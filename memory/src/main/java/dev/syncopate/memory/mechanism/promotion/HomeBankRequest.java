package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.protocol.MemoryMessage;

/** Request of a home bank to an L1, until it is done. */
public final class HomeBankRequest {
  /** What the home bank has sent. */
  public final MemoryMessage message;

  /** What is done in its turn. */
  final HoldEvent turn;

  /** Whether the line is held for it. */
  boolean holding;

  private int settled = PromotionPolicy.NOTHING_LOST;
  private boolean bytesFound = true;

  HomeBankRequest(MemoryMessage message, HoldEvent turn) {
    this.message = message;
    this.turn = turn;
  }

  /** Whether it is for a remote access of the same L1. */
  public boolean own() {
    return message.tag == PromotingL2.REQUESTER;
  }

  /** The home bank is answered when the writes of a generation are acknowledged. */
  public void answerWhenSettled(int generation) {
    settled = generation;
  }

  /** Whether the answer says that there was something to flush for the line. */
  public void found(boolean something) {
    bytesFound = something;
  }

  int settled() {
    return settled;
  }

  PromotionMessage answer() {
    return bytesFound ? PromotionMessage.FLUSHED : PromotionMessage.NOT_FOUND;
  }
}
