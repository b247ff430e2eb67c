package dev.syncopate.memory.protocol.hierarchy;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.L2Counters;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.protocol.gpu.SystemMessage;
import org.jspecify.annotations.Nullable;

/** What may be wrong in the L2s of several GPUs. Tests must tell each from the right machine. */
enum HierarchyMutants {
  RELEASE_WITHOUT_L2_FLUSH(SystemMessage.FLUSH, false),
  ACQUIRE_WITHOUT_L2_INVALIDATION(SystemMessage.INVALIDATE, false),
  PROMOTION_WITHOUT_L2_FLUSH(SystemMessage.FLUSH, true),
  PROMOTION_WITHOUT_L2_INVALIDATION(SystemMessage.INVALIDATE, true),
  PROMOTION_WITHOUT_HOLD(SystemMessage.HOLD, true);

  private final SystemMessage ignored;
  private final boolean promotion;

  /**
   * @param promotion whether only what is asked for a promotion is ignored; else only the rest
   */
  HierarchyMutants(SystemMessage ignored, boolean promotion) {
    this.ignored = ignored;
    this.promotion = promotion;
  }

  boolean promotion() {
    return promotion;
  }

  private boolean ignores(MemoryMessage message) {
    return message.type == ignored && message.tile < 0 == promotion;
  }

  Protocol of(Protocol right) {
    return new Mutant(right);
  }

  private final class Mutant implements Protocol {
    private final Protocol of;

    Mutant(Protocol of) {
      this.of = of;
    }

    @Override
    public String name() {
      return of.name();
    }

    @Override
    public String summary() {
      return of.summary();
    }

    @Override
    public StepTable table() {
      return of.table();
    }

    @Override
    public StepTable systemTable() {
      return of.systemTable();
    }

    @Override
    public @Nullable String refusal(MemoryOperation operation) {
      return of.refusal(operation);
    }

    @Override
    public L1Controller l1(
        int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
      return of.l1(tile, config, environment, counters);
    }

    @Override
    public L2Controller l2(
        int bank, MemoryConfig config, L2Environment environment, L2Counters counters) {
      L2Controller l2 = of.l2(bank, config, environment, counters);
      return environment.gpu() == L2Environment.MEMORY_SIDE
          ? l2
          : new TamperedL2(environment, l2, HierarchyMutants.this::ignores);
    }
  }
}
