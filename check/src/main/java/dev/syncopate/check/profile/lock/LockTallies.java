package dev.syncopate.check.profile.lock;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The lock words of a kernel, in all its launches. */
public final class LockTallies {
  /** A word may be one kind of lock in one launch, and another in the next. */
  private record Key(long address, LockKind kind) implements Comparable<Key> {
    @Override
    public int compareTo(Key right) {
      int order = Long.compare(address, right.address);
      return order == 0 ? kind.compareTo(right.kind) : order;
    }
  }

  private record Named(LockTally tally, @Nullable String name) {}

  private final Map<Key, Named> locks = new TreeMap<>();

  /** Adds what a launch has done to a word. */
  void add(long address, LockTally tally, @Nullable String name) {
    Key key = new Key(address, tally.kind());
    locks.computeIfAbsent(key, k -> new Named(new LockTally(k.kind()), name)).tally().add(tally);
  }

  /** What they have cost, the longest waited for first, of like ones the lower address. */
  public List<LockFigures> figures() {
    return locks.entrySet().stream()
        .map(lock ->
            lock.getValue().tally().figures(lock.getKey().address(), lock.getValue().name()))
        .sorted(Comparator.comparingLong(LockFigures::waited).reversed())
        .toList();
  }
}
