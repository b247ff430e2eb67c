package dev.syncopate.check.profile.lock;

/** A thread that accesses words as threads do that want a lock; and its ticket, if it has one. */
final class Contender {
  final long cta;
  final int unit;

  private boolean drawn;
  private long ticket;
  private long drawnAt;
  private long drawnFrom;

  /** The word that it has read since; how often; and when that had come to its ticket. */
  private long watched;

  private long reads;
  private long turnAt = -1;

  Contender(long cta, int unit) {
    this.cta = cta;
    this.unit = unit;
  }

  /** It has got a number that the next one does not get. */
  void draws(long address, long number, long startCycle) {
    drawn = true;
    ticket = number;
    drawnAt = startCycle;
    drawnFrom = address;
    reads = 0;
    turnAt = -1;
  }

  /** It has read a word, maybe to see whose turn it is. */
  void reads(long address, long value, long now) {
    if (!drawn || address == drawnFrom || turnAt >= 0) {
      return;
    }
    if (reads == 0 || address != watched) {
      watched = address;
      reads = 0;
    }
    reads++;
    if (value == ticket) {
      turnAt = now;
    }
  }

  /** Whether it has seen a word say that it is its turn. */
  boolean hasTurn(long address) {
    return drawn && turnAt >= 0 && watched == address;
  }

  long ticket() {
    return ticket;
  }

  /** Cycles for which it has waited for its turn. */
  long waited() {
    return turnAt - drawnAt;
  }

  long turnAt() {
    return turnAt;
  }

  long reads() {
    return reads;
  }

  /** Its ticket is used up. */
  void done() {
    drawn = false;
    turnAt = -1;
    reads = 0;
  }
}
