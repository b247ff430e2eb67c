package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.Outcome;
import dev.syncopate.memory.protocol.decorator.L1Decorator;

/** The L1 of selective promotion: it does the steps that only this mechanism has (srsp §4). */
final class SrspL1 extends L1Decorator {
  private final L1Cache cache;
  private final SrspPolicy policy;

  SrspL1(SrspPolicy policy) {
    PromotingL1 promoting = new PromotingL1(policy.parts, policy);
    super(promoting);
    this.policy = policy;
    cache = promoting.cache();
  }

  @Override
  public Outcome step(Step step, WarpAccess access) {
    if (!(step instanceof SrspStep own)) {
      return super.step(step, access);
    }
    return switch (own) {
      case REMEMBER_RELEASE -> {
        policy.fence();
        yield Outcome.DONE;
      }
      case FLUSH_IF_PROMOTED -> policy.promoted.isEmpty() ? Outcome.DONE : cache.flush();
      case INVALIDATE_IF_PROMOTED -> {
        if (!policy.promoted.isEmpty()) {
          policy.counts.promotedAcquires++;
          cache.invalidate();
        }
        yield Outcome.DONE;
      }
      case RELEASE_AT_L1 -> throw new IllegalArgumentException(own + " is done per line");
    };
  }

  @Override
  public int cycles(Step step) {
    return step == SrspStep.INVALIDATE_IF_PROMOTED && !policy.promoted.isEmpty()
        ? super.cycles(BasicStep.INVALIDATE)
        : super.cycles(step);
  }
}
