package dev.syncopate.memory.protocol.promotion;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.kit.l2.TamperedL2;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
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
    return new Wrong(this, right);
  }

  private static final class Wrong extends ForwardingProtocol {
    private final SystemPromotionMutant kind;

    Wrong(SystemPromotionMutant kind, Protocol right) {
      super(right);
      this.kind = kind;
    }

    @Override
    public L2Controller l2(
        int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
      L2Controller l2 = super.l2(bank, config, environment, counters);
      return environment.gpu() == L2Environment.MEMORY_SIDE
          ? l2
          : new TamperedL2(environment, l2, kind.ignored, true);
    }
  }
}
