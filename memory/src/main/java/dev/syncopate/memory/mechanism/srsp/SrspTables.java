package dev.syncopate.memory.mechanism.srsp;

import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HoldState;
import dev.syncopate.memory.mechanism.promotion.HomeTables;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.StateTable;

/**
 * Tables of selective promotion, but for its steps.
 *
 * @param promotions of what L1s are asked and told on a machine with one GPU
 * @param promotionsOnSeveralGpus the same on a machine with several
 * @param lines of an L1's lines
 * @param holds of lines at an L1 with regard to remote accesses
 * @param releases of lines in an L1's LR-TBL
 * @param acquires of lines in an L1's PA-TBL
 * @param fences of an L1's release fences
 * @param homes of home banks
 */
record SrspTables(
    PromotionTable promotions,
    PromotionTable promotionsOnSeveralGpus,
    StateTable<LineState, L1Event, L1Lines, Object> lines,
    StateTable<HoldState, HoldEvent, PromotingL1, Object> holds,
    StateTable<ReleaseState, ReleaseState.Event, LocalReleases, Object> releases,
    StateTable<AcquireState, AcquireState.Event, PromotedAcquires, Object> acquires,
    StateTable<FenceState, FenceState.Event, ReleaseFence, WrittenBytes> fences,
    HomeTables homes) {
  /** Those of a line's promotions on a machine with one GPU. */
  SrspTables withPromotions(PromotionTable promotionTable) {
    return new SrspTables(
        promotionTable, promotionsOnSeveralGpus, lines, holds, releases, acquires, fences, homes);
  }

  SrspTables withPromotionsOnSeveralGpus(PromotionTable promotionTable) {
    return new SrspTables(
        promotions, promotionTable, lines, holds, releases, acquires, fences, homes);
  }

  SrspTables withLines(StateTable<LineState, L1Event, L1Lines, Object> lineTable) {
    return new SrspTables(
        promotions, promotionsOnSeveralGpus, lineTable, holds, releases, acquires, fences, homes);
  }

  SrspTables withHolds(StateTable.Builder<HoldState, HoldEvent, PromotingL1, Object> holdBuilder) {
    return new SrspTables(
        promotions,
        promotionsOnSeveralGpus,
        lines,
        holdBuilder.build(),
        releases,
        acquires,
        fences,
        homes);
  }

  SrspTables withReleases(
      StateTable.Builder<ReleaseState, ReleaseState.Event, LocalReleases, Object> releaseBuilder) {
    return new SrspTables(
        promotions,
        promotionsOnSeveralGpus,
        lines,
        holds,
        releaseBuilder.build(),
        acquires,
        fences,
        homes);
  }

  SrspTables withAcquires(
      StateTable.Builder<AcquireState, AcquireState.Event, PromotedAcquires, Object>
          acquireBuilder) {
    return new SrspTables(
        promotions,
        promotionsOnSeveralGpus,
        lines,
        holds,
        releases,
        acquireBuilder.build(),
        fences,
        homes);
  }

  SrspTables withFences(
      StateTable.Builder<FenceState, FenceState.Event, ReleaseFence, WrittenBytes> fenceBuilder) {
    return new SrspTables(
        promotions,
        promotionsOnSeveralGpus,
        lines,
        holds,
        releases,
        acquires,
        fenceBuilder.build(),
        homes);
  }

  SrspTables withHomes(HomeTables homeTables) {
    return new SrspTables(
        promotions, promotionsOnSeveralGpus, lines, holds, releases, acquires, fences, homeTables);
  }
}
