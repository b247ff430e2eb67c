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
      "no release at system scope has the GPU's L2 flush", SystemMessage.FLUSH),
  ACQUIRE_WITHOUT_L2_INVALIDATION(
      "no acquire at system scope has the GPU's L2 invalidate", SystemMessage.INVALIDATE);

  private final String fault;
  private final SystemMessage ignored;

  HierarchyMutant(String fault, SystemMessage ignored) {
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
          : new TamperedL2(environment, l2, kind.ignored, false);
    }
  }
}
