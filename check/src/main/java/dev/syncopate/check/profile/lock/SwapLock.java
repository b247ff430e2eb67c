package dev.syncopate.check.profile.lock;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A word that may be a lock acquired by swaps: one swap changes it from its free value, and nothing
 * else changes it until a thread of the same CTA gives it that value back. Anything else shows that
 * it is none.
 */
final class SwapLock {
  private final LockTally tally = new LockTally(LockKind.SWAP);

  /** Threads that have come to the word and do not hold the lock, and since when. */
  private final Map<Contender, Long> waiting = new HashMap<>();

  private boolean refuted;
  private boolean released;
  private long free;
  private long heldValue;
  private long heldSince;
  private @Nullable Contender holder;

  /** What it has cost; null if it is no lock, or was not seen to be one. */
  @Nullable LockTally tally() {
    if (refuted || !released) {
      return null;
    }
    if (holder != null) {
      tally.stillHeld();
    }
    return tally;
  }

  /** It is no lock. */
  void isNone() {
    refuted = true;
    holder = null;
    waiting.clear();
  }

  /** A thread asks for its value. */
  void polled(Contender contender, long now) {
    if (!refuted && holder != contender) {
      waiting.putIfAbsent(contender, now);
    }
  }

  /**
   * A thread issues a write or an atomic.
   *
   * @return whether that gives the lock back
   */
  boolean issued(Contender contender, WordChange change, long now) {
    if (refuted) {
      return false;
    }
    Contender owner = holder;
    if (owner != null && owner.cta == contender.cta && change.apply(heldValue) == free) {
      tally.released(now - heldSince);
      released = true;
      holder = null;
      return true;
    }
    if (change.swaps()) {
      polled(contender, now);
    } else if (tally.acquisitions() > 0 && changes(change)) {
      isNone();
    }
    return false;
  }

  private boolean changes(WordChange change) {
    long value = holder == null ? free : heldValue;
    return change.apply(value) != value;
  }

  /** A swap that did not give it back is complete. */
  void swapped(Contender contender, WordChange change, long oldValue, long now) {
    if (refuted) {
      return;
    }
    tally.attempted(1);
    tally.contended(contender);
    long newValue = change.apply(oldValue);
    if (newValue == oldValue) {
      return;
    }
    Long startCycle = waiting.remove(contender);
    if (startCycle == null || holder != null || (tally.acquisitions() > 0 && oldValue != free)) {
      isNone();
      return;
    }
    tally.acquired(contender, now - startCycle);
    free = oldValue;
    heldValue = newValue;
    heldSince = now;
    holder = contender;
  }
}
