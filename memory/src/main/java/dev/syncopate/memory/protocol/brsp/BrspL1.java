package dev.syncopate.memory.protocol.brsp;

import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.config.PromotionConfig.Blocks;
import dev.syncopate.memory.config.PromotionConfig.Lock;
import dev.syncopate.memory.protocol.L1Counters;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.protocol.gpu.L1Parts;
import dev.syncopate.memory.protocol.promotion.PromotingL1;
import dev.syncopate.memory.protocol.promotion.RemoteRequest;

/** The L1 of promotion by broadcast: it may be forbidden to synchronise (rsp §4.2). */
final class BrspL1 extends PromotingL1 {
  private final boolean everything;
  private final boolean locks;

  BrspL1(int tile, MemoryConfig config, L1Environment environment, L1Counters counters) {
    super(L1Parts.of(tile, config.l1(), environment, counters));
    everything = config.promotion().blocks() == Blocks.EVERYTHING;
    locks = config.promotion().lock() == Lock.GPU;
  }

  @Override
  protected boolean blocked(LineAccess access, boolean byOthers, boolean byOwn) {
    return byOthers
        && (everything || access.parent.blocking || access.parent.operation.kind() == Kind.ATOMIC);
  }

  @Override
  protected void send(RemoteRequest request) {
    if (locks) {
      request.bank = BrspL2.LOCK_BANK;
    }
    environment.send(request);
  }
}
