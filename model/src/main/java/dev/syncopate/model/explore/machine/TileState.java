package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.lsu.StepLsu;
import dev.syncopate.memory.protocol.L1Controller;
import java.util.ArrayList;
import java.util.List;

/** A tile: its threads, load-store unit and L1. */
final class TileState implements PartState {
  final L1Controller l1;
  final StepLsu lsu;
  final List<ExploredThread> threads = new ArrayList<>();
  final NamedBarriers barriers;

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

  TileState(StepLsu lsu, NamedBarriers barriers, int banks) {
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

  /** Whether only one thread has not ended: then it is no matter when it issues. */
  boolean alone() {
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
   * nothing that comes into it meanwhile would have been behind them.
   */
  boolean mayIssueLater() {
    return returning == 0 && !lsu.empty();
  }
}
