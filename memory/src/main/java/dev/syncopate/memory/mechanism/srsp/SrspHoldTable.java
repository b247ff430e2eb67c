package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.promotion.HoldEvent.ANSWERED;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.DROP;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.FLUSH;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.HOLD;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.RESUME;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.SELECTIVE_FLUSH;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.SELECTIVE_FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.SELECTIVE_INVALIDATE;
import static dev.syncopate.memory.mechanism.promotion.HoldState.HELD;
import static dev.syncopate.memory.mechanism.promotion.HoldState.RESUMED;
import static dev.syncopate.memory.mechanism.promotion.HoldState.UNHELD;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ANSWER;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.AWAIT_TURN;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.DROP_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_RELEASED;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.PROMOTE_NEXT_ACQUIRE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.RESUME_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.RESUME_WHEN_ANSWERED;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.WAITING;

import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HoldState;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.protocol.StateTable;

/** State tables of lines at an L1 under selective promotion (srsp §4.2, §4.3, §4.6). */
final class SrspHoldTable {
  // spotless:off
  static final StateTable<HoldState, HoldEvent, PromotingL1, Object> HOLDS =
      WAITING.but()
          .on(HELD, SELECTIVE_FLUSH)          .offers(AWAIT_TURN).does(FLUSH_RELEASED, DROP_LINE, ANSWER, RESUME_WHEN_ANSWERED)
                                                                                                      .to(HELD)
          .on(HELD, SELECTIVE_FLUSH_AND_HOLD) .offers(AWAIT_TURN).does(FLUSH_RELEASED, DROP_LINE, ANSWER)
                                                                                                      .to(HELD)
          .on(HELD, FLUSH)                    .offers(AWAIT_TURN).does(FLUSH_L1, DROP_LINE, ANSWER, RESUME_WHEN_ANSWERED)
                                                                                                      .to(HELD)
          .on(HELD, FLUSH_AND_HOLD)           .offers(AWAIT_TURN).does(FLUSH_L1, DROP_LINE, ANSWER)   .to(HELD)
          .on(HELD, DROP)                     .offers(AWAIT_TURN).does(DROP_LINE, ANSWER, RESUME_WHEN_ANSWERED)
                                                                                                      .to(HELD)
          .on(HELD, HOLD)                     .offers(AWAIT_TURN).does(DROP_LINE, ANSWER)             .to(HELD)
          .on(HELD, ANSWERED)                                    .does(RESUME_LINE)                   .toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, RESUME)                                      .does(RESUME_LINE)                   .toOneOf(UNHELD, RESUMED, HELD)
          .on(UNHELD, SELECTIVE_INVALIDATE)                      .does(DROP_LINE, PROMOTE_NEXT_ACQUIRE)
                                                                                                      .to(UNHELD)
          .on(HELD, SELECTIVE_INVALIDATE)                        .does(DROP_LINE, PROMOTE_NEXT_ACQUIRE, RESUME_LINE)
                                                                                                      .toOneOf(UNHELD, RESUMED, HELD)
          .on(RESUMED, SELECTIVE_INVALIDATE)                     .does(DROP_LINE, PROMOTE_NEXT_ACQUIRE)
                                                                                                      .to(RESUMED)
          .build();

  /** Where a home bank that has not asked every L1 tells each behind the access (srsp §4.9). */
  static final StateTable<HoldState, HoldEvent, PromotingL1, Object> HINTED =
      HOLDS.but()
          .on(UNHELD, RESUME)                                                                         .to(UNHELD)
          .on(RESUMED, RESUME)                                                                        .to(RESUMED)
          .build();
  // spotless:on

  private SrspHoldTable() {}
}
