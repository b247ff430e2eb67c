package dev.syncopate.memory.mechanism.brsp;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.LineState;
import dev.syncopate.memory.kit.l1.L1Event;
import dev.syncopate.memory.kit.l1.L1Lines;
import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HoldState;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.StateTable;
import java.util.function.Function;

/**
 * Tables of promotion by broadcast, but for its steps.
 *
 * @param lines of an L1's lines
 * @param holds of lines at an L1 with regard to remote accesses
 * @param promotions of what L1s are asked and told, on a machine
 */
record BrspTables(
    StateTable<LineState, L1Event, L1Lines, Object> lines,
    StateTable<HoldState, HoldEvent, PromotingL1, Object> holds,
    Function<MemoryConfig, PromotionTable> promotions) {
  BrspTables withLines(StateTable<LineState, L1Event, L1Lines, Object> lineTable) {
    return new BrspTables(lineTable, holds, promotions);
  }

  BrspTables withHolds(StateTable<HoldState, HoldEvent, PromotingL1, Object> holdTable) {
    return new BrspTables(lines, holdTable, promotions);
  }

  BrspTables withPromotions(Function<MemoryConfig, PromotionTable> promotionTables) {
    return new BrspTables(lines, holds, promotionTables);
  }
}
