package dev.syncopate.check.scope;

import dev.syncopate.check.scope.Advisor.Outcome;
import dev.syncopate.check.scope.Replacement.Access;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The pattern that remote scope promotion is made for (RSP, §1): words that one CTA uses most, and
 * that others use now and then. The two use different lines of the source.
 */
final class LocalRemote {
  /** Of ten accesses by a local line so many are by the word's owner, and by a remote line not. */
  private static final int CLEARLY = 9;

  /** Accesses by owners are at least so many times those by others. */
  private static final int MOSTLY = 4;

  private final Map<InstructionSite, Replacement> changes = new LinkedHashMap<>();
  private final List<InstructionSite> local = new ArrayList<>();
  private final List<InstructionSite> remote = new ArrayList<>();
  private long ownerUses;
  private long otherUses;

  LocalRemote(Collection<SiteUse> uses) {
    for (SiteUse use : uses) {
      Access access = access(use);
      long total = use.owner + use.otherUses;
      if (access == null || access.remote() || access.scope() == MemoryScope.CTA || total == 0) {
        continue;
      }
      if (10 * use.owner >= CLEARLY * total) {
        local.add(use.site);
        changes.put(use.site, new Access(access.order(), MemoryScope.CTA, false));
      } else if (10 * use.otherUses >= CLEARLY * total) {
        remote.add(use.site);
        changes.put(use.site, new Access(synchronising(use), access.scope(), true));
      } else {
        continue;
      }
      ownerUses += use.owner;
      otherUses += use.otherUses;
    }
  }

  private static @Nullable Access access(SiteUse use) {
    return switch (use.instruction) {
      case Load load -> new Access(load.order(), load.scope(), load.remote());
      case Store store -> new Access(store.order(), store.scope(), store.remote());
      case Atomic atomic -> new Access(atomic.order(), atomic.scope(), atomic.remote());
      default -> null;
    };
  }

  /** The order of a remote access: it acquires or releases, or both. */
  private static MemoryOrder synchronising(SiteUse use) {
    return switch (use.instruction) {
      case Load load -> MemoryOrder.ACQUIRE;
      case Store store -> MemoryOrder.RELEASE;
      case Atomic atomic when atomic.order() != MemoryOrder.RELAXED -> atomic.order();
      default -> MemoryOrder.ACQ_REL;
    };
  }

  /** The pattern, if it is there, and what it would gain. */
  ScopeAdvice.@Nullable Promotion promotion(
      AdviceRunner runs, LineChangeTrial.Scopes scopes, PresentFindings present) {
    if (local.isEmpty() || remote.isEmpty() || ownerUses < MOSTLY * otherUses) {
      return null;
    }
    LineChangeTrial trial = new LineChangeTrial(Map.copyOf(changes), scopes);
    runs.run(AdviceRun.unchanged(List.of(trial.detector)));
    ExposedRaces reliance = trial.races(present.races());
    Outcome outcome =
        runs.promotes() && reliance.none()
            ? Advisor.outcome(runs, scopes, present, changes)
            : new Outcome(0, null);
    return new ScopeAdvice.Promotion(
        local, remote, ownerUses, otherUses, reliance, outcome.cycles(), outcome.objection());
  }
}
