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
  private boolean none;
  private long serving;

  /** What it has cost; null if it is no lock, or was not seen to be one. */
  @Nullable LockTally tally() {
    return none || tally.acquisitions() < FEWEST ? null : tally;
  }

  /**
   * A thread issues a write or an atomic.
   *
   * @return whether that gives the lock to the next
   */
  boolean issued(long address, Contender who, Change change, long now) {
    boolean passes =
        who.hasTurn(address) && change.apply(who.ticket()) == who.ticket() + 1; // never wraps here
    if (!passes) {
      none |= tally.acquisitions() > 0 && change.apply(serving) != serving;
      return false;
    }
    if (tally.acquisitions() > 0 && who.ticket() != serving) {
      none = true;
    }
    tally.contended(who);
    tally.attempted(who.reads());
    tally.acquired(who, who.waited());
    tally.released(now - who.turnAt());
    serving = who.ticket() + 1;
    who.done();
    return true;
  }
}
