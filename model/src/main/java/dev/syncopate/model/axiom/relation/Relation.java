package dev.syncopate.model.axiom.relation;

import java.util.Arrays;

/**
 * A relation between events, which are numbered from 0: a row of bits for each event, a bit for
 * each event it precedes. Row {@code e} takes {@code words} longs from {@code e * words} on; bit
 * {@code f & 63} of its long {@code f >>> 6} says whether the pair (e, f) is in. Changes only while
 * it is filled by {@link #add}.
 */
public final class Relation {
  private final int events;
  private final int words;
  private final long[] bits;

  /** The empty relation between that many events. */
  public Relation(int events) {
    this.events = events;
    this.words = (events + 63) >>> 6;
    this.bits = new long[events * words];
  }

  /** Every event with itself. */
  public static Relation identity(int events) {
    return identity(EventSet.all(events));
  }

  /** Every event of a set with itself: {@code [S]}. */
  public static Relation identity(EventSet set) {
    Relation result = new Relation(set.events());
    for (int e = 0; e < result.events; e++) {
      if (set.contains(e)) {
        result.add(e, e);
      }
    }
    return result;
  }

  /** Every event of one set with every event of another. */
  public static Relation product(EventSet tails, EventSet heads) {
    Relation result = new Relation(tails.events());
    for (int e = 0; e < result.events; e++) {
      if (tails.contains(e)) {
        System.arraycopy(heads.bits, 0, result.bits, e * result.words, result.words);
      }
    }
    return result;
  }

  /** How many events there are. */
  public int events() {
    return events;
  }

  /** Puts a pair in. */
  public void add(int tail, int head) {
    bits[tail * words + (head >>> 6)] |= 1L << head;
  }

  /** Whether a pair is in it. */
  public boolean contains(int tail, int head) {
    return (bits[tail * words + (head >>> 6)] >>> head & 1) != 0;
  }

  /** Whether an event precedes any. */
  public boolean hasAfter(int event) {
    for (int w = event * words; w < (event + 1) * words; w++) {
      if (bits[w] != 0) {
        return true;
      }
    }
    return false;
  }

  /** How many pairs are in it. */
  public int size() {
    int size = 0;
    for (long word : bits) {
      size += Long.bitCount(word);
    }
    return size;
  }

  /** Whether no pair is in it. */
  public boolean isEmpty() {
    for (long word : bits) {
      if (word != 0) {
        return false;
      }
    }
    return true;
  }

  /** Pairs that are in one or in both. */
  public Relation union(Relation right) {
    Relation result = new Relation(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] | right.bits[i];
    }
    return result;
  }

  /** Pairs that are in both. */
  public Relation intersection(Relation right) {
    Relation result = new Relation(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] & right.bits[i];
    }
    return result;
  }

  /** Pairs that are in this and not in the other. */
  public Relation difference(Relation right) {
    Relation result = new Relation(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] & ~right.bits[i];
    }
    return result;
  }

  /** Pairs that are not in it. */
  public Relation complement() {
    EventSet universe = EventSet.all(events);
    return product(universe, universe).difference(this);
  }

  /** Pairs (a, c) for which some (a, b) is in this and (b, c) in the other. */
  public Relation sequence(Relation right) {
    Relation result = new Relation(events);
    if (words == 1) {
      for (int a = 0; a < events; a++) {
        long row = 0;
        for (long remaining = bits[a]; remaining != 0; remaining &= remaining - 1) {
          row |= right.bits[Long.numberOfTrailingZeros(remaining)];
        }
        result.bits[a] = row;
      }
      return result;
    }
    for (int a = 0; a < events; a++) {
      int row = a * words;
      for (int w = 0; w < words; w++) {
        for (long remaining = bits[row + w]; remaining != 0; remaining &= remaining - 1) {
          int b = (w << 6) + Long.numberOfTrailingZeros(remaining);
          result.orRow(row, right.bits, b * words);
        }
      }
    }
    return result;
  }

  /** Each pair turned round. */
  public Relation inverse() {
    Relation result = new Relation(events);
    for (int a = 0; a < events; a++) {
      for (int w = 0; w < words; w++) {
        for (long remaining = bits[a * words + w]; remaining != 0; remaining &= remaining - 1) {
          result.add((w << 6) + Long.numberOfTrailingZeros(remaining), a);
        }
      }
    }
    return result;
  }

  /** The smallest transitive relation around it: {@code r+} (Warshall's algorithm). */
  public Relation transitiveClosure() {
    Relation result = new Relation(events);
    System.arraycopy(bits, 0, result.bits, 0, bits.length);
    if (words == 1) {
      close(result.bits);
      return result;
    }
    for (int b = 0; b < events; b++) {
      for (int a = 0; a < events; a++) {
        if (result.contains(a, b)) {
          result.orRow(a * words, result.bits, b * words);
        }
      }
    }
    return result;
  }

  /** Without a branch in the inner loop, so that several rows are done at once. */
  private static void close(long[] rows) {
    for (int b = 0; b < rows.length; b++) {
      long successors = rows[b];
      if (successors != 0) {
        for (int a = 0; a < rows.length; a++) {
          rows[a] |= successors & -(rows[a] >>> b & 1);
        }
      }
    }
  }

  /** The smallest transitive relation around it and a pair; it must be transitive itself. */
  public Relation transitiveWith(int tail, int head) {
    Relation result = new Relation(events);
    System.arraycopy(bits, 0, result.bits, 0, bits.length);
    for (int e = 0; e < events; e++) {
      if (e == tail || contains(e, tail)) {
        result.add(e, head);
        result.orRow(e * words, bits, head * words);
      }
    }
    return result;
  }

  /** With every event before itself: {@code r?}. */
  public Relation reflexive() {
    return union(identity(events));
  }

  /** Events that precede some. */
  public EventSet domain() {
    EventSet result = new EventSet(events);
    for (int a = 0; a < events; a++) {
      for (int w = 0; w < words; w++) {
        if (bits[a * words + w] != 0) {
          result.add(a);
        }
      }
    }
    return result;
  }

  /** Events that some precede. */
  public EventSet range() {
    return inverse().domain();
  }

  /** Whether no event precedes itself. */
  public boolean isIrreflexive() {
    for (int e = 0; e < events; e++) {
      if (contains(e, e)) {
        return false;
      }
    }
    return true;
  }

  /** Whether no event precedes itself over any number of steps. */
  public boolean isAcyclic() {
    if (words != 1) {
      return transitiveClosure().isIrreflexive();
    }
    // What precedes nothing that is left is on no cycle; where each precedes something, there is
    // one.
    long remaining = events == 64 ? -1 : (1L << events) - 1;
    boolean changed = true;
    while (remaining != 0 && changed) {
      changed = false;
      for (long todo = remaining; todo != 0; todo &= todo - 1) {
        if ((bits[Long.numberOfTrailingZeros(todo)] & remaining) == 0) {
          remaining &= ~(todo & -todo);
          changed = true;
        }
      }
    }
    return remaining == 0;
  }

  private void orRow(int row, long[] source, int fromRow) {
    for (int w = 0; w < words; w++) {
      bits[row + w] |= source[fromRow + w];
    }
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof Relation relation
        && events == relation.events
        && Arrays.equals(bits, relation.bits);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bits);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    for (int a = 0; a < events; a++) {
      for (int b = 0; b < events; b++) {
        if (contains(a, b)) {
          text.append(text.length() > 1 ? ", " : "").append(a).append('→').append(b);
        }
      }
    }
    return text.append('}').toString();
  }
}
