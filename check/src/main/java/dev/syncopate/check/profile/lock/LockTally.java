package dev.syncopate.check.profile.lock;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums for one lock word: what becomes {@link LockFigures}. */
final class LockTally {
  private final LockKind kind;
  private final Map<Long, Long> byCta = new TreeMap<>();
  private @Nullable Contender last;
  private long acquisitions;
  private long attempts;
  private long wait;
  private long longestWait;
  private long hold;
  private long heldAtEnd;
  private long sameCta;
  private long sameUnit;
  private long otherUnit;

  LockTally(LockKind kind) {
    this.kind = kind;
  }

  LockKind kind() {
    return kind;
  }

  long acquisitions() {
    return acquisitions;
  }

  /** A thread tries to acquire it. */
  void contended(Contender contender) {
    byCta.putIfAbsent(contender.cta, 0L);
  }

  void attempted(long count) {
    attempts += count;
  }

  /** A thread has acquired the lock, after so many cycles. */
  void acquired(Contender contender, long waited) {
    acquisitions++;
    wait += waited;
    longestWait = Math.max(longestWait, waited);
    byCta.merge(contender.cta, 1L, Long::sum);
    Contender previous = last;
    if (previous != null) {
      sameCta += previous.cta == contender.cta ? 1 : 0;
      sameUnit += previous.cta != contender.cta && previous.unit == contender.unit ? 1 : 0;
      otherUnit += previous.unit != contender.unit ? 1 : 0;
    }
    last = contender;
  }

  /** It is free again, after so many cycles. */
  void released(long holdCycles) {
    hold += holdCycles;
  }

  /** A launch has ended in which it is held. */
  void stillHeld() {
    heldAtEnd++;
  }

  /** Adds those of another launch. */
  void add(LockTally tally) {
    acquisitions += tally.acquisitions;
    attempts += tally.attempts;
    wait += tally.wait;
    longestWait = Math.max(longestWait, tally.longestWait);
    hold += tally.hold;
    heldAtEnd += tally.heldAtEnd;
    sameCta += tally.sameCta;
    sameUnit += tally.sameUnit;
    otherUnit += tally.otherUnit;
    tally.byCta.forEach((cta, count) -> byCta.merge(cta, count, Long::sum));
  }

  LockFigures figures(long address, @Nullable String name) {
    return new LockFigures(
        address,
        kind,
        name,
        acquisitions,
        attempts,
        wait,
        longestWait,
        hold,
        heldAtEnd,
        sameCta,
        sameUnit,
        otherUnit,
        byCta.size(),
        fairness());
  }

  /** Jain, Chiu and Hawe 1984: (Σx)² / (n Σx²). */
  private double fairness() {
    double squares = 0;
    for (long count : byCta.values()) {
      squares += (double) count * count;
    }
    return (double) acquisitions * acquisitions / (byCta.size() * squares);
  }
}
