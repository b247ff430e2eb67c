package dev.syncopate.memory.transaction;

import java.util.Locale;

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

  TransactionPolicy policy() {
    return new Wrong(this);
  }

  private static final class Wrong extends TransactionPolicy {
    private final TransactionMutant kind;

    Wrong(TransactionMutant kind) {
      this.kind = kind;
    }

    @Override
    boolean restores(int bank, int conflict) {
      return switch (kind) {
        case NO_ROLL_BACK -> false;
        case NO_ROLL_BACK_IN_OTHER_BANKS -> conflict < 0 || bank == conflict;
        default -> true;
      };
    }

    @Override
    boolean clearsFilters() {
      return kind != FILTER_NOT_CLEARED;
    }

    @Override
    boolean checksOwner() {
      return kind != OWNER_NOT_CHECKED;
    }

    @Override
    boolean keepsMask() {
      return kind != MASK_NOT_KEPT;
    }

    @Override
    boolean tells() {
      return kind != FAILURE_NOT_TOLD;
    }

    @Override
    boolean serialises() {
      return kind != SERIALISATION_LOST;
    }
  }
}
