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

  /** Threads that have come to the word and do not have it, and since when. */
  private final Map<Contender, Long> waiting = new HashMap<>();

  private boolean none;
  private boolean released;
  private long free;
  private long held;
  private long heldSince;
  private @Nullable Contender holder;

  /** What it has cost; null if it is no lock, or was not seen to be one. */
  @Nullable LockTally tally() {
    if (none || !released) {
      return null;
    }
    if (holder != null) {
      tally.stillHeld();
    }
    return tally;
  }

  /** It is no lock. */
  void isNone() {
    none = true;
    holder = null;
    waiting.clear();
  }

  /** A thread asks for its value. */
  void polled(Contender who, long now) {
    if (!none && holder != who) {
      waiting.putIfAbsent(who, now);
    }
  }

  /**
   * A thread issues a write or an atomic.
   *
   * @return whether that gives the lock back
   */
  boolean issued(Contender who, Change change, long now) {
    if (none) {
      return false;
    }
    Contender has = holder;
    if (has != null && has.cta == who.cta && change.apply(held) == free) {
      tally.released(now - heldSince);
      released = true;
      holder = null;
      return true;
    }
    if (change.swaps()) {
      polled(who, now);
    } else if (tally.acquisitions() > 0 && changes(change)) {
      isNone();
    }
    return false;
  }

  private boolean changes(Change change) {
    long value = holder == null ? free : held;
    return change.apply(value) != value;
  }

  /** A swap that did not give it back is complete. */
  void swapped(Contender who, Change change, long before, long now) {
    if (none) {
      return;
    }
    tally.attempted(1);
    tally.contended(who);
    long after = change.apply(before);
    if (after == before) {
      return;
    }
    Long since = waiting.remove(who);
    if (since == null || holder != null || (tally.acquisitions() > 0 && before != free)) {
      isNone();
      return;
    }
    tally.acquired(who, now - since);
    free = before;
    held = after;
    heldSince = now;
    holder = who;
  }
}
