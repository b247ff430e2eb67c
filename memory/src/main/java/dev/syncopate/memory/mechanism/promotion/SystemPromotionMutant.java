package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.l2.TamperedL2;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;

/** L2s of several GPUs that take part in remote accesses wrongly on purpose. */
public enum SystemPromotionMutant implements Mutant {
  PROMOTION_WITHOUT_L2_FLUSH(
      "no L2 flushes before a remote access at system scope", SystemMessage.FLUSH),
  PROMOTION_WITHOUT_L2_INVALIDATION(
      "no L2 invalidates for a remote access at system scope", SystemMessage.INVALIDATE),
  PROMOTION_WITHOUT_HOLD(
      "no L2 holds the line of a remote access at system scope", SystemMessage.HOLD);

  private final String fault;
  private final SystemMessage ignored;

  SystemPromotionMutant(String fault, SystemMessage ignored) {
    this.fault = fault;
    this.ignored = ignored;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return TamperedL2.under(right, ignored, true);
  }
}
