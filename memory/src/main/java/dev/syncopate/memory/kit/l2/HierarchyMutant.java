package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import org.jspecify.annotations.Nullable;

/** Mutants of the L2s of several GPUs. Those that ignore a message are wrong under any protocol. */
public enum HierarchyMutant implements Mutant {
  RELEASE_WITHOUT_L2_FLUSH(
      "no release at system scope has the GPU's L2 flush", SystemMessage.FLUSH),
  ACQUIRE_WITHOUT_L2_INVALIDATION(
      "no acquire at system scope has the GPU's L2 invalidate", SystemMessage.INVALIDATE),
  FAILED_SWAP_DIRTIES_L2(
      "a compare-and-swap that finds another value dirties its word in the GPU's L2", null);

  private final String fault;

  /** What an L2 does not do; null where it is wrong in something else. */
  private final @Nullable SystemMessage ignored;

  HierarchyMutant(String fault, @Nullable SystemMessage ignored) {
    this.fault = fault;
    this.ignored = ignored;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return ignored == null ? dirtying(right) : TamperedL2.under(right, ignored, false);
  }

  private static Protocol dirtying(Protocol right) {
    return new ForwardingProtocol(right) {
      @Override
      public L2Controller l2(MemoryConfig config, L2Environment environment, L2Counters counters) {
        return environment.node().isMemorySide()
            ? super.l2(config, environment, counters)
            : new L2Cache(
                config,
                environment,
                counters,
                L2Policy.NONE,
                L2Lines.fifo(config),
                L2Table::dirtying);
      }
    };
  }
}
