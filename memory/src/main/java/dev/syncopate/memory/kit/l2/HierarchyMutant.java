package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;

/** L2s of several GPUs that are wrong on purpose, under any protocol. */
public enum HierarchyMutant implements Mutant {
  RELEASE_WITHOUT_L2_FLUSH(
      "no release at system scope has the GPU's L2 flush", SystemMessage.FLUSH, false),
  ACQUIRE_WITHOUT_L2_INVALIDATION(
      "no acquire at system scope has the GPU's L2 invalidate", SystemMessage.INVALIDATE, false),
  PROMOTION_WITHOUT_L2_FLUSH(
      "no L2 flushes before a remote access at system scope", SystemMessage.FLUSH, true),
  PROMOTION_WITHOUT_L2_INVALIDATION(
      "no L2 invalidates for a remote access at system scope", SystemMessage.INVALIDATE, true),
  PROMOTION_WITHOUT_HOLD(
      "no L2 holds the line of a remote access at system scope", SystemMessage.HOLD, true);

  private final String fault;
  private final SystemMessage ignored;
  private final boolean promotion;

  /**
   * @param promotion whether only what is asked for a promotion is ignored; else only the rest
   */
  HierarchyMutant(String fault, SystemMessage ignored, boolean promotion) {
    this.fault = fault;
    this.ignored = ignored;
    this.promotion = promotion;
  }

  @Override
  public String fault() {
    return fault;
  }

  /** Whether it is one of protocols with remote scope promotion. */
  public boolean promotion() {
    return promotion;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return new Wrong(this, right);
  }

  private static final class Wrong extends ForwardingProtocol {
    private final HierarchyMutant kind;

    Wrong(HierarchyMutant kind, Protocol right) {
      super(right);
      this.kind = kind;
    }

    @Override
    public L2Controller l2(
        int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
      L2Controller l2 = super.l2(bank, config, environment, counters);
      return environment.gpu() == L2Environment.MEMORY_SIDE
          ? l2
          : new TamperedL2(environment, l2, kind.ignored, kind.promotion);
    }
  }
}
