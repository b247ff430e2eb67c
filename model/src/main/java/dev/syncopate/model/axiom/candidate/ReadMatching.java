package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.candidate.path.SymbolicValue;
import dev.syncopate.model.axiom.candidate.path.ThreadPath.Constraint;
import java.util.Arrays;
import java.util.BitSet;

/** Write that each read of a skeleton reads from, as far as that is settled, and the values. */
final class ReadMatching {
  private final ExecutionSkeleton skeleton;
  private final int[] sources;
  private final long[] values;
  private final boolean[] knownEvents;
  private long signature;

  /** With no read matched. */
  ReadMatching(ExecutionSkeleton skeleton) {
    this(
        skeleton,
        new int[skeleton.size()],
        new long[skeleton.size()],
        new boolean[skeleton.size()],
        0);
    Arrays.fill(sources, CandidateExecution.NONE);
    propagate();
  }

  private ReadMatching(
      ExecutionSkeleton skeleton,
      int[] sources,
      long[] values,
      boolean[] knownEvents,
      long signature) {
    this.skeleton = skeleton;
    this.sources = sources;
    this.values = values;
    this.knownEvents = knownEvents;
    this.signature = signature;
  }

  /**
   * With several reads matched.
   *
   * @param sources by read; none for those without a write
   */
  static ReadMatching of(ExecutionSkeleton skeleton, int[] sources) {
    ReadMatching matching =
        new ReadMatching(
            skeleton,
            sources.clone(),
            new long[skeleton.size()],
            new boolean[skeleton.size()],
            /* signature= */ 0);
    for (int read : skeleton.reads()) {
      if (sources[read] != CandidateExecution.NONE) {
        matching.signature |= signature(read, sources[read]);
      }
    }
    matching.propagate();
    return matching;
  }

  /** With one more read matched. */
  ReadMatching with(int read, int write) {
    ReadMatching next =
        new ReadMatching(
            skeleton,
            sources.clone(),
            values.clone(),
            knownEvents.clone(),
            signature | signature(read, write));
    next.sources[read] = write;
    if (knownEvents[write]) {
      next.propagate();
    }
    return next;
  }

  /**
   * A set of bits that includes the {@link #signature(int, int)} of each read that has a write, and
   * the {@link #signature(int, long)} of each read whose value is known. Others may have the same.
   */
  long signature() {
    return signature;
  }

  /** The bit of a read with one of its writes: one of 64, chosen by a hash. */
  static long signature(int read, int write) {
    return 1L << ((read * 0x9E3779B9 + write * 0x85EBCA6B) >>> 26);
  }

  /** The bit of a read with one of its values. */
  static long signature(int read, long value) {
    return 1L << ((read * 0x9E3779B9 + (Long.hashCode(value) + 1) * 0xC2B2AE35) >>> 26);
  }

  /** Whether every read has a write. */
  boolean isMatched() {
    for (int read : skeleton.reads()) {
      if (sources[read] == CandidateExecution.NONE) {
        return false;
      }
    }
    return true;
  }

  /** The writes that a read may read from, as far as their values are known. */
  int[] sources(int read) {
    return Arrays.stream(skeleton.sources(read)).filter(write -> suits(read, write)).toArray();
  }

  /** Whether a read may read from a write of its location, as far as its value is known. */
  boolean suits(int read, int write) {
    long[] domain = skeleton.domains().of(read);
    return domain == null || !knownEvents[write] || Arrays.binarySearch(domain, values[write]) >= 0;
  }

  /** The write that a read reads from, or none. */
  int source(int read) {
    return sources[read];
  }

  /** Whether a read's or write's value is known. */
  boolean knows(int event) {
    return knownEvents[event];
  }

  /** A read's or write's value, where it is known. */
  long value(int event) {
    return values[event];
  }

  /** Whether every value is known: some are not where reads read in a circle, out of thin air. */
  boolean isComplete() {
    for (int event = 0; event < knownEvents.length; event++) {
      if (!knownEvents[event] && skeleton.event(event).location() >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The number that a thread computes, where what it needs is known. */
  long in(int thread, SymbolicValue value) {
    return value.in(values, skeleton.first[thread]);
  }

  /** Whether what a value needs is known. */
  boolean knows(int thread, SymbolicValue value) {
    return value.isKnown(knownEvents, skeleton.first[thread]);
  }

  private void propagate() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int number = 0; number < knownEvents.length; number++) {
        if (!knownEvents[number]) {
          changed |= learn(number);
        }
      }
    }
  }

  private boolean learn(int number) {
    MemoryEvent event = skeleton.event(number);
    SymbolicValue value = event.value();
    if (event.reads()
        && sources[number] != CandidateExecution.NONE
        && knownEvents[sources[number]]) {
      values[number] = values[sources[number]];
      knownEvents[number] = true;
    } else if (value instanceof SymbolicValue.Known(long constant)) {
      values[number] = constant;
      knownEvents[number] = true;
    } else if (value != null && knows(event.thread(), value)) {
      values[number] = in(event.thread(), value);
      knownEvents[number] = true;
    }
    if (knownEvents[number] && event.reads()) {
      signature |= signature(number, values[number]);
    }
    return knownEvents[number];
  }

  /** Whether the values that are known fit the threads' paths. */
  boolean fits() {
    for (int thread = 0; thread < skeleton.paths.size(); thread++) {
      for (Constraint constraint : skeleton.paths.get(thread).constraints()) {
        if (breaks(thread, constraint)) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean breaks(int thread, Constraint constraint) {
    return knows(thread, constraint.a())
        && knows(thread, constraint.b())
        && !constraint.comparison().holds(in(thread, constraint.a()), in(thread, constraint.b()));
  }

  /** Tells by the values of which reads the values do not fit. */
  void whyUnfit(ConflictCause cause) {
    for (int thread = 0; thread < skeleton.paths.size(); thread++) {
      for (Constraint constraint : skeleton.paths.get(thread).constraints()) {
        if (breaks(thread, constraint)) {
          because(thread, constraint.a(), cause);
          because(thread, constraint.b(), cause);
          return;
        }
      }
    }
  }

  /** Tells by the values of which reads a value is known. */
  void because(int thread, SymbolicValue value, ConflictCause cause) {
    BitSet reads = value.reads();
    for (int read = reads.nextSetBit(0); read >= 0; read = reads.nextSetBit(read + 1)) {
      because(skeleton.first[thread] + read, cause);
    }
  }

  /** Tells by the values of which reads an event's value is known: of a read, its own. */
  void because(int number, ConflictCause cause) {
    MemoryEvent event = skeleton.event(number);
    if (!knownEvents[number]) {
      return;
    }
    if (event.reads()) {
      cause.value(number);
    } else if (event.value() != null && event.thread() >= 0) {
      because(event.thread(), event.value(), cause);
    }
  }
}
