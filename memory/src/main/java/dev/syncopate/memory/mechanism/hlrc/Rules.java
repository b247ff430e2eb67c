package dev.syncopate.memory.mechanism.hlrc;

import dev.syncopate.memory.kit.l1.L1Parts;

/** What controllers keep to; a mutant breaks one of these. */
class Rules {
  /** Loads and stores of a line that is asked for wait behind the atomics that ask. */
  boolean dataWaits() {
    return true;
  }

  /** An L1 is invalidated when it gets a registration. */
  boolean invalidates() {
    return true;
  }

  /** What was asked for before an invalidation is not kept when it comes. */
  boolean forgetsFills() {
    return true;
  }

  /** A holder keeps what others store to its line. */
  boolean updates() {
    return true;
  }

  /** All that is dirty is written through when a registration leaves, and not the line alone. */
  boolean flushesAll() {
    return true;
  }

  /** What an L1 has stored to a line goes to the L2 before it asks for the line's registration. */
  boolean writesBeforeAsking() {
    return true;
  }

  /** A registration is given back when all that was written is acknowledged. */
  boolean awaitsWrites() {
    return true;
  }

  /** An L1 drops a line that it gives back. */
  boolean drops() {
    return true;
  }

  /** What comes for a line waits while that is read to be granted. */
  boolean waitsForGrant() {
    return true;
  }

  /** A bank tells a holder what others store to its line. */
  boolean tellsHolder() {
    return true;
  }

  /** Who has been granted a registration wants it no more. */
  boolean servesOnce() {
    return true;
  }

  /** A registration that an L1 has is not another's before it has come back. */
  boolean recalls() {
    return true;
  }

  /** Likewise when its line is evicted. */
  boolean recallsEvicted() {
    return true;
  }

  /** What an L1 is made of. */
  L1Parts parts(L1Parts right) {
    return right;
  }
}
