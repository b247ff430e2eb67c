package dev.syncopate.memory.transaction;

import static dev.syncopate.memory.transaction.WavefrontEvent.ABORT;
import static dev.syncopate.memory.transaction.WavefrontEvent.AGAIN;
import static dev.syncopate.memory.transaction.WavefrontEvent.AGAIN_SERIALISED;
import static dev.syncopate.memory.transaction.WavefrontEvent.BEGIN;
import static dev.syncopate.memory.transaction.WavefrontEvent.BEGIN_OUTSIDE;
import static dev.syncopate.memory.transaction.WavefrontEvent.COMMIT;
import static dev.syncopate.memory.transaction.WavefrontEvent.CONFLICT;
import static dev.syncopate.memory.transaction.WavefrontEvent.DONE;
import static dev.syncopate.memory.transaction.WavefrontEvent.END_OUTSIDE;
import static dev.syncopate.memory.transaction.WavefrontEvent.GIVE_UP;
import static dev.syncopate.memory.transaction.WavefrontEvent.INTERRUPTED;
import static dev.syncopate.memory.transaction.WavefrontEvent.NESTED_BEGIN;
import static dev.syncopate.memory.transaction.WavefrontEvent.NESTED_COMMIT;
import static dev.syncopate.memory.transaction.WavefrontEvent.PLAIN_CONFLICT;
import static dev.syncopate.memory.transaction.WavefrontEvent.RETRY;
import static dev.syncopate.memory.transaction.WavefrontEvent.STUCK;
import static dev.syncopate.memory.transaction.WavefrontEvent.STUCK_BEHIND;
import static dev.syncopate.memory.transaction.WavefrontState.ALONE;
import static dev.syncopate.memory.transaction.WavefrontState.EXCLUSIVE;
import static dev.syncopate.memory.transaction.WavefrontState.GIVEN_UP;
import static dev.syncopate.memory.transaction.WavefrontState.OUTSIDE;
import static dev.syncopate.memory.transaction.WavefrontState.TOGETHER;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.GroupSerialisation;
import dev.syncopate.memory.config.TxConfig.Serialise;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State table of a wavefront's transaction (localtm §III-A). Lanes are the cause of an event that
 * happens to some of them; the end of an attempt has no cause.
 */
final class WavefrontTable {
  // ---- attempts ----

  static final Action<Wavefronts, AffectedLanes> BEGIN_TRANSACTION =
      new Action<>(
          "keep EXEC; the caller keeps registers; clear the conflict mask",
          (wavefronts, wavefront, part, lanes) -> wavefronts.begin((int) wavefront, lanes));

  static final Action<Wavefronts, AffectedLanes> RUN_AGAIN =
      new Action<>(
          "restore the lanes' registers and .local, clear their bits of the mask",
          (wavefronts, wavefront, part, lanes) -> wavefronts.runAgain((int) wavefront, lanes));

  static final Action<Wavefronts, AffectedLanes> ENTER_NESTED =
      new Action<>(
          "count: part of the transaction around it",
          (wavefronts, wavefront, part, lanes) -> wavefronts.deepen((int) wavefront, lanes, 1));

  static final Action<Wavefronts, AffectedLanes> LEAVE_NESTED =
      new Action<>(
          "count: part of the transaction around it",
          (wavefronts, wavefront, part, lanes) -> wavefronts.deepen((int) wavefront, lanes, -1));

  static final Action<Wavefronts, AffectedLanes> RELEASE =
      new Action<>(
          "release the words and filters of the lanes",
          (wavefronts, wavefront, part, lanes) -> {
            wavefronts.commitWords((int) wavefront, lanes);
            wavefronts.clearFilters((int) wavefront, lanes);
          });

