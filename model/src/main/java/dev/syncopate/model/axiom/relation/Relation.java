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
  public static Relation product(EventSet from, EventSet to) {
    Relation result = new Relation(from.events());
    for (int e = 0; e < result.events; e++) {
      if (from.contains(e)) {
        System.arraycopy(to.bits, 0, result.bits, e * result.words, result.words);
      }
    }
    return result;
  }

  /** How many events there are. */
  public int events() {
    return events;
  }

  /** Puts a pair in. */
  public void add(int from, int to) {
    bits[from * words + (to >>> 6)] |= 1L << to;
  }

  /** Whether a pair is in it. */
  public boolean contains(int from, int to) {
    return (bits[from * words + (to >>> 6)] >>> to & 1) != 0;
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
  public Relation union(Relation other) {
    Relation result = new Relation(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] | other.bits[i];
    }
    return result;
  }

  /** Pairs that are in both. */
  public Relation intersection(Relation other) {
    Relation result = new Relation(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] & other.bits[i];
    }
    return result;
  }

  /** Pairs that are in this and not in the other. */
  public Relation difference(Relation other) {
    Relation result = new Relation(events);
    for (int i = 0; i < bits.length; i++) {
      result.bits[i] = bits[i] & ~other.bits[i];
    }
    return result;
  }

  /** Pairs that are not in it. */
  public Relation complement() {
    EventSet all = EventSet.all(events);
    return product(all, all).difference(this);
  }

  /** Pairs (a, c) for which some (a, b) is in this and (b, c) in the other. */
  public Relation sequence(Relation other) {
    Relation result = new Relation(events);
    if (words == 1) {
      for (int a = 0; a < events; a++) {
        long row = 0;
        for (long left = bits[a]; left != 0; left &= left - 1) {
          row |= other.bits[Long.numberOfTrailingZeros(left)];
        }
        result.bits[a] = row;
      }
      return result;
    }
    for (int a = 0; a < events; a++) {
      int row = a * words;
      for (int w = 0; w < words; w++) {
        for (long left = bits[row + w]; left != 0; left &= left - 1) {
          int b = (w << 6) + Long.numberOfTrailingZeros(left);
          result.orRow(row, other.bits, b * words);
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
        for (long left = bits[a * words + w]; left != 0; left &= left - 1) {
          result.add((w << 6) + Long.numberOfTrailingZeros(left), a);
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
      long after = rows[b];
      if (after != 0) {
        for (int a = 0; a < rows.length; a++) {
          rows[a] |= after & -(rows[a] >>> b & 1);
        }
      }
    }
  }

  /** The smallest transitive relation around it and a pair; it must be transitive itself. */
  public Relation transitiveWith(int from, int to) {
    Relation result = new Relation(events);
    System.arraycopy(bits, 0, result.bits, 0, bits.length);
    for (int e = 0; e < events; e++) {
      if (e == from || contains(e, from)) {
        result.add(e, to);
        result.orRow(e * words, bits, to * words);
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
    long left = events == 64 ? -1 : (1L << events) - 1;
    boolean changed = true;
    while (left != 0 && changed) {
      changed = false;
      for (long todo = left; todo != 0; todo &= todo - 1) {
        if ((bits[Long.numberOfTrailingZeros(todo)] & left) == 0) {
          left &= ~(todo & -todo);
          changed = true;
        }
      }
    }
    return left == 0;
  }

  private void orRow(int row, long[] from, int fromRow) {
    for (int w = 0; w < words; w++) {
      bits[row + w] |= from[fromRow + w];
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Relation relation
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
