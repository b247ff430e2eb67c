package dev.syncopate.memory.stress;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The order of stores to one word, as far as threads have seen it. Each thread stores unique
 * values, so that a value identifies its store; 0 is the first of all. What one thread stores or
 * loads after something else is that or later in the order, and the order has no circle: coherence,
 * which every model demands of relaxed operations whose scopes include each other.
 */
final class StoreOrder {
  private static final long UNKNOWN = -1;

  /** By store: those known to be later. */
  private final List<BitSet> later = new ArrayList<>();

  /** By thread: what it has stored or loaded in its order, or {@link #UNKNOWN} so far. */
  private final List<List<Long>> observed = new ArrayList<>();

  StoreOrder(int threads) {
    later.add(new BitSet());
    for (int i = 0; i < threads; i++) {
      observed.add(new ArrayList<>());
    }
  }

  /** The next store's value. */
  long nextValue() {
    later.add(new BitSet());
    return later.size() - 1L;
  }

  /** A thread issues a store of a value. */
  void stores(int thread, long value) {
    List<Long> history = observed.get(thread);
    history.add(value);
    connect(history, history.size() - 1);
  }

  /** A thread issues a load; returns its place in the thread's order. */
  int loads(int thread) {
    observed.get(thread).add(UNKNOWN);
    return observed.get(thread).size() - 1;
  }

  /** A load's value has come; whether it may be this one. */
  boolean loaded(int thread, int place, long value) {
    if (value < 0 || value >= later.size()) {
      return false;
    }
    List<Long> history = observed.get(thread);
    history.set(place, value);
    return connect(history, place);
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

  private boolean connect(List<Long> history, int place) {
    long value = history.get(place);
    boolean possible = value == 0 || before(0, value);
    for (int i = place - 1; i >= 0; i--) {
      if (history.get(i) != UNKNOWN) {
        possible &= before(history.get(i), value);
        break;
      }
    }
    for (int i = place + 1; i < history.size(); i++) {
      if (history.get(i) != UNKNOWN) {
        possible &= before(value, history.get(i));
        break;
      }
    }
    return possible;
  }

  /** Notes that one store is that or before the other; whether that can be. */
  private boolean before(long first, long second) {
    if (first == second) {
      return true;
    }
    later.get((int) first).set((int) second);
    return !reaches((int) second, (int) first, new BitSet());
  }

  private boolean reaches(int source, int target, BitSet visited) {
    if (source == target) {
      return true;
    }
    visited.set(source);
    BitSet next = later.get(source);
    for (int i = next.nextSetBit(0); i >= 0; i = next.nextSetBit(i + 1)) {
      if (!visited.get(i) && reaches(i, target, visited)) {
        return true;
      }
    }
    return false;
  }
}
