package dev.syncopate.model.explore.search;

import dev.syncopate.model.explore.machine.ThreadEffect;
import dev.syncopate.model.explore.machine.TileSplit;
import dev.syncopate.model.explore.snapshot.Snapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Threads of a tile as numbers, and what becomes of them. */
final class TileThreads {
  /** What has no number: all of the tile has to be looked at. */
  static final int UNKNOWN = -1;

  private static final int UNASKED = -2;

  private final TileSplit split;
  private final Snapshots snapshots;
  private final Interned<Object> threads = new Interned<>();
  private final Interned<Object> accesses = new Interned<>();
  private final List<ThreadEffect> effects = new ArrayList<>();
  private final Map<ThreadEffect, Integer> effectNumbers = new HashMap<>();
  private final IntList traits = new IntList();

  /** By thread: what it issues, and what becomes of it. */
  private final IntList issued = new IntList();

  private final IntList issuing = new IntList();

  /** From a thread and an effect on it. */
  private final PairMap after = new PairMap();

  TileThreads(TileSplit split, Snapshots snapshots) {
    this.split = split;
    this.snapshots = snapshots;
  }

  int number(Object thread) {
    int number = threads.number(snapshots.encode(thread), thread);
    if (number == traits.size()) {
      boolean ready = TileSplit.ready(snapshots.copy(thread)); // may go on before the test starts
      traits.add((TileSplit.finished(thread) ? 1 : 0) | (ready ? 2 : 0));
      issued.add(UNASKED);
      issuing.add(UNASKED);
    }
    return number;
  }

  Object get(int thread) {
    return threads.get(thread);
  }

  boolean finished(int thread) {
    return (traits.get(thread) & 1) != 0;
  }

  /** Whether it is at an access and has not been refused. */
  boolean ready(int thread) {
    return (traits.get(thread) & 2) != 0;
  }

  /** The access that a thread issues, or {@link #UNKNOWN}. */
  int issued(int thread) {
    if (issued.get(thread) == UNASKED) {
      issue(thread);
    }
    return issued.get(thread);
  }

  /** What becomes of a thread that issues. */
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
    issued.set(thread, access == null ? UNKNOWN : access(access));
    issuing.set(thread, access == null ? UNKNOWN : number(copy));
  }

  int access(Object access) {
    return accesses.number(snapshots.encode(access), access);
  }

  Object accessOf(int number) {
    return accesses.get(number);
  }

  int effect(ThreadEffect effect) {
    Integer known = effectNumbers.putIfAbsent(effect, effects.size());
    if (known != null) {
      return known;
    }
    effects.add(effect);
    return effects.size() - 1;
  }

  /** The thread that an effect is on. */
  int warp(int effect) {
    return effects.get(effect).warp();
  }

  /** What becomes of a thread by an effect, or {@link #UNKNOWN}. */
  int after(int thread, int effect) {
    int known = after.get(thread, effect);
    if (known == PairMap.ABSENT) {
      Object copy = snapshots.copy(threads.get(thread));
      try {
        TileSplit.happen(copy, effects.get(effect));
        known = number(copy);
      } catch (RuntimeException e) {
        known = UNKNOWN;
      }
      after.put(thread, effect, known);
    }
    return known;
  }
}
