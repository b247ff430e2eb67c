package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.BaseFacts;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Conflict of a search: the sources of some reads and the order of some writes that no allowed
 * execution has together. Nothing of use comes then of any execution of the skeleton in which these
 * are so.
 *
 * <p>Bit {@code r} says that the source of read r matters; with n events, bit {@code n + a * n + b}
 * that write a is before b.
 */
final class ConflictCause implements BaseFacts {
  private final CandidateExecution execution;
  private final Relation givenOrder;
  private final BitSet facts = new BitSet();

  /**
   * @param execution of which nothing of use comes
   * @param givenOrder the orders that all executions of the skeleton have
   */
  ConflictCause(CandidateExecution execution, Relation givenOrder) {
    this.execution = execution;
    this.givenOrder = givenOrder;
  }

  /** It is so because of what a read reads, if it reads. */
  void read(int read) {
    if (execution.matching().source(read) != CandidateExecution.NONE) {
      facts.set(read);
    }
  }

  /** It is so because one write is before another. */
  void order(int a, int b) {
    if (!givenOrder.contains(a, b)) {
      facts.set(bit(a, b));
    }
  }

  /** Whether a write is before another in all executions of the skeleton. */
  boolean isGiven(int a, int b) {
    return givenOrder.contains(a, b);
  }

  /** It is so because of all that another is because of. */
  void add(ConflictCause cause) {
    facts.or(cause.facts);
  }

  /** Leaves a read away, which does not matter where all that it may read has been tried. */
  boolean remove(int read) {
    boolean present = facts.get(read);
    facts.clear(read);
    return present;
  }

  /**
   * Leaves away that a write is before another, which does not matter where it must be, or both
   * orders were tried. What followed from it together with other orders is because of these.
   *
   * @param previous the execution without it
   * @return whether it mattered
   */
  boolean remove(CandidateExecution previous, int a, int b) {
    int events = previous.events();
    boolean present = false;
    for (int bit = facts.nextSetBit(events); bit >= 0; bit = facts.nextSetBit(bit + 1)) {
      int c = bit / events - 1;
      int d = bit % events;
      if (!previous.coherence().contains(c, d)) {
        facts.clear(bit);
        present = true;
        if (c != a) {
          order(c, a);
        }
        if (d != b) {
          order(b, d);
        }
      }
    }
    return present;
  }

  private int bit(int a, int b) {
    return (a + 1) * execution.events() + b;
  }

  @Override
  public void has(String base, int tail, int head) {
    if (base.equals("rf")) {
      read(head);
    } else {
      order(tail, head);
    }
  }

  @Override
  public void lacks(String base, int first, int second) {
    if (base.equals("rf")) {
      read(second);
    } else if (execution.coherence().contains(second, first)) {
      order(second, first);
    }
  }

  @Override
  public void all() {
    for (int read : execution.skeleton.reads()) {
      read(read);
    }
    for (int[] pair : execution.skeleton.pairs()) {
      for (int forth = 0; forth < 2; forth++) {
        int a = pair[forth];
        int b = pair[1 - forth];
        if (execution.coherence().contains(a, b)) {
          order(a, b);
        }
      }
    }
  }

  /** How many facts there are. */
  int size() {
    return facts.cardinality();
  }

  /** The reads that matter. */
  int[] reads() {
    return facts.stream().filter(fact -> fact < execution.events()).toArray();
  }

  /** The writes that come before others. */
  int[] before() {
    return orders().map(fact -> fact / execution.events() - 1).toArray();
  }

  /** The writes that these come before. */
  int[] after() {
    return orders().map(fact -> fact % execution.events()).toArray();
  }

  private IntStream orders() {
    return facts.stream().filter(fact -> fact >= execution.events());
  }

  /** The same, apart from it. */
  ConflictCause copy() {
    ConflictCause copy = new ConflictCause(execution, givenOrder);
    copy.add(this);
    return copy;
  }
}