  static final Action<Wavefronts, AffectedLanes> END_LANES =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.endLanes((int) wavefront, lanes));

  static final Action<Wavefronts, AffectedLanes> COUNT_SERIALISED =
      new Action<>("", (wavefronts, wavefront, part, lanes) -> wavefronts.countSerialised(lanes));

  static final Action<Wavefronts, AffectedLanes> FAIL =
      new Action<>(
          "roll the lanes back, set their bits of the mask",
          (wavefronts, wavefront, part, lanes) -> {
            wavefronts.fail((int) wavefront, lanes);
            wavefronts.clearFilters((int) wavefront, lanes);
          });

  static final Action<Wavefronts, AffectedLanes> INTERRUPT =
      new Action<>(
          "roll the lanes back, set their bits of the mask",
          (wavefronts, wavefront, part, lanes) -> {
            wavefronts.interrupt((int) wavefront, lanes);
            wavefronts.clearFilters((int) wavefront, lanes);
          });

  static final Action<Wavefronts, AffectedLanes> RESTORE_EXEC =
      new Action<>(
          "restore EXEC", (wavefronts, wavefront, part, lanes) -> wavefronts.end((int) wavefront));

  // ---- the end of an attempt ----

  static final Action<Wavefronts, AffectedLanes> COUNT_ATTEMPT =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.countAttempt((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> NOTE_MASK =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.noteMask((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> NOTE_NEW_MASK =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.noteNewMask((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> FORGET_MASK =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.forgetMask((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> FORGET_LANE =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.forgetLane((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> PICK_LANE =
      new Action<>(
          "", (wavefronts, wavefront, part, lanes) -> wavefronts.pickLane((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> SEND_MASK =
      new Action<>(
          "EXEC is the mask; back to tx.begin",
          (wavefronts, wavefront, part, lanes) -> wavefronts.sendMask((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> SEND_LANE =
      new Action<>(
          "EXEC is one lane of the mask; back to tx.begin",
          (wavefronts, wavefront, part, lanes) -> wavefronts.sendLane((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> EXCLUDE_OTHERS =
      new Action<>(
          "abort the other wavefronts and keep them at tx.begin",
          (wavefronts, wavefront, part, lanes) ->
              wavefronts.serialisation.exclude((int) wavefront));

  static final Action<Wavefronts, AffectedLanes> LET_OTHERS_GO =
      new Action<>(
          "let the other wavefronts go on",
          (wavefronts, wavefront, part, lanes) ->
              wavefronts.serialisation.letOthersGo((int) wavefront));

  private static final Action.Body<Wavefronts, AffectedLanes> SEND_LOSERS =
      (wavefronts, wavefront, part, lanes) -> wavefronts.sendLosers((int) wavefront);

  private static final Action.Body<Wavefronts, AffectedLanes> COUNT_SERIALISATION =
      (wavefronts, wavefront, part, lanes) -> wavefronts.countSerialisation();

  // ---- transactions that are given up ----

  static final Action<Wavefronts, AffectedLanes> RUN_OUTSIDE =
      new Action<>(
          "restore the lanes' registers and .local; no access is in a transaction",
          (wavefronts, wavefront, part, lanes) -> wavefronts.runOutside((int) wavefront, lanes));

  static final Action<Wavefronts, AffectedLanes> TELL_FAILURE =
      new Action<>(
          "%tx_failed is 1",
          (wavefronts, wavefront, part, lanes) -> wavefronts.tell((int) wavefront, lanes));

  static final Action<Wavefronts, AffectedLanes> END_OUTSIDE_LANES =
      new Action<>(
          "%tx_failed is 0 again",
          (wavefronts, wavefront, part, lanes) -> wavefronts.endOutside((int) wavefront, lanes));

  private WavefrontTable() {}

  /** Sends the lanes back whose attempts have ended in so many conflicts. */
  static Action<Wavefronts, AffectedLanes> sendLosers(int conflicts) {
    return new Action<>(
        "EXEC is the lanes with %d conflicts; back to tx.begin".formatted(conflicts), SEND_LOSERS);
  }

  private static Action<Wavefronts, AffectedLanes> serialise(int attempts) {
    return new Action<>("%d times the same mask".formatted(attempts), COUNT_SERIALISATION);
  }

  // spotless:off
  /** The table of a configuration. */
  static StateTable<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes> of(TxConfig config) {
    StateTable.Builder<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes> table =
        StateTable.<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes>of("a wavefront's transaction", WavefrontState.class, WavefrontEvent.class)
            .on(OUTSIDE, BEGIN)             .does(BEGIN_TRANSACTION)                                                             .to(TOGETHER)
            .on(TOGETHER, COMMIT)           .does(RELEASE, END_LANES)                                                            .to(TOGETHER)
            .on(TOGETHER, CONFLICT)         .does(FAIL)                                                                          .to(TOGETHER)
            .on(TOGETHER, ABORT)            .does(INTERRUPT)                                                                     .to(TOGETHER)
            .on(TOGETHER, DONE)             .does(RESTORE_EXEC)                                                                  .to(OUTSIDE)
            .on(TOGETHER, AGAIN)            .does(COUNT_ATTEMPT, NOTE_MASK, SEND_MASK)                                           .to(TOGETHER)
            .on(TOGETHER, STUCK)            .does(COUNT_ATTEMPT, NOTE_MASK, serialise(config.attempts()), PICK_LANE)             .to(ALONE)    .does(SEND_LANE)
            .on(ALONE, COMMIT)              .does(RELEASE, END_LANES, COUNT_SERIALISED)                                          .to(ALONE)
            .on(ALONE, CONFLICT)            .does(FAIL)                                                                          .to(ALONE)
            .on(ALONE, ABORT)               .does(INTERRUPT)                                                                     .to(ALONE)
            .on(ALONE, DONE)                .does(RESTORE_EXEC)                                                                  .to(OUTSIDE)
            .on(ALONE, STUCK)               .does(COUNT_ATTEMPT, NOTE_MASK)                                                      .to(EXCLUSIVE).does(EXCLUDE_OTHERS, SEND_LANE)
            .on(EXCLUSIVE, COMMIT)          .does(RELEASE, END_LANES, COUNT_SERIALISED)                                          .to(EXCLUSIVE)
            .on(EXCLUSIVE, DONE)            .does(LET_OTHERS_GO, RESTORE_EXEC)                                                   .to(OUTSIDE)
            .on(EXCLUSIVE, STUCK)           .does(COUNT_ATTEMPT, NOTE_MASK, SEND_LANE)                                           .to(EXCLUSIVE);
    for (WavefrontState state : new WavefrontState[] {TOGETHER, ALONE, EXCLUSIVE}) {
      table .on(state, RETRY)                  .does(RUN_AGAIN)                                                                     .to(state)
            .on(state, NESTED_BEGIN)           .does(ENTER_NESTED)                                                                  .to(state)
            .on(state, NESTED_COMMIT)          .does(LEAVE_NESTED)                                                                  .to(state)
            .on(state, PLAIN_CONFLICT)         .does(FAIL)                                                                          .to(state);
    }
    boolean rest = config.serialise() == Serialise.REST;
    if (rest) {
      table .on(ALONE, AGAIN)               .does(COUNT_ATTEMPT, NOTE_NEW_MASK, PICK_LANE)                                       .to(ALONE)    .does(SEND_LANE)
            .on(EXCLUSIVE, AGAIN)           .does(COUNT_ATTEMPT, NOTE_NEW_MASK, PICK_LANE, LET_OTHERS_GO)                        .to(ALONE)    .does(SEND_LANE);
    } else {
      table .on(ALONE, AGAIN)               .does(COUNT_ATTEMPT, NOTE_NEW_MASK, FORGET_LANE)                                     .to(TOGETHER) .does(SEND_MASK)
            .on(EXCLUSIVE, AGAIN)           .does(COUNT_ATTEMPT, NOTE_NEW_MASK, FORGET_LANE, LET_OTHERS_GO)                      .to(TOGETHER) .does(SEND_MASK);
    }
    if (config.groupSerialisation() == GroupSerialisation.UNARBITRATED) {
      table .on(EXCLUSIVE, CONFLICT)        .does(FAIL)                                                                          .to(EXCLUSIVE)
            .on(EXCLUSIVE, ABORT)           .does(INTERRUPT)                                                                     .to(EXCLUSIVE);
    } else {
      table .on(TOGETHER, INTERRUPTED)      .does(COUNT_ATTEMPT, SEND_MASK)                                                      .to(TOGETHER)
            .on(ALONE, INTERRUPTED)         .does(COUNT_ATTEMPT, PICK_LANE, SEND_LANE)                                           .to(ALONE)
            .on(ALONE, STUCK_BEHIND)        .does(COUNT_ATTEMPT, NOTE_MASK, SEND_LANE)                                           .to(ALONE);
    }
    if (config.fallback() > 0) {
      Action<Wavefronts, AffectedLanes> losers = sendLosers(config.fallback());
      table .on(TOGETHER, GIVE_UP)          .does(COUNT_ATTEMPT)                                                                 .to(GIVEN_UP) .does(losers)
            .on(ALONE, GIVE_UP)             .does(COUNT_ATTEMPT)                                                                 .to(GIVEN_UP) .does(losers)
            .on(EXCLUSIVE, GIVE_UP)         .does(COUNT_ATTEMPT, LET_OTHERS_GO)                                                  .to(GIVEN_UP) .does(losers)
            .on(GIVEN_UP, BEGIN_OUTSIDE)    .does(RUN_OUTSIDE, TELL_FAILURE)                                                     .to(GIVEN_UP)
            .on(GIVEN_UP, NESTED_BEGIN)     .does(ENTER_NESTED)                                                                  .to(GIVEN_UP)
            .on(GIVEN_UP, NESTED_COMMIT)    .does(LEAVE_NESTED)                                                                  .to(GIVEN_UP)
            .on(GIVEN_UP, END_OUTSIDE)      .does(END_OUTSIDE_LANES)                                                             .to(GIVEN_UP)
            .on(GIVEN_UP, DONE)             .does(RESTORE_EXEC)                                                                  .to(OUTSIDE)
            .on(GIVEN_UP, AGAIN)            .does(FORGET_MASK, FORGET_LANE)                                                      .to(TOGETHER) .does(SEND_MASK);
      if (rest) {
        table.on(GIVEN_UP, AGAIN_SERIALISED).does(FORGET_MASK, PICK_LANE)                                                        .to(ALONE)    .does(SEND_LANE);
      }
    }
    return table.build();
  }
  // spotless:on
}
