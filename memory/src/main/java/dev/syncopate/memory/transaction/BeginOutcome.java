package dev.syncopate.memory.transaction;

/** Result of {@code tx.begin} for lanes. */
public enum BeginOutcome {
  /** They are in a transaction. */
  BEGUN,
  /** They were in one already, and go on. */
  NESTED,
  /** They try again: the driver gives them the registers that they had. */
  RETRIED,
  /**
   * Their transaction was given up: they go on outside of any, with the registers that they had.
   * {@link TransactionUnit#outside} tells them.
   */
  GIVEN_UP,
  /** They wait until {@link TransactionUnit.Listener#mayBegin}. */
  HELD,
  /** They wait until the other lanes of their wavefront have ended their transaction. */
  OCCUPIED
}
