package dev.syncopate.memory.mechanism.brsp;

import static dev.syncopate.memory.mechanism.promotion.HoldEvent.BLOCK;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.FLUSH_AND_BLOCK;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.HOLD;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.INVALIDATE;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.INVALIDATE_AND_UNBLOCK;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.RESUME;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.UNBLOCK;
import static dev.syncopate.memory.mechanism.promotion.HoldState.HELD;
import static dev.syncopate.memory.mechanism.promotion.HoldState.RESUMED;
import static dev.syncopate.memory.mechanism.promotion.HoldState.UNHELD;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ANSWER;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.AWAIT_TURN;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.BLOCK_SYNCHRONISATION;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.DROP_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.INVALIDATE_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ISSUE_SYNCHRONISATION;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.RESUME_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.WAITING;

import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HoldState;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State tables of lines at an L1 under promotion by broadcast (rsp §4.2). Every L1 is asked, and
 * holds the line until it is told.
 */
final class BrspHoldTable {
  // spotless:off
  static final StateTable<HoldState, HoldEvent, PromotingL1, Object> HOLDS =
      WAITING.but()
          .on(UNHELD, BLOCK)                              .does(BLOCK_SYNCHRONISATION)       .to(UNHELD)
          .on(HELD, BLOCK)                                .does(BLOCK_SYNCHRONISATION)       .to(HELD)
          .on(RESUMED, BLOCK)                             .does(BLOCK_SYNCHRONISATION)       .to(RESUMED)
          .on(HELD, FLUSH_AND_BLOCK)  .offers(AWAIT_TURN) .does(FLUSH_L1, DROP_LINE, ANSWER) .to(HELD)
          .on(HELD, FLUSH_AND_HOLD)   .offers(AWAIT_TURN) .does(FLUSH_L1, DROP_LINE, ANSWER) .to(HELD)
          .on(HELD, HOLD)             .offers(AWAIT_TURN) .does(DROP_LINE, ANSWER)           .to(HELD)
          .on(HELD, RESUME)                               .does(RESUME_LINE)                 .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, UNBLOCK)                              .does(RESUME_LINE, ISSUE_SYNCHRONISATION)
                                                                                             .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, INVALIDATE)                           .does(INVALIDATE_L1, RESUME_LINE)  .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, INVALIDATE_AND_UNBLOCK)               .does(INVALIDATE_L1, RESUME_LINE, ISSUE_SYNCHRONISATION)
                                                                                             .toOneOf(UNHELD, RESUMED, HELD)
          .build();

  /** Where not every L1 is asked before a remote store, but each is told behind it. */
  static final StateTable<HoldState, HoldEvent, PromotingL1, Object> AS_PUBLISHED =
      HOLDS.but()
          .on(UNHELD, INVALIDATE)                         .does(INVALIDATE_L1)               .to(UNHELD)
          .on(RESUMED, INVALIDATE)                        .does(INVALIDATE_L1)               .to(RESUMED)
          .build();
  // spotless:on

  private BrspHoldTable() {}
}
