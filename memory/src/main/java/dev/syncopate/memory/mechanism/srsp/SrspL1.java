package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.kit.l1.L1Cache;
import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HoldState;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.ControllerOutcome;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.TransitionCount;
import dev.syncopate.memory.protocol.decorator.L1Decorator;
import java.util.List;
import java.util.stream.Stream;

/** The L1 of selective promotion: it does the steps that only this mechanism has (srsp §4). */
final class SrspL1 extends L1Decorator {
  private final L1Cache cache;
  private final SrspPolicy policy;

  SrspL1(SrspPolicy policy, StateTable<HoldState, HoldEvent, PromotingL1, Object> holdTable) {
    PromotingL1 promoting = new PromotingL1(policy.parts, policy, holdTable);
    super(promoting);
    this.policy = policy;
    cache = promoting.cache();
  }

  @Override
  public ControllerOutcome step(Step step, WarpAccess access) {
    if (!(step instanceof SrspStep srspStep)) {
      return super.step(step, access);
    }
    return switch (srspStep) {
      case REMEMBER_RELEASE -> {
        policy.fence.fence();
        yield ControllerOutcome.DONE;
      }
      case FLUSH_IF_PROMOTED ->
          policy.acquires.table.isEmpty() ? ControllerOutcome.DONE : cache.flush();
      case INVALIDATE_IF_PROMOTED -> {
        if (!policy.acquires.table.isEmpty()) {
          policy.counts.promotedAcquires++;
          cache.invalidate();
        }
        yield ControllerOutcome.DONE;
      }
      case RELEASE_AT_L1 -> throw new IllegalArgumentException(srspStep + " is done per line");
    };
  }

  @Override
  public int cycles(Step step) {
    return step == SrspStep.INVALIDATE_IF_PROMOTED && !policy.acquires.table.isEmpty()
        ? super.cycles(BasicStep.INVALIDATE)
        : super.cycles(step);
  }

  @Override
  public List<TransitionCount> transitions() {
    return Stream.of(
            policy.releases.transitions(),
            policy.acquires.transitions(),
            policy.fence.transitions(),
            super.transitions())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public void check() {
    policy.releases.check();
    policy.acquires.check();
    policy.fence.check();
    super.check();
  }
}
