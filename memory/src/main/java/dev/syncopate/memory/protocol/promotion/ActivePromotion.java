package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.gpu.GpuMessage;
import java.util.ArrayDeque;

/** A remote access under way, and those to its line that wait. */
public final class ActivePromotion {
  final RemoteRequest request;
  final Promotion promotion;
  final ArrayDeque<RemoteRequest> queue;

  /** Answers to come. */
  int pending;

  /** The round of {@link L2Rounds} under way. */
  int round = -1;

  /** The last other L1 that had something to flush. */
  int found = PromotingL2.NOBODY;

  /** The only other L1 that was asked, if not all were. */
  private int asked = PromotingL2.NOBODY;

  /** Whether bytes of the line have come from an L1 that was not asked. */
  private boolean overtaken;

  ActivePromotion(RemoteRequest request, Promotion promotion, ArrayDeque<RemoteRequest> queue) {
    this.request = request;
    this.promotion = promotion;
    this.queue = queue;
  }

  /** The line. */
  public long line() {
    return request.line;
  }

  /** The compute unit that asks. */
  public int requester() {
    return request.tile;
  }

  /** Whether the other L1s are asked for a selective flush. */
  public boolean selective() {
    PromotionMessage before = promotion.before();
    return before != null && before.selective();
  }

  /** The last other L1 that had something to flush, or {@link PromotingL2#NOBODY}. */
  public int found() {
    return found;
  }

  /** The only other L1 that was asked, or {@link PromotingL2#NOBODY}. */
  public int asked() {
    return asked;
  }

  /**
   * Whether bytes of the line have come meanwhile from an L1 that was not asked: what it released
   * with them may not have arrived.
   */
  public boolean overtaken() {
    return overtaken;
  }

  /** A message is served while this is under way. */
  void serves(MemoryMessage message) {
    overtaken |=
        asked != PromotingL2.NOBODY
            && message.tile != asked
            && message.tile != request.tile
            && message.type != GpuMessage.READ
            && message.type != GpuMessage.LOAD;
  }

  /** Whether all that were asked have answered. */
  public boolean answered() {
    return pending == 0;
  }

  /** Only one other L1 is asked. */
  public void askOnly(int tile) {
    asked = tile;
  }
}
