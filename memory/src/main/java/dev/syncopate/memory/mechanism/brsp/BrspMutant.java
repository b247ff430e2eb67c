package dev.syncopate.memory.mechanism.brsp;

import static dev.syncopate.memory.mechanism.brsp.BrspHoldTable.HOLDS;
import static dev.syncopate.memory.mechanism.brsp.BrspProtocol.RIGHT;
import static dev.syncopate.memory.mechanism.promotion.HoldState.HELD;
import static dev.syncopate.memory.mechanism.promotion.HoldState.RESUMED;
import static dev.syncopate.memory.mechanism.promotion.HoldState.UNHELD;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ANSWER;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.AWAIT_TURN;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.DROP_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.FLUSH_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.HOLD_LINE;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.INVALIDATE_L1;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.ISSUE_SYNCHRONISATION;
import static dev.syncopate.memory.mechanism.promotion.HoldTable.RESUME_LINE;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_BLOCK;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.FLUSH_AND_HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.HOLD;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.INVALIDATE;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.RESUME;
import static dev.syncopate.memory.mechanism.promotion.PromotionMessage.UNBLOCK;

import dev.syncopate.memory.kit.l1.L1Table;
import dev.syncopate.memory.mechanism.promotion.HoldEvent;
import dev.syncopate.memory.mechanism.promotion.HoldState;
import dev.syncopate.memory.mechanism.promotion.PromotingL1;
import dev.syncopate.memory.mechanism.promotion.Promotion;
import dev.syncopate.memory.mechanism.promotion.PromotionTable;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StateTable;
import dev.syncopate.memory.protocol.decorator.WrongProtocol;

/** Promotion by broadcast that is wrong on purpose. */
public enum BrspMutant implements Mutant {
  NO_FLUSH("no L1 flushes before a remote access"),
  NO_INVALIDATE("no remote access invalidates the requester's L1"),
  OTHERS_DO_NOT_INVALIDATE("no remote access invalidates another L1"),
  NO_HOLD("an L1 that is told to hold a line resumes it at once"),
  ANSWER_EARLY("an L1 says that it has flushed before its writes are acknowledged"),
  FAILED_SWAP_DIRTIES("a compare-and-swap that finds another value dirties its word in the L1");

  private static final PromotionTable HOLDING = alike(Promotion.of(HOLD, HOLD, INVALIDATE, RESUME));

  private static final PromotionTable NOT_INVALIDATING =
      alike(Promotion.of(FLUSH_AND_BLOCK, FLUSH_AND_BLOCK, UNBLOCK, UNBLOCK))
          .withStore(Promotion.of(HOLD, FLUSH_AND_HOLD, RESUME, RESUME));

  private final String fault;

  BrspMutant(String fault) {
    this.fault = fault;
  }

  @Override
  public String fault() {
    return fault;
  }

  // spotless:off
  @Override
  public Protocol wrong(Protocol right) {
    return switch (this) {
      case NO_FLUSH -> new BrspProtocol(RIGHT.withPromotions(config -> HOLDING));
      case NO_INVALIDATE -> WrongProtocol.steps(right, table -> table.without(row -> row.instruction().remote(), BasicStep.INVALIDATE));
      case OTHERS_DO_NOT_INVALIDATE -> new BrspProtocol(RIGHT.withPromotions(config -> NOT_INVALIDATING));
      case NO_HOLD -> holds(HOLDS.but()
          .on(HELD, HoldEvent.FLUSH_AND_BLOCK).offers(AWAIT_TURN).does(FLUSH_L1, DROP_LINE, ANSWER, RESUME_LINE).toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.FLUSH_AND_HOLD) .offers(AWAIT_TURN).does(FLUSH_L1, DROP_LINE, ANSWER, RESUME_LINE).toOneOf(UNHELD, RESUMED, HELD)
          .on(HELD, HoldEvent.HOLD)           .offers(AWAIT_TURN).does(DROP_LINE, ANSWER, RESUME_LINE)          .toOneOf(UNHELD, RESUMED, HELD)
          .on(UNHELD, HoldEvent.RESUME)                                                                         .to(UNHELD)
          .on(UNHELD, HoldEvent.UNBLOCK)                         .does(ISSUE_SYNCHRONISATION)                   .to(UNHELD)
          .on(UNHELD, HoldEvent.INVALIDATE)                      .does(INVALIDATE_L1)                           .to(UNHELD)
          .on(UNHELD, HoldEvent.INVALIDATE_AND_UNBLOCK)          .does(INVALIDATE_L1, ISSUE_SYNCHRONISATION)    .to(UNHELD)
          .on(RESUMED, HoldEvent.RESUME)                                                                        .to(RESUMED)
          .on(RESUMED, HoldEvent.UNBLOCK)                        .does(ISSUE_SYNCHRONISATION)                   .to(RESUMED)
          .on(RESUMED, HoldEvent.INVALIDATE)                     .does(INVALIDATE_L1)                           .to(RESUMED)
          .on(RESUMED, HoldEvent.INVALIDATE_AND_UNBLOCK)         .does(INVALIDATE_L1, ISSUE_SYNCHRONISATION)    .to(RESUMED));
      case ANSWER_EARLY -> holds(HOLDS.but().without(ANSWER)
          .on(UNHELD, HoldEvent.ASK)  .does(HOLD_LINE, ANSWER).to(HELD)
          .on(HELD, HoldEvent.ASK)    .does(HOLD_LINE, ANSWER).to(HELD)
          .on(RESUMED, HoldEvent.ASK) .does(HOLD_LINE, ANSWER).to(HELD));
      case FAILED_SWAP_DIRTIES -> new BrspProtocol(RIGHT.withLines(L1Table.dirtying(PromotingL1.LINES)));
    };
  }
  // spotless:on

  private static PromotionTable alike(Promotion promotion) {
    return PromotionTable.inTurn(promotion, promotion, promotion);
  }

  private static Protocol holds(
      StateTable.Builder<HoldState, HoldEvent, PromotingL1, Object> table) {
    return new BrspProtocol(RIGHT.withHolds(table.build()));
  }
}
