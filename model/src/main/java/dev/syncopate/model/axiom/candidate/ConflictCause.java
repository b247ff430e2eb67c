package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.cat.BaseFacts;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Conflict of a search: the sources of some reads, the values of some, and the order of some writes
 * that no allowed execution has together. Nothing of use comes then of any execution of the
 * skeleton in which these are so.
 *
 * <p>Where a read's value is what matters, as for an outcome or a branch, its source does not: all
 * sources with the same value are refused together. A value is explained by its source only where
 * the search goes back to before it was known ({@link #trace}).
 *
 * <pre>
 *   bits, of n events     r: the source of read r | n + r: its value | (2 + a) * n + b: write a is before b
 * </pre>
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

  /** It is so because of the value that a read has, if it is known. */
  void value(int read) {
    if (execution.matching().knows(read)) {
      facts.set(execution.events() + read);
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

  /**
   * Explains values that were not known before a read was matched: each by its source, and the
   * values that its source's value comes from. The value of the read itself remains.
   *
   * @param previous before the read was matched
   * @param matching after it was
   */
  void trace(ReadMatching previous, ReadMatching matching, int read) {
    int events = execution.events();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int bit = facts.nextSetBit(events);
          bit >= 0 && bit < 2 * events;
          bit = facts.nextSetBit(bit + 1)) {
        int event = bit - events;
        if (event != read && !previous.knows(event)) {
          traceOne(event, matching.source(event), matching);
          changed = true;
        }
      }
    }
  }

  /** Explains values by sources, but for reads whose values are to remain. */
  void trace(IntPredicate remaining, ReadMatching matching) {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int event : valued()) {
        if (!remaining.test(event)) {
          traceOne(event, matching.source(event), matching);
          changed = true;
        }
      }
    }
  }

  /** Whether the value of a read matters, and its source does not. */
  boolean isByValueOnly(int read) {
    return facts.get(execution.events() + read) && !facts.get(read);
  }

  /** Explains the value of a read by its source, if it matters. */
  void traceRead(int read, int source, ReadMatching matching) {
    if (facts.get(execution.events() + read)) {
      traceOne(read, source, matching);
    }
  }

  private void traceOne(int read, int source, ReadMatching matching) {
    facts.clear(execution.events() + read);
    facts.set(read);
    matching.because(source, this);
  }

  /** How many facts another lacks, apart from those of a read. */
  int countBeyond(ConflictCause jointCause, int read) {
    int count = 0;
    for (int fact = facts.nextSetBit(0); fact >= 0; fact = facts.nextSetBit(fact + 1)) {
      boolean isOfRead = fact == read || fact == execution.events() + read;
      count += isOfRead || jointCause.facts.get(fact) ? 0 : 1;
    }
    return count;
  }

  /** Leaves the value of a read away. */
  void removeValue(int read) {
    facts.clear(execution.events() + read);
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
    for (int bit = facts.nextSetBit(2 * events); bit >= 0; bit = facts.nextSetBit(bit + 1)) {
      int c = bit / events - 2;
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
    return (a + 2) * execution.events() + b;
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

  /** The reads whose values matter. */
  int[] valued() {
    int events = execution.events();
    return facts.stream()
        .filter(fact -> fact >= events && fact < 2 * events)
        .map(fact -> fact - events)
        .toArray();
  }

  /** The writes that come before others. */
  int[] before() {
    return orders().map(fact -> fact / execution.events() - 2).toArray();
  }

  /** The writes that these come before. */
  int[] after() {
    return orders().map(fact -> fact % execution.events()).toArray();
  }

  private IntStream orders() {
    return facts.stream().filter(fact -> fact >= 2 * execution.events());
  }

  /** The same, apart from it, of another execution in which it is so. */
  ConflictCause of(CandidateExecution otherExecution) {
    ConflictCause copy = new ConflictCause(otherExecution, givenOrder);
    copy.add(this);
    return copy;
  }
}
