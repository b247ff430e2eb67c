package dev.syncopate.model.axiom.candidate;

import java.util.Arrays;
import java.util.HashMap;
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

  /**
   * Nogoods that have one fact in common. Most of those that an execution does not meet are told by
   * {@link ReadMatching#signature}, which is compared without a look at the nogood.
   */
  private static final class Bucket {
    private long[] signatures = new long[4];
    private Nogood[] nogoods = new Nogood[4];
    private int size;

    void add(Nogood nogood, long signature) {
      if (size == nogoods.length) {
        signatures = Arrays.copyOf(signatures, 2 * size);
        nogoods = Arrays.copyOf(nogoods, 2 * size);
      }
      signatures[size] = signature;
      nogoods[size++] = nogood;
    }

    /** The cause of the latest nogood that an execution meets; null for none. */
    @Nullable ConflictCause metBy(CandidateExecution execution, long signature, int givenRead) {
      for (int i = size - 1; i >= 0; i--) {
        if ((signatures[i] & ~signature) == 0 && nogoods[i].isMet(execution, givenRead)) {
          return nogoods[i].cause();
        }
      }
      return null;
    }
  }

  private final ExecutionSkeleton skeleton;

  /** By each of their facts. */
  private final Map<Integer, Bucket> having = new HashMap<>();

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
    long signature = 0;
    for (int i = 0; i < reads.length; i++) {
      sources[i] = execution.matching().source(reads[i]);
      signature |= ReadMatching.signature(reads[i], sources[i]);
    }
    int[] earlier = cause.before();
    int[] later = cause.after();
    Nogood nogood = new Nogood(reads, sources, earlier, later, cause.copy());
    for (int i = 0; i < reads.length; i++) {
      having
          .computeIfAbsent(matched(reads[i], sources[i]), _ -> new Bucket())
          .add(nogood, signature);
    }
    for (int i = 0; i < earlier.length; i++) {
      having
          .computeIfAbsent(ordered(earlier[i], later[i]), _ -> new Bucket())
          .add(nogood, signature);
    }
  }

  /**
   * Why nothing of use comes of an execution once a read reads a write: not to be changed; null if
   * unknown.
   */
  @Nullable ConflictCause ofMatched(CandidateExecution execution, int read, int write) {
    Bucket bucket = having.get(matched(read, write));
    return bucket == null
        ? null
        : bucket.metBy(
            execution,
            execution.matching().signature() | ReadMatching.signature(read, write),
            read);
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
          Bucket bucket = having.get(ordered(a, b));
          ConflictCause cause =
              bucket == null
                  ? null
                  : bucket.metBy(
                      execution, execution.matching().signature(), CandidateExecution.NONE);
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
}
