package dev.syncopate.check.trace.sync;

import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.sim.trace.TraceFile;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Shows the synchronising operations of a launch, and draws an arrow from each release to the
 * acquires that have read it. These are the release and acquire patterns of the PTX memory model,
 * of all scopes, with fences and strong accesses around them.
 */
public final class SyncTrace {
  private final boolean showsAll;
  private final Operations operations;
  private final LatestLineSyncs askers;
  private final GlobalSyncTrace global;
  private final SharedSyncTrace shared;
  private final CopyTrace copies;

  /** By unit and warp slot. */
  private @Nullable WarpSyncState[][] threads = new @Nullable WarpSyncState[0][];

  /**
   * @param labels of instructions
   * @param rows where operations are shown
   * @param copyRows where bulk copies are shown
   * @param showsAll whether all are, and not only remote ones
   * @param lineBytes bytes of a cache line
   * @param notes makes the kind of note that is kept with writes
   */
  public SyncTrace(
      Grid grid,
      TraceFile file,
      IntFunction<TraceLabel> labels,
      SyncRows rows,
      CopyRows copyRows,
      boolean showsAll,
      int lineBytes,
      NoteKinds notes) {
    this.showsAll = showsAll;
    operations = new Operations(file, labels, rows);
    askers = new LatestLineSyncs(lineBytes);
    global = new GlobalSyncTrace(operations, askers, grid.space().names(), showsAll, notes);
    shared = new SharedSyncTrace(operations);
    copies = new CopyTrace(labels, copyRows);
  }

  /** A CTA moves in. */
  public void started(int unit, Cta cta) {
    if (unit >= threads.length) {
      int oldLength = threads.length;
      threads = Arrays.copyOf(threads, unit + 1);
      Arrays.fill(threads, oldLength, unit + 1, new @Nullable WarpSyncState[0]);
    }
    int last = cta.warps[cta.warps.length - 1].slot;
    if (last >= threads[unit].length) {
      threads[unit] = Arrays.copyOf(threads[unit], last + 1);
    }
    for (Warp warp : cta.warps) {
      long first = (cta.index * cta.warps.length + warp.indexInCta()) * warp.width;
      threads[unit][warp.slot] = new WarpSyncState(unit, warp.slot, first, warp.width);
    }
    shared.started(unit, cta);
  }

  private WarpSyncState threads(int unit, Warp warp) {
    WarpSyncState warpThreads = threads[unit][warp.slot];
    if (warpThreads == null) {
      throw new IllegalStateException("no CTA has moved into warp slot " + warp.slot);
    }
    return warpThreads;
  }

  /** A warp has left: all operations it began are over. */
  public void left(int unit, Warp warp, long now) {
    operations.cut(threads(unit, warp), now);
  }

  /** Rows of the bulk copies of a unit. */
  @FunctionalInterface
  public interface CopyRows {
    /** A row of a unit's; null where it is not shown. */
    @Nullable Track row(int unit, int number);
  }

  /** A lane has issued a bulk copy. */
  public void bulkIssued(int unit, BulkTransfer transfer, long now) {
    if (showsAll) {
      copies.issued(unit, transfer, now);
    }
  }

  /** A bulk copy is over: a wait for the phase of its mbarrier sees that. */
  public void bulkCompleted(int unit, Cta cta, BulkTransfer transfer, long now) {
    IssueMoment issue = copies.completed(transfer, now);
    if (issue != null && transfer.barrier != BulkTransfer.NO_BARRIER) {
      shared.completed(unit, cta, transfer, issue);
    }
  }

  /** Lanes have waited for groups of bulk copies. */
  public void bulkAwaited(int unit, Warp warp, int pc, long lanes, long now) {
    List<IssueMoment> ended = copies.awaited(warp, lanes);
    if (!ended.isEmpty()) {
      PendingOperation wait = operations.begin(threads(unit, warp), pc, lanes, null, now);
      ended.forEach(wait::acquires);
      operations.end(wait, now);
    }
  }

  /** The launch is over, and all operations under way with it. */
  public void ended(long now) {
    copies.cut(now);
    for (@Nullable WarpSyncState[] ofUnit : threads) {
      for (WarpSyncState warpThreads : ofUnit) {
        if (warpThreads != null) {
          operations.cut(warpThreads, now);
        }
      }
    }
  }

  /** Lanes ask for global memory, or fence. */
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes, long now) {
    if (GlobalSyncTrace.isStrong(access.operation)) {
      global.issued(threads(unit, warp), pc, access, lanes, now);
    } else if (access.operation.kind() == AccessKind.STORE) {
      global.overwrites(threads(unit, warp), lanes);
    }
  }

  /** Whether a reader of what a lane writes by the current access may acquire something. */
  public boolean releases(int lane) {
    return global.releases(lane);
  }

  /** A lane writes to a word that is followed, by the access that was {@link #issued} last. */
  public void wrote(IssuedAccess issue, FollowedWrite write) {
    global.wrote(write, GlobalSyncTrace.isStrong(issue.access.operation));
  }

  /** What was {@link #issued} and is not weak is complete; its reads are told next. */
  public void completed(WarpAccess access) {
    global.completed(access);
  }

  /** A lane has read a word, by the access that was {@link #completed} last. */
  public void read(IssuedAccess issue, int lane, ReadSource source) {
    global.read(issue, lane, source);
  }

  /** A lane's read-modify-write has written. */
  public void updated(FollowedWrite write, ReadSource source) {
    global.updated(write, source);
  }

  /** All that the access at hand has read has been told. */
  public void answered(IssuedAccess issue, long now) {
    global.answered(issue.access.operation, now);
  }

  /** Lanes have accessed shared memory. */
  public void shared(int unit, SharedAccess access, long now) {
    MemoryOperation operation = access.operation();
    if (showsAll && (operation.kind() != AccessKind.LOAD || GlobalSyncTrace.isStrong(operation))) {
      shared.accessed(threads(unit, access.warp()), access, now);
    }
  }

  /** Lanes have performed an instruction on mbarrier objects: arrivals and waits are shown. */
  public void mbarrier(int unit, MbarrierAccess access, long now) {
    boolean isOwn = access.cta() == access.warp().owner();
    if (showsAll && isOwn && (access.kind().arrives() || access.kind().tests())) {
      shared.mbarrier(threads(unit, access.warp()), access, now);
    }
  }

  /**
   * A unit's L1 does something for an operation of another unit, the latest on the line.
   *
   * @param track on which that is shown
   */
  public void caused(int unit, long line, Track track, long now) {
    IssueMoment asker = askers.of(line, unit);
    if (asker != null) {
      operations.causes(asker, track, now);
    }
  }
}
