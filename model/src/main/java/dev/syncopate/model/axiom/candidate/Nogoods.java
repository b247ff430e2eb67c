package dev.syncopate.model.axiom.candidate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found while a skeleton's executions were completed: facts with which nothing of use
 * comes of any. Kept are those that are few, and so likely to come up again.
 */
final class Nogoods {
  private static final int MOST_FACTS = 8;

  /** Of a skeleton; about as many as are worth going through. */
  private static final int MOST = 20_000;

  /** What some reads read, and some writes before others. */
  private record Nogood(int[] reads, int[] sources, int[] before, int[] after, Cause cause) {
    boolean isMet(Execution execution) {
      for (int i = 0; i < reads.length; i++) {
        if (execution.matching().source(reads[i]) != sources[i]) {
          return false;
        }
      }
      for (int i = 0; i < before.length; i++) {
        if (!execution.coherence().contains(before[i], after[i])) {
          return false;
        }
      }
      return true;
    }
  }

  private final Skeleton skeleton;

  /** With a read: by the last one and its source. */
  private final Map<Integer, List<Nogood>> reading = new HashMap<>();

  private final List<Nogood> ordering = new ArrayList<>();
  private int count;

  Nogoods(Skeleton skeleton) {
    this.skeleton = skeleton;
  }

  /** Keeps why nothing of use comes of an execution. */
  void add(Execution execution, Cause cause) {
    if (cause.size() > MOST_FACTS || count == MOST) {
      return;
    }
    count++;
    int[] reads = cause.reads();
    int[] sources = new int[reads.length];
    for (int i = 0; i < reads.length; i++) {
      sources[i] = execution.matching().source(reads[i]);
    }
    Nogood nogood = new Nogood(reads, sources, cause.before(), cause.after(), cause.copy());
    if (reads.length == 0) {
      ordering.add(nogood);
    } else {
      int last = reads.length - 1;
      reading.computeIfAbsent(key(reads[last], sources[last]), _ -> new ArrayList<>()).add(nogood);
    }
  }

  /** Why nothing of use comes of an execution, as far as it was found before; else null. */
  @Nullable Cause of(Execution execution) {
    Cause cause = among(ordering, execution);
    for (int read : skeleton.reads()) {
      int source = execution.matching().source(read);
      if (cause == null && source != Execution.NONE) {
        cause = among(reading.getOrDefault(key(read, source), List.of()), execution);
      }
    }
    return cause;
  }

  private int key(int read, int source) {
    return read * skeleton.size() + source;
  }

  private static @Nullable Cause among(List<Nogood> nogoods, Execution execution) {
    for (Nogood nogood : nogoods) {
      if (nogood.isMet(execution)) {
        return nogood.cause().copy();
      }
    }
    return null;
  }
}
