package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.protocol.L1Controller;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tile: its threads, load-store unit and L1. */
final class TileState implements PartState {
  final L1Controller l1;
  final StepLsu lsu;
  final List<TinyThread> threads = new ArrayList<>();
  final Barriers barriers;

  /** Accesses whose messages are elsewhere, by the number that stands for them there. */
  final List<@Nullable LineAccess> away = new ArrayList<>();

  /** Whether the test runs on it; before that come {@link #warmed} locations and one under way. */
  boolean started;

  int warmed;
  boolean warming;

  /** Whether the tile's own release at its end has begun, and is done. */
  boolean ending;

  boolean ended;

  TileState(L1Controller l1, StepLsu lsu, Barriers barriers) {
    this.l1 = l1;
    this.lsu = lsu;
    this.barriers = barriers;
  }

  boolean threadsFinished() {
    for (TinyThread thread : threads) {
      if (!thread.finished()) {
        return false;
      }
    }
    return true;
  }

  /** Whether only one thread has not ended: then it is no matter when it issues. */
  boolean alone() {
    int running = 0;
    for (TinyThread thread : threads) {
      running += thread.finished() ? 0 : 1;
    }
    return running == 1;
  }

  /** Takes a number for an access that leaves. */
  int sendAway(LineAccess access) {
    int free = away.indexOf(null);
    if (free < 0) {
      away.add(access);
      return away.size() - 1;
    }
    away.set(free, access);
    return free;
  }

  /** The access a number stands for, which is back. */
  LineAccess takeBack(int number) {
    LineAccess access = number < away.size() ? away.get(number) : null;
    if (access == null) {
      throw new IllegalStateException("an answer to an access that is not under way");
    }
    away.set(number, null);
    while (!away.isEmpty() && away.getLast() == null) {
      away.removeLast();
    }
    return access;
  }
}
