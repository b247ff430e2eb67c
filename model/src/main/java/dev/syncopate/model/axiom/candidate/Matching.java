package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.ThreadPath.Constraint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which write each read of a skeleton reads from, as far as that is settled, and the values. */
final class Matching {
  private final Skeleton skeleton;
  private final int[] sources;
  private final long[] values;
  private final boolean[] known;

  /** With no read matched. */
  Matching(Skeleton skeleton) {
    this(
        skeleton,
        new int[skeleton.size()],
        new long[skeleton.size()],
        new boolean[skeleton.size()]);
    Arrays.fill(sources, Execution.NONE);
    propagate();
  }

  private Matching(Skeleton skeleton, int[] sources, long[] values, boolean[] known) {
    this.skeleton = skeleton;
    this.sources = sources;
    this.values = values;
    this.known = known;
  }

  /** With one more read matched; null where the values do not fit the threads' paths. */
  @Nullable Matching with(int read, int write) {
    Matching next = new Matching(skeleton, sources.clone(), values.clone(), known.clone());
    next.sources[read] = write;
    if (known[write]) {
      next.propagate();
    }
    return next.fits() ? next : null;
  }

  /** Whether every read has a write. */
  boolean isMatched() {
    for (int read : skeleton.reads()) {
      if (sources[read] == Execution.NONE) {
        return false;
      }
    }
    return true;
  }

  /** The writes that a read may read from, as far as their values are known. */
  int[] sources(int read) {
    int[] all = skeleton.sources(read);
    long[] wanted = skeleton.domains().of(read);
    if (wanted == null) {
      return all;
    }
    int[] left = new int[all.length];
    int count = 0;
    for (int write : all) {
      if (!known[write] || Arrays.binarySearch(wanted, values[write]) >= 0) {
        left[count++] = write;
      }
    }
    return Arrays.copyOf(left, count);
  }

  /** The write that a read reads from, or none. */
  int source(int read) {
    return sources[read];
  }

  /** Whether a read's or write's value is known. */
  boolean knows(int event) {
    return known[event];
  }

  /** A read's or write's value, where it is known. */
  long value(int event) {
    return values[event];
  }

  /** Whether every value is known: some are not where reads read in a circle, out of thin air. */
  boolean isComplete() {
    for (int event = 0; event < known.length; event++) {
      if (!known[event] && skeleton.event(event).location() >= 0) {
        return false;
      }
    }
    return true;
  }

  /** The number that a thread computes, where what it needs is known. */
  long in(int thread, Value value) {
    return value.in(values, skeleton.first[thread]);
  }

  /** Whether what a value needs is known. */
  boolean knows(int thread, Value value) {
    return value.isKnown(known, skeleton.first[thread]);
  }

  private void propagate() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int number = 0; number < known.length; number++) {
        if (!known[number]) {
          changed |= learn(number);
        }
      }
    }
  }

  private boolean learn(int number) {
    Event event = skeleton.event(number);
    Value value = event.value();
    if (event.reads() && sources[number] != Execution.NONE && known[sources[number]]) {
      values[number] = values[sources[number]];
      known[number] = true;
    } else if (value instanceof Value.Known(long constant)) {
      values[number] = constant;
      known[number] = true;
    } else if (value != null && knows(event.thread(), value)) {
      values[number] = in(event.thread(), value);
      known[number] = true;
    }
    return known[number];
  }

  private boolean fits() {
    for (int thread = 0; thread < skeleton.paths.size(); thread++) {
      for (Constraint constraint : skeleton.paths.get(thread).constraints()) {
        if (knows(thread, constraint.a())
            && knows(thread, constraint.b())
            && !constraint
                .comparison()
                .holds(in(thread, constraint.a()), in(thread, constraint.b()))) {
          return false;
        }
      }
    }
    return true;
  }
}
