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

  /** A combination of sources, values and coherence pairs without an execution. */
  private record Nogood(
      int[] reads,
      int[] sources,
      int[] valuedReads,
      long[] values,
      int[] earlier,
      int[] later,
      ConflictCause cause) {
    /** Whether it is about an execution in which one read is given a write. */
    boolean isMet(CandidateExecution execution, int givenRead, int givenWrite) {
      ReadMatching matching = execution.matching();
      for (int i = 0; i < reads.length; i++) {
        int source = reads[i] == givenRead ? givenWrite : matching.source(reads[i]);
        if (source != sources[i]) {
          return false;
        }
      }
      for (int i = 0; i < valuedReads.length; i++) {
        int event = valuedReads[i] == givenRead ? givenWrite : valuedReads[i];
        if (!matching.knows(event) || matching.value(event) != values[i]) {
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

    /**
     * The cause of a nogood that an execution meets, which adds the fewest facts to those of a
     * joint cause; null for none.
     *
     * @param joint null for any nogood
     */
    @Nullable ConflictCause metBy(
        CandidateExecution execution,
        long signature,
        int givenRead,
        int givenWrite,
        @Nullable ConflictCause joint) {
      ConflictCause best = null;
      int fewest = Integer.MAX_VALUE;
      for (int i = size - 1; i >= 0 && fewest > 0; i--) {
        if ((signatures[i] & ~signature) == 0
            && nogoods[i].isMet(execution, givenRead, givenWrite)) {
          ConflictCause cause = nogoods[i].cause();
          int added = joint == null ? 0 : cause.countBeyond(joint, givenRead);
          if (added < fewest) {
            fewest = added;
            best = cause;
          }
        }
      }
      return best;
    }
  }

  /** Nogoods with the value of one read, by value: there are few. */
  private static final class ValueBuckets {
    private long[] values = new long[4];
    private Bucket[] buckets = new Bucket[4];
    private int size;

    @Nullable Bucket of(long value) {
      for (int i = 0; i < size; i++) {
        if (values[i] == value) {
          return buckets[i];
        }
      }
      return null;
    }

    Bucket sure(long value) {
      Bucket existing = of(value);
      if (existing != null) {
        return existing;
      }
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
        buckets = Arrays.copyOf(buckets, 2 * size);
      }
      values[size] = value;
      buckets[size] = new Bucket();
      return buckets[size++];
    }
  }

  private final ExecutionSkeleton skeleton;

  /** By a fact: a read's source, or the order of two writes. */
  private final Map<Integer, Bucket> having = new HashMap<>();

  /** By read. */
  private final @Nullable ValueBuckets[] valued;

  private int count;

  Nogoods(ExecutionSkeleton skeleton) {
    this.skeleton = skeleton;
    this.valued = new @Nullable ValueBuckets[skeleton.size()];
  }

  /** Keeps why nothing of use comes of an execution. */
  void add(CandidateExecution execution, ConflictCause cause) {
    if (cause.size() > MOST_FACTS || count == MOST) {
      return;
    }
    count++;
    ReadMatching matching = execution.matching();
    int[] reads = cause.reads();
    int[] sources = new int[reads.length];
    long signature = 0;
    for (int i = 0; i < reads.length; i++) {
      sources[i] = matching.source(reads[i]);
      signature |= ReadMatching.signature(reads[i], sources[i]);
    }
    int[] valuedReads = cause.valued();
    long[] values = new long[valuedReads.length];
    for (int i = 0; i < valuedReads.length; i++) {
      values[i] = matching.value(valuedReads[i]);
      signature |= ReadMatching.signature(valuedReads[i], values[i]);
    }
    int[] earlier = cause.before();
    int[] later = cause.after();
    Nogood nogood =
        new Nogood(reads, sources, valuedReads, values, earlier, later, cause.of(execution));
    for (int i = 0; i < reads.length; i++) {
      having
          .computeIfAbsent(matched(reads[i], sources[i]), _ -> new Bucket())
          .add(nogood, signature);
    }
    for (int i = 0; i < valuedReads.length; i++) {
      ValueBuckets buckets = valued[valuedReads[i]];
      if (buckets == null) {
        buckets = new ValueBuckets();
        valued[valuedReads[i]] = buckets;
      }
      buckets.sure(values[i]).add(nogood, signature);
    }
    for (int i = 0; i < earlier.length; i++) {
      having
          .computeIfAbsent(ordered(earlier[i], later[i]), _ -> new Bucket())
          .add(nogood, signature);
    }
  }

  private @Nullable Bucket valued(int read, long value) {
    ValueBuckets buckets = valued[read];
    return buckets == null ? null : buckets.of(value);
  }

  /**
   * Why nothing of use comes of an execution once a read reads a write: not to be changed; null if
   * unknown. Of the values that follow, only the read's own is looked at.
   *
   * @param joint facts that join it: of several causes it is the one that adds the fewest facts;
   *     null for any cause
   */
  @Nullable ConflictCause ofMatched(
      CandidateExecution execution, int read, int write, @Nullable ConflictCause joint) {
    ReadMatching matching = execution.matching();
    long signature = matching.signature() | ReadMatching.signature(read, write);
    Bucket valueBucket = null;
    if (matching.knows(write)) {
      signature |= ReadMatching.signature(read, matching.value(write));
      valueBucket = valued(read, matching.value(write));
    }
    Bucket bucket = having.get(matched(read, write));
    ConflictCause bySource =
        bucket == null ? null : bucket.metBy(execution, signature, read, write, joint);
    if (valueBucket == null || (bySource != null && joint == null)) {
      return bySource;
    }
    ConflictCause byValue = valueBucket.metBy(execution, signature, read, write, joint);
    boolean isBetter =
        bySource == null
            || (byValue != null
                && joint != null
                && byValue.countBeyond(joint, read) < bySource.countBeyond(joint, read));
    return isBetter ? byValue : bySource;
  }

  /**
   * Why nothing of use comes of an execution in which more values are known than in another: not to
   * be changed; null if unknown.
   *
   * @param read the one that was matched, whose own value is not looked at
   */
  @Nullable ConflictCause ofLearnt(
      CandidateExecution execution, CandidateExecution previous, int read) {
    ReadMatching matching = execution.matching();
    for (int event : skeleton.reads()) {
      if (event != read && matching.knows(event) && !previous.matching().knows(event)) {
        Bucket bucket = valued(event, matching.value(event));
        ConflictCause cause =
            bucket == null
                ? null
                : bucket.metBy(
                    execution,
                    matching.signature(),
                    CandidateExecution.NONE,
                    CandidateExecution.NONE,
                    null);
        if (cause != null) {
          return cause;
        }
      }
    }
    return null;
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
                      execution,
                      execution.matching().signature(),
                      CandidateExecution.NONE,
                      CandidateExecution.NONE,
                      null);
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
