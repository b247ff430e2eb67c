package dev.syncopate.memory.transaction;

import static dev.syncopate.memory.transaction.ShadowTable.RESTORE;
import static dev.syncopate.memory.transaction.WavefrontTable.COUNT_ATTEMPT;
import static dev.syncopate.memory.transaction.WavefrontTable.FAIL;
import static dev.syncopate.memory.transaction.WavefrontTable.INTERRUPT;
import static dev.syncopate.memory.transaction.WavefrontTable.NOTE_MASK;
import static dev.syncopate.memory.transaction.WavefrontTable.RELEASE;
import static dev.syncopate.memory.transaction.WavefrontTable.SEND_LANE;
import static dev.syncopate.memory.transaction.WavefrontTable.SEND_MASK;
import static dev.syncopate.memory.transaction.WavefrontTable.TELL_FAILURE;

import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Locale;
import java.util.Objects;

/**
 * Transaction units that are wrong on purpose, in one thing each. What the paper's text gets wrong
 * is not here: those are values of {@link dev.syncopate.memory.config.TxConfig}.
 */
public enum TransactionMutant {
  NO_ROLL_BACK_IN_OTHER_BANKS(
      "words in other banks than the conflict's keep the values of the lane"),
  NO_ROLL_BACK("words keep the values of a lane that has failed"),
  FILTER_NOT_CLEARED("filters keep their bits after commit and roll-back"),
  OWNER_NOT_CHECKED("a hit in the lane's own filter counts as a repeated access"),
  MASK_NOT_KEPT("lanes that have committed try again as well"),
  SERIALISATION_LOST("lanes run together again however often that has failed"),
  FAILURE_NOT_TOLD("a lane whose transaction was given up is not told");

  private static final Action<BankedAccesses, AffectedLanes> RESTORE_IN_CONFLICT_BANK =
      new Action<>(
          "restore the value in the bank of the conflict",
          (accesses, word, item, failed) -> {
            int bank = Objects.requireNonNull(failed).conflictBank();
            if (bank == AffectedLanes.NO_BANK || bank == word % accesses.words.banks) {
              accesses.words.restore((int) word);
            }
          });

  private static final Action<Wavefronts, AffectedLanes> RELEASE_WORDS =
      new Action<>(
          "release the words of the lanes",
          (wavefronts, wavefront, part, lanes) -> wavefronts.commitWords((int) wavefront, lanes));

  private static final Action<Wavefronts, AffectedLanes> FAIL_KEEPING_FILTERS =
      new Action<>(
          "roll the words of the lanes back, set their bits of the mask",
          (wavefronts, wavefront, part, lanes) -> wavefronts.fail((int) wavefront, lanes));

  private static final Action<Wavefronts, AffectedLanes> INTERRUPT_KEEPING_FILTERS =
      new Action<>(
          "roll the words of the lanes back, set their bits of the mask",
          (wavefronts, wavefront, part, lanes) -> wavefronts.interrupt((int) wavefront, lanes));

  private static final Action<Wavefronts, AffectedLanes> SEND_GROUP =
      new Action<>(
          "EXEC is all lanes that have begun; back to tx.begin",
          (wavefronts, wavefront, part, lanes) -> wavefronts.sendGroup((int) wavefront));

  private final String fault;

  TransactionMutant(String fault) {
    this.fault = fault;
  }

  /** What is wrong. */
  public String fault() {
    return fault;
  }

  /** As people write it, for example {@code no-roll-back}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  // spotless:off
  /** The tables of a unit that is wrong. */
  public TransactionTables wrong(TransactionTables right) {
    return switch (this) {
      case NO_ROLL_BACK_IN_OTHER_BANKS -> right.withWords(right.words.but().replacing(RESTORE, RESTORE_IN_CONFLICT_BANK));
      case NO_ROLL_BACK -> right.withWords(right.words.but().without(RESTORE));
      case FILTER_NOT_CLEARED -> right.withWavefronts(right.wavefronts.but()
          .replacing(RELEASE, RELEASE_WORDS)
          .replacing(FAIL, FAIL_KEEPING_FILTERS)
          .replacing(INTERRUPT, INTERRUPT_KEEPING_FILTERS));
      case OWNER_NOT_CHECKED -> right.withWords(right.words.but()
          .on(ShadowState.FREE, ShadowEvent.OWN_FALSE_POSITIVE).to(ShadowState.FREE)
          .on(ShadowState.OWNED, ShadowEvent.OWN_FALSE_POSITIVE).to(ShadowState.OWNED));
      case MASK_NOT_KEPT -> right.withWavefronts(sendingGroups(right));
      case SERIALISATION_LOST -> right.withWavefronts(right.wavefronts.but()
          .on(WavefrontState.TOGETHER, WavefrontEvent.STUCK).does(COUNT_ATTEMPT, NOTE_MASK, SEND_MASK).to(WavefrontState.TOGETHER));
      case FAILURE_NOT_TOLD -> right.config().fallback() == 0 ? right : right.withWavefronts(right.wavefronts.but().without(TELL_FAILURE));
    };
  }
  // spotless:on

  private static StateTable.Builder<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes>
      sendingGroups(TransactionTables right) {
    int fallback = right.config().fallback();
    StateTable.Builder<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes> wrong =
        right.wavefronts.but().replacing(SEND_MASK, SEND_GROUP).replacing(SEND_LANE, SEND_GROUP);
    return fallback == 0 ? wrong : wrong.replacing(WavefrontTable.sendLosers(fallback), SEND_GROUP);
  }
}
