package dev.syncopate.memory.mechanism.promotion;

import static dev.syncopate.memory.mechanism.promotion.HoldEvent.ACCESS;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.ASK;
import static dev.syncopate.memory.mechanism.promotion.HoldEvent.RETRY;
import static dev.syncopate.memory.mechanism.promotion.HoldState.HELD;
import static dev.syncopate.memory.mechanism.promotion.HoldState.RESUMED;
import static dev.syncopate.memory.mechanism.promotion.HoldState.UNHELD;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State table of lines at an L1 with regard to remote accesses: the rows that all mechanisms of
 * promotion have, and the actions of which each makes its other rows. What a home bank asks for
 * holds the line first and is done in its turn.
 */
public final class HoldTable {
  /** Lets an access wait. */
  public static final Action<PromotingL1, Object> PARK =
      new Action<>("let the access wait", (l1, line, scope, access) -> l1.park(access(access)));

  /** Performs an access that has waited, or refuses one that lacks an MSHR. */
  public static final Action.Offer<PromotingL1, Object> PERFORM =
      new Action.Offer<>(
          "perform the access", (l1, line, scope, access) -> l1.resume(access(access)));

  /** Holds the line; accesses that wait for it already come before what is asked. */
  public static final Action<PromotingL1, Object> HOLD_LINE =
      new Action<>("hold the line", (l1, line, scope, cause) -> l1.holdLine(asked(cause)));

  /** Issues no synchronisation until told. */
  public static final Action<PromotingL1, Object> BLOCK_SYNCHRONISATION =
      new Action<>("issue no synchronisation until told", (l1, line, scope, cause) -> l1.block());

  /** Issues synchronisation again. */
  public static final Action<PromotingL1, Object> ISSUE_SYNCHRONISATION =
      new Action<>("issue synchronisation again", (l1, line, scope, cause) -> l1.unblock());

  /** Refuses what is asked while an atomic of the line lacks bytes or an access is owed. */
  public static final Action.Offer<PromotingL1, Object> AWAIT_TURN =
      new Action.Offer<>(
          "wait while an atomic of the line lacks bytes, or an access is owed",
          (l1, line, scope, cause) -> l1.turn(line));

  /** Flushes the L1. */
  public static final Action<PromotingL1, Object> FLUSH_L1 =
      new Action<>("flush the L1", (l1, line, scope, cause) -> l1.flush(asked(cause)));

  /** Flushes what the LR-TBL's entry of the line says. */
  public static final Action<PromotingL1, Object> FLUSH_RELEASED =
      new Action<>(
          "look the line up in the LR-TBL, which may flush",
          (l1, line, scope, cause) -> l1.policy().flushReleased(asked(cause)));

  /** Drops the line. */
  public static final Action<PromotingL1, Object> DROP_LINE =
      new Action<>(
          "write the line's dirty bytes through and drop it",
          (l1, line, scope, cause) -> l1.drop(line));

  /** Answers the home bank once what was flushed is acknowledged. */
  public static final Action<PromotingL1, Object> ANSWER =
      new Action<>(
          "answer when what was flushed is acknowledged",
          (l1, line, scope, cause) -> l1.answer(asked(cause)));

  /** Holds the line only until then. */
  public static final Action<PromotingL1, Object> RESUME_WHEN_ANSWERED =
      new Action<>(
          "hold the line until then",
          (l1, line, scope, cause) -> l1.resumeWhenAnswered(asked(cause)));

  /** Holds the line no more. */
  public static final Action<PromotingL1, Object> RESUME_LINE =
      new Action<>("resume", (l1, line, scope, cause) -> l1.resumeLine(line, scope));

  /** Flash-invalidates the L1. */
  public static final Action<PromotingL1, Object> INVALIDATE_L1 =
      new Action<>(
          "flash-invalidate the L1", (l1, line, scope, cause) -> l1.invalidate(message(cause)));

  /** Has the next CTA-scoped acquire of the line promoted. */
  public static final Action<PromotingL1, Object> PROMOTE_NEXT_ACQUIRE =
      new Action<>(
          "put the line into the PA-TBL",
          (l1, line, scope, cause) -> l1.policy().promoteNextAcquire(message(cause)));

  // spotless:off
  /** What all mechanisms do with accesses to a line that a promotion holds. */
  public static final StateTable<HoldState, HoldEvent, PromotingL1, Object> WAITING =
      StateTable.<HoldState, HoldEvent, PromotingL1, Object>of("lines held by an L1 for promotions", HoldState.class, HoldEvent.class)
          .on(UNHELD, ASK)     .does(HOLD_LINE) .to(HELD)
          .on(HELD, ACCESS)    .does(PARK)      .to(HELD)
          .on(HELD, RETRY)     .offers(PERFORM) .to(HELD)
          .on(HELD, ASK)       .does(HOLD_LINE) .to(HELD)
          .on(RESUMED, ACCESS) .does(PARK)      .to(RESUMED)
          .on(RESUMED, RETRY)  .offers(PERFORM) .toOneOf(RESUMED, UNHELD)
          .on(RESUMED, ASK)    .does(HOLD_LINE) .to(HELD)
          .build();
  // spotless:on

  private HoldTable() {}

  private static LineAccess access(@Nullable Object cause) {
    return (LineAccess) Objects.requireNonNull(cause);
  }

  private static HomeBankRequest asked(@Nullable Object cause) {
    return (HomeBankRequest) Objects.requireNonNull(cause);
  }

  private static MemoryMessage message(@Nullable Object cause) {
    return (MemoryMessage) Objects.requireNonNull(cause);
  }
}
