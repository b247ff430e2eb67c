package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.protocol.L1Controller;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tile: its threads, load-store unit and L1. */
final class TileState implements PartState {
  final L1Controller l1;
  final StepLsu lsu;
  final List<ExploredThread> threads = new ArrayList<>();
  final NamedBarriers barriers;

  /** Shared memory and the copy unit; null for a test without asynchronous operations. */
  final @Nullable ExploredSharedMemory local;

  /**
   * By number of a bank: how many messages it has still to answer; empty where no controller asks.
   */
  final int[] owed;

  /** Accesses in flight that may come into the request FIFO again. */
  int returning;

  /** Whether the test runs on it; before that come {@link #warmed} locations and one in flight. */
  boolean started;

  int warmed;
  boolean warming;

  /** Whether the tile's own release at its end has begun, and is done. */
  boolean ending;

  boolean ended;

  TileState(StepLsu lsu, NamedBarriers barriers, @Nullable ExploredSharedMemory local, int banks) {
    this.local = local;
    this.l1 = lsu.l1();
    this.lsu = lsu;
    this.barriers = barriers;
    owed = new int[banks];
  }

  boolean threadsFinished() {
    for (ExploredThread thread : threads) {
      if (!thread.finished()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether only one thread has not ended: then it is no matter when it issues, if there is no copy
   * unit.
   */
  boolean alone() {
    if (local != null) {
      return false;
    }
    int running = 0;
    for (ExploredThread thread : threads) {
      running += thread.finished() ? 0 : 1;
    }
    return running == 1;
  }

  /** Whether an access comes into the request FIFO once at most, and at once. */
  static boolean comesOnce(WarpAccess access) {
    return access.steps.length == 1 && access.alternatives.length == 0;
  }

  /**
   * Whether threads' accesses may as well be issued when the request FIFO has run empty. They only
   * go behind what is in it, which neither leaves it later for that nor does anything else, and
   * nothing that comes into it meanwhile would have been behind them. Where a thread goes on with
   * shared memory, it matters when.
   */
  boolean mayIssueLater() {
    return local == null && returning == 0 && !lsu.empty();
  }
}
