package dev.syncopate.check.profile.lock;

/** A word of memory that may be a lock, of either kind. */
final class LockWord {
  final long address;
  final int bytes;
  final SwapLock swap = new SwapLock();
  final TicketLock ticket = new TicketLock();

  LockWord(long address, int bytes) {
    this.address = address;
    this.bytes = bytes;
  }

  /**
   * A thread issues a write or an atomic.
   *
   * @return whether that gives a lock back
   */
  boolean issued(Contender contender, WordChange change, long now) {
    boolean swapped = swap.issued(contender, change, now);
    boolean passed = ticket.issued(address, contender, change, now);
    return swapped || passed;
  }
}
