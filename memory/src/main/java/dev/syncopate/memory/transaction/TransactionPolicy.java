package dev.syncopate.memory.transaction;

/** What mutants of the transaction unit do otherwise. */
class TransactionPolicy {
  /**
   * Whether a word is restored when its owner is rolled back.
   *
   * @param bank of the word
   * @param conflict bank in which the conflict was found, or -1
   */
  boolean restores(int bank, int conflict) {
    return true;
  }

  /** Whether filters are cleared at roll-back and commit. */
  boolean clearsFilters() {
    return true;
  }

  /** Whether a hit in the work-item's own filter is looked up in the shadow memory. */
  boolean checksOwner() {
    return true;
  }

  /** Whether lanes that have yet to commit retry, and no others. */
  boolean keepsMask() {
    return true;
  }

  /** Whether lanes whose transaction was given up are told. */
  boolean tells() {
    return true;
  }

  /** Whether lanes that get on together no more run alone. */
  boolean serialises() {
    return true;
  }
}
