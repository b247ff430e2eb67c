package dev.syncopate.model.axiom.candidate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Facts found while a skeleton's executions were completed: facts with which nothing of use comes
 * of any. Kept are those that are few, and so likely to come up again.
 */
final class Nogoods {
  private static final int MOST_FACTS = 8;

  /** Of a skeleton; about as many as are worth going through. */
  private static final int MOST = 20_000;

  /** A combination of reads-from and coherence pairs without an execution. */
  private record Nogood(
      int[] reads, int[] sources, int[] earlier, int[] later, ConflictCause cause) {
    /** Whether it is about an execution, where one read's source is taken for granted. */
    boolean isMet(CandidateExecution execution, int givenRead) {
      for (int i = 0; i < reads.length; i++) {
        if (reads[i] != givenRead && execution.matching().source(reads[i]) != sources[i]) {
          return false;
        }
      }
      for (int i = 0; i < earlier.length; i++) {
        if (!execution.coherence().contains(earlier[i], later[i])) {
          return false;
        }
      }
      return true;
    }
  }

  private final ExecutionSkeleton skeleton;

  /** By each of their facts. */
  private final Map<Integer, List<Nogood>> having = new HashMap<>();

  private int count;

  Nogoods(ExecutionSkeleton skeleton) {
    this.skeleton = skeleton;
  }

  /** Keeps why nothing of use comes of an execution. */
  void add(CandidateExecution execution, ConflictCause cause) {
    if (cause.size() > MOST_FACTS || count == MOST) {
      return;
    }
    count++;
    int[] reads = cause.reads();
    int[] sources = new int[reads.length];
    for (int i = 0; i < reads.length; i++) {
      sources[i] = execution.matching().source(reads[i]);
    }
    int[] earlier = cause.before();
    int[] later = cause.after();
    Nogood nogood = new Nogood(reads, sources, earlier, later, cause.copy());
    for (int i = 0; i < reads.length; i++) {
      having.computeIfAbsent(matched(reads[i], sources[i]), _ -> new ArrayList<>()).add(nogood);
    }
    for (int i = 0; i < earlier.length; i++) {
      having.computeIfAbsent(ordered(earlier[i], later[i]), _ -> new ArrayList<>()).add(nogood);
    }
  }

  /**
   * Why nothing of use comes of an execution once a read reads a write: not to be changed; null if
   * unknown.
   */
  @Nullable ConflictCause ofMatched(CandidateExecution execution, int read, int write) {
    return among(matched(read, write), execution, read);
  }

  /**
   * Why nothing of use comes of an execution with more orders than another: not to be changed; null
   * if unknown.
   */
  @Nullable ConflictCause ofOrdered(CandidateExecution execution, CandidateExecution previous) {
    if (execution.coherence().equals(previous.coherence())) {
      return null;
    }
    for (int[] pair : skeleton.pairs()) {
      for (int forth = 0; forth < 2; forth++) {
        int a = pair[forth];
        int b = pair[1 - forth];
        if (execution.coherence().contains(a, b) && !previous.coherence().contains(a, b)) {
          ConflictCause cause = among(ordered(a, b), execution, CandidateExecution.NONE);
          if (cause != null) {
            return cause;
          }
        }
      }
    }
    return null;
  }

  private int matched(int read, int source) {
    return read * skeleton.size() + source;
  }

  private int ordered(int a, int b) {
    return (skeleton.size() + a) * skeleton.size() + b;
  }

  private @Nullable ConflictCause among(int fact, CandidateExecution execution, int givenRead) {
    List<Nogood> nogoods = having.getOrDefault(fact, List.of());
    for (int i = nogoods.size() - 1; i >= 0; i--) {
      if (nogoods.get(i).isMet(execution, givenRead)) {
        return nogoods.get(i).cause();
      }
    }
    return null;
  }
}
