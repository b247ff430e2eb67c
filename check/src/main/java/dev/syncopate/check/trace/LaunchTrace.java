package dev.syncopate.check.trace;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.trace.sync.SyncTrace;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.system.L1Effect;
import dev.syncopate.sim.trace.TraceAnnotation;
import dev.syncopate.sim.trace.TraceLabel;
import dev.syncopate.sim.trace.Track;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** Watches one launch, and has each event shown on its track. */
final class LaunchTrace implements OrderListener {
  /** Copies of a unit that are shown in flight at once. */
  private static final int MOST_COPIES = 500;

  private final TraceChoice choice;
  private final DeviceTracks tracks;
  private final Grid grid;
  private final IntToLongFunction clock;
  private final SliceLabels labels;
  private final Residents residents;
  private final CacheTrace caches;
  private final @Nullable SyncTrace sync;
  private final boolean warps;
  private Track launchRow;
  private boolean ended;

  LaunchTrace(
      TraceChoice choice,
      DeviceTracks tracks,
      Grid grid,
      IntToLongFunction clock,
      int lineBytes,
      NoteKinds notes) {
    this.choice = choice;
    this.tracks = tracks;
    this.launchRow = tracks.device;
    this.grid = grid;
    this.clock = clock;
    labels = new SliceLabels(grid.kernel());
    residents = new Residents(choice, tracks, labels);
    caches = new CacheTrace(tracks, labels);
    warps = choice.shows(TraceKind.WARP);
    boolean showsAll = choice.shows(TraceKind.SYNC);
    sync =
        showsAll || choice.shows(TraceKind.PROMOTION)
            ? new SyncTrace(
                grid,
                tracks.file,
                labels::operation,
                this::row,
                this::copyRow,
                showsAll,
                lineBytes,
                notes)
            : null;
  }

  @Override
  public void begun(long cycle) {
    launchRow = tracks.launchRow();
    launchRow.begin(
        cycle,
        TraceLabel.of(grid.kernel().program.name()),
        TraceAnnotation.of("launch", grid.number()),
        TraceAnnotation.of("ctas", grid.subset().count()),
        TraceAnnotation.of("threads of a CTA", grid.threads()));
  }

  @Override
  public void ended(long cycle) {
    if (!isOver()) {
      residents.cut(cycle);
      if (sync != null) {
        sync.ended(cycle);
      }
      launchRow.end(cycle);
    }
  }

  private @Nullable Track row(int unit, int slot, int number) {
    UnitTracks shown = tracks.unit(unit);
    return shown == null ? null : shown.operations(slot, number);
  }

  private @Nullable Track copyRow(int unit, int number) {
    UnitTracks shown = number < MOST_COPIES ? tracks.unit(unit) : null;
    return shown == null ? null : shown.copies(number);
  }

  /** Whether nothing more is written: from then on nothing is followed. */
  private boolean isOver() {
    if (!ended && tracks.file.isOver()) {
      ended = true;
    }
    return ended;
  }

  // ---- CTAs and warps ----

  @Override
  public void started(int unit, Cta cta) {
    if (!isOver()) {
      residents.started(unit, cta, grid, clock.applyAsLong(unit));
      if (sync != null) {
        sync.started(unit, cta);
      }
    }
  }

  @Override
  public void left(int unit, Warp warp) {
    if (!isOver()) {
      long now = clock.applyAsLong(unit);
      residents.left(unit, warp, now);
      if (sync != null) {
        sync.left(unit, warp, now);
      }
    }
  }

  @Override
  public void finished(int unit, Cta cta) {
    if (!isOver()) {
      residents.finished(unit, cta, clock.applyAsLong(unit));
    }
  }

  @Override
  public void executed(int unit, Warp warp, int pc, int instructions, int threads) {
    if (warps && !ended) {
      WarpRow row = residents.warp(unit, warp.slot);
      if (row != null) {
        row.issued(clock.applyAsLong(unit));
      }
    }
  }

  @Override
  public void stalled(int unit, Warp warp, int pc, Stall cause, long cycles) {
    if (warps && !ended) {
      WarpRow row = residents.warp(unit, warp.slot);
      if (row != null) {
        row.waited(cause, pc, cycles);
      }
    }
  }

  // ---- L1s ----

  @Override
  public void offered(int unit, int pc, L1Effect effect) {
    if (!isOver() && choice.shows(TraceKind.SYNC)) {
      caches.offered(unit, pc, effect, clock.applyAsLong(unit));
    }
  }

  @Override
  public void received(int unit, long line, String message, L1Effect effect, long busy) {
    if (!isOver() && choice.shows(TraceKind.PROMOTION)) {
      long now = clock.applyAsLong(unit);
      CacheTrace.Shown shown = caches.received(unit, message, effect, busy, now);
      if (shown != null) {
        if (sync != null) {
          sync.caused(unit, line, shown.track(), shown.start());
        }
        shown.track().end(shown.end());
      }
    }
  }

  // ---- synchronisation ----

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    if (sync != null && !isOver()) {
      sync.issued(unit, warp, pc, access, lanes, clock.applyAsLong(unit));
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    if (sync != null && !isOver()) {
      sync.completed(access);
    }
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return sync != null && !ended && sync.releases(lane);
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    if (sync != null && !ended) {
      sync.wrote(issue, write);
    }
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    if (sync != null && !ended && word != null) {
      sync.read(issue, lane, source);
    }
  }

  @Override
  public void performed(
      IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {
    if (sync != null && !ended && written) {
      sync.updated(write, source);
    }
  }

  @Override
  public void answered(IssuedAccess issue) {
    if (sync != null && !ended) {
      sync.answered(issue, clock.applyAsLong(issue.unit));
    }
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    if (sync != null && !isOver()) {
      sync.shared(unit, access, clock.applyAsLong(unit));
    }
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    if (sync != null && !isOver()) {
      sync.mbarrier(unit, access, clock.applyAsLong(unit));
    }
  }

  @Override
  public void bulkIssued(int unit, BulkTransfer transfer) {
    if (sync != null && !isOver()) {
      sync.bulkIssued(unit, transfer, clock.applyAsLong(unit));
    }
  }

  @Override
  public void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {
    if (sync != null && !isOver()) {
      sync.bulkCompleted(unit, cta, transfer, clock.applyAsLong(unit));
    }
  }

  @Override
  public void bulkAwaited(int unit, Warp warp, int pc, long lanes, int but, boolean reads) {
    if (sync != null && !isOver()) {
      sync.bulkAwaited(unit, warp, pc, lanes, clock.applyAsLong(unit));
    }
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] arrivedWarps, long[] lanes, int[] pcs, int count) {
    if (!isOver() && choice.shows(TraceKind.SYNC)) {
      residents.barrier(unit, cta, clock.applyAsLong(unit));
    }
  }
}
