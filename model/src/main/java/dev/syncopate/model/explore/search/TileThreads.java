package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ThreadEffect;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.snapshot.Snapshots;
import dev.syncopate.model.explore.table.IntList;
import dev.syncopate.model.explore.table.InternedObjects;
import dev.syncopate.model.explore.table.NumberedObjects;
import dev.syncopate.model.explore.table.PairMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Threads of a tile as numbers, and what becomes of them. For any threads of ours: what is known is
 * read without a lock.
 */
final class TileThreads {
  /** What has no number: all of the tile has to be looked at. */
  static final int UNKNOWN = -1;

  private static final int UNASKED = -2;

  private static final int FINISHED = 1;
  private static final int READY = 2;
  private static final int ISSUES = 4;

  private final TileSplit split;
  private final Snapshots snapshots;
  private final InternedObjects<Object> threads = new InternedObjects<>();
  private final InternedObjects<Object> accesses = new InternedObjects<>();
  private final NumberedObjects<ThreadEffect> effects = new NumberedObjects<>();
  private final Map<ThreadEffect, Integer> effectNumbers = new HashMap<>();
  private final IntList traits = new IntList();

  /** By thread: what it issues, and what becomes of it. */
  private final IntList issued = new IntList();

  private final IntList issuing = new IntList();

  /** From a thread and an effect on it. */
  private final PairMap successors = new PairMap();

  /**
   * @param snapshots used by this object only
   */
  TileThreads(TileSplit split, Snapshots snapshots) {
    this.split = split;
    this.snapshots = snapshots;
  }

  synchronized int number(Object thread) {
    int number = threads.number(snapshots.encode(thread), thread);
    if (number == traits.size()) {
      Object copy = snapshots.copy(thread); // may go on before the test starts
      boolean ready = TileSplit.ready(copy);
      traits.add(
          (TileSplit.finished(thread) ? FINISHED : 0)
              | (ready ? READY : 0)
              | (ready && split.issues(copy) ? ISSUES : 0));
      issued.add(UNASKED);
      issuing.add(UNASKED);
    }
    return number;
  }

  Object get(int thread) {
    return threads.get(thread);
  }

  boolean finished(int thread) {
    return (traits.get(thread) & FINISHED) != 0;
  }

  /** Whether it is at an access and has not been refused. */
  boolean ready(int thread) {
    return (traits.get(thread) & READY) != 0;
  }

  /** Whether it is {@link #ready} at an access that can be made. */
  boolean issues(int thread) {
    return (traits.get(thread) & ISSUES) != 0;
  }

  /** The access that a thread issues, or {@link #UNKNOWN}. */
  int issued(int thread) {
    int cached = issued.get(thread);
    if (cached != UNASKED) {
      return cached;
    }
    synchronized (this) {
      if (issued.get(thread) == UNASKED) {
        issue(thread);
      }
      return issued.get(thread);
    }
  }

  /** What becomes of a thread that issues, when it is known what. */
  int issuing(int thread) {
    return issuing.get(thread);
  }

  private void issue(int thread) {
    Object copy = snapshots.copy(threads.get(thread));
    Object access;
    try {
      access = split.issue(copy);
    } catch (RuntimeException e) {
      access = null; // whatever fails does so again when all of the tile does it
    }
    issuing.set(thread, access == null ? UNKNOWN : number(copy));
    issued.set(thread, access == null ? UNKNOWN : access(access));
  }

  synchronized int access(Object access) {
    return accesses.number(snapshots.encode(access), access);
  }

  Object accessOf(int number) {
    return accesses.get(number);
  }

  synchronized int effect(ThreadEffect effect) {
    Integer existing = effectNumbers.putIfAbsent(effect, effects.size());
    return existing != null ? existing : effects.add(effect);
  }

  /** The thread that an effect is on. */
  int warp(int effect) {
    return effectOf(effect).warp();
  }

  /** What becomes of a thread by an effect, or {@link #UNKNOWN}. */
  int after(int thread, int effect) {
    int cached = successors.get(thread, effect);
    if (cached != PairMap.ABSENT) {
      return cached;
    }
    synchronized (this) {
      cached = successors.get(thread, effect);
      if (cached == PairMap.ABSENT) {
        cached = happen(thread, effect);
        successors.put(thread, effect, cached);
      }
      return cached;
    }
  }

  private int happen(int thread, int effect) {
    Object copy = snapshots.copy(threads.get(thread));
    try {
      TileSplit.happen(copy, effectOf(effect));
      return number(copy);
    } catch (RuntimeException e) {
      return UNKNOWN;
    }
  }

  private ThreadEffect effectOf(int effect) {
    return Objects.requireNonNull(effects.get(effect));
  }
}
