package dev.syncopate.memory.stress;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The order of stores to one word, as far as threads have seen it. Each stores values of its own,
 * so that a value says which store it is; 0 is the first of all. What one thread stores or loads
 * after something else is that or later in the order, and the order has no circle: coherence, which
 * every model demands of relaxed operations whose scopes include each other.
 */
final class StoreOrder {
  private static final long UNKNOWN = -1;

  /** By store: those known to be later. */
  private final List<BitSet> later = new ArrayList<>();

  /** By thread: what it has stored or loaded in its order, or {@link #UNKNOWN} so far. */
  private final List<List<Long>> seen = new ArrayList<>();

  StoreOrder(int threads) {
    later.add(new BitSet());
    for (int i = 0; i < threads; i++) {
      seen.add(new ArrayList<>());
    }
  }

  /** The next store's value. */
  long nextValue() {
    later.add(new BitSet());
    return later.size() - 1L;
  }

  /** A thread issues a store of a value. */
  void stores(int thread, long value) {
    List<Long> own = seen.get(thread);
    own.add(value);
    connect(own, own.size() - 1);
  }

  /** A thread issues a load; returns its place in the thread's order. */
  int loads(int thread) {
    seen.get(thread).add(UNKNOWN);
    return seen.get(thread).size() - 1;
  }

  /** A load's value has come; whether it may be this one. */
  boolean loaded(int thread, int place, long value) {
    if (value < 0 || value >= later.size()) {
      return false;
    }
    List<Long> own = seen.get(thread);
    own.set(place, value);
    return connect(own, place);
  }

  /** Whether a value can be the last store's. */
  boolean mayBeLast(long value) {
    return value >= 0 && value < later.size() && later.get((int) value).isEmpty();
  }

  /** What is known of the order: for each value those it is directly before. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < later.size(); i++) {
      if (!later.get(i).isEmpty()) {
        text.append(text.isEmpty() ? "" : "; ").append(i).append(" before ").append(later.get(i));
      }
    }
    return text.toString();
  }

  private boolean connect(List<Long> own, int place) {
    long value = own.get(place);
    boolean possible = value == 0 || before(0, value);
    for (int i = place - 1; i >= 0; i--) {
      if (own.get(i) != UNKNOWN) {
        possible &= before(own.get(i), value);
        break;
      }
    }
    for (int i = place + 1; i < own.size(); i++) {
      if (own.get(i) != UNKNOWN) {
        possible &= before(value, own.get(i));
        break;
      }
    }
    return possible;
  }

  /** Notes that one store is that or before the other; whether that can be. */
  private boolean before(long one, long other) {
    if (one == other) {
      return true;
    }
    later.get((int) one).set((int) other);
    return !reaches((int) other, (int) one, new BitSet());
  }

  private boolean reaches(int from, int to, BitSet visited) {
    if (from == to) {
      return true;
    }
    visited.set(from);
    BitSet next = later.get(from);
    for (int i = next.nextSetBit(0); i >= 0; i = next.nextSetBit(i + 1)) {
      if (!visited.get(i) && reaches(i, to, visited)) {
        return true;
      }
    }
    return false;
  }
}
