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
  void contended(Contender who) {
    byCta.putIfAbsent(who.cta, 0L);
  }

  void attempted(long more) {
    attempts += more;
  }

  /** A thread has it, after so many cycles. */
  void acquired(Contender who, long waited) {
    acquisitions++;
    wait += waited;
    longestWait = Math.max(longestWait, waited);
    byCta.merge(who.cta, 1L, Long::sum);
    Contender before = last;
    if (before != null) {
      sameCta += before.cta == who.cta ? 1 : 0;
      sameUnit += before.cta != who.cta && before.unit == who.unit ? 1 : 0;
      otherUnit += before.unit != who.unit ? 1 : 0;
    }
    last = who;
  }

  /** It is free again, after so many cycles. */
  void released(long held) {
    hold += held;
  }

  /** A launch has ended in which it is held. */
  void stillHeld() {
    heldAtEnd++;
  }

  /** Adds those of another launch. */
  void add(LockTally other) {
    acquisitions += other.acquisitions;
    attempts += other.attempts;
    wait += other.wait;
    longestWait = Math.max(longestWait, other.longestWait);
    hold += other.hold;
    heldAtEnd += other.heldAtEnd;
    sameCta += other.sameCta;
    sameUnit += other.sameUnit;
    otherUnit += other.otherUnit;
    other.byCta.forEach((cta, count) -> byCta.merge(cta, count, Long::sum));
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
