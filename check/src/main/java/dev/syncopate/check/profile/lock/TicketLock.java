package dev.syncopate.check.profile.lock;

import org.jspecify.annotations.Nullable;

/**
 * A word that may say whose ticket's turn it is: it only ever changes from a number to the next, by
 * the thread that has drawn this number and has read it here.
 */
final class TicketLock {
  /** A thread that counts once need not be the holder of a lock. */
  private static final int FEWEST = 2;

  private final LockTally tally = new LockTally(LockKind.TICKET);
  private boolean refuted;
  private long serving;

  /** What it has cost; null if it is no lock, or was not seen to be one. */
  @Nullable LockTally tally() {
    return refuted || tally.acquisitions() < FEWEST ? null : tally;
  }

  /**
   * A thread issues a write or an atomic.
   *
   * @return whether that gives the lock to the next
   */
  boolean issued(long address, Contender contender, WordChange change, long now) {
    boolean passes =
        contender.hasTurn(address)
            && change.apply(contender.ticket()) == contender.ticket() + 1; // never wraps here
    if (!passes) {
      refuted |= tally.acquisitions() > 0 && change.apply(serving) != serving;
      return false;
    }
    if (tally.acquisitions() > 0 && contender.ticket() != serving) {
      refuted = true;
    }
    tally.contended(contender);
    tally.attempted(contender.reads());
    tally.acquired(contender, contender.waited());
    tally.released(now - contender.turnAt());
    serving = contender.ticket() + 1;
    contender.done();
    return true;
  }
}
