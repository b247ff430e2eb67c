package dev.syncopate.memory.mechanism.brsp;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.mechanism.brsp.BrspSettings.Blocks;
import dev.syncopate.memory.mechanism.brsp.BrspSettings.Lock;
import dev.syncopate.memory.mechanism.promotion.PromotionPolicy;
import dev.syncopate.memory.protocol.L1Environment;
import dev.syncopate.memory.topology.Node;

/** L1s under promotion by broadcast: they may be forbidden to synchronise (rsp §4.2). */
final class BrspPolicy extends PromotionPolicy {
  private final boolean everything;
  private final boolean locks;

  BrspPolicy(BrspSettings config) {
    everything = config.blocks() == Blocks.EVERYTHING;
    locks = config.lock() == Lock.GPU;
  }

  @Override
  protected boolean blocked(LineAccess access, boolean byOthers, boolean byOwn) {
    return byOthers
        && (everything
            || access.parent.blocking
            || access.parent.operation.kind() == AccessKind.ATOMIC);
  }

  @Override
  protected Node first(L1Environment environment, long line) {
    return locks ? PromotionLock.bank(environment) : super.first(environment, line);
  }
}
