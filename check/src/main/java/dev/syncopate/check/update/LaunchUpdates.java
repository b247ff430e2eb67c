package dev.syncopate.check.update;

import dev.syncopate.check.update.LostUpdate.Who;
import dev.syncopate.check.update.Tally.Ended;
import dev.syncopate.check.update.Tally.Lost;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import java.util.IdentityHashMap;
import java.util.function.Consumer;

/** Watches one launch for updates that get lost. */
final class LaunchUpdates implements LaunchObserver {
  private final Grid grid;
  private final Sites sites;
  private final Reach reach;
  private final UpdateLog log;
  private final Consumer<String> unchecked;
  private final GlobalUpdates global;
  private final SharedUpdates shared;
  private final IdentityHashMap<Warp, Reads> reads = new IdentityHashMap<>();

  /** Offsets in shared memory and addresses are told apart by what reads them. */
  private final IdentityHashMap<Warp, Reads> sharedReads = new IdentityHashMap<>();

  private boolean beside;

  LaunchUpdates(Grid grid, Sites sites, Reach reach, UpdateLog log, Consumer<String> unchecked) {
    this.grid = grid;
    this.sites = sites;
    this.reach = reach;
    this.log = log;
    this.unchecked = unchecked;
    this.global = new GlobalUpdates(sites, this::lost);
    this.shared = new SharedUpdates(sites, this::lost);
  }

  /** A CPU beside the GPU may write memory while the launch runs. */
  void hostRuns() {
    beside = true;
    global.abandon();
  }

  @Override
  public void ended() {
    if (global.full() && !beside) {
      unchecked.accept(
          grid.kernel().program.name()
              + ": lost updates were looked for in the first places in memory only, for there were"
              + " too many");
    }
  }

  @Override
  public void started(int unit, Cta cta) {
    reach.started(unit, (int) cta.index);
    for (Warp warp : cta.warps) {
      reads.put(warp, new Reads(sites, warp.width));
      sharedReads.put(warp, new Reads(sites, warp.width));
    }
  }

  @Override
  public void left(int unit, Warp warp) {
    reads.remove(warp);
    sharedReads.remove(warp);
  }

  @Override
  public void finished(int unit, Cta cta) {
    shared.finished((int) cta.index);
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    Reads mine = reads.get(warp);
    if (mine != null) {
      int cta = (int) warp.owner().index;
      global.issued(mine, cta, warp.indexInCta * warp.width, pc, access);
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    global.completed(access);
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    Reads mine = sharedReads.get(access.warp());
    if (mine != null && !access.inTransaction()) {
      shared.accessed(mine, access);
    }
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    for (int i = 0; i < count; i++) {
      met(warps[i], lanes[i]);
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    met(warp, lanes);
  }

  private void met(Warp warp, long lanes) {
    Reads mine = reads.get(warp);
    Reads inShared = sharedReads.get(warp);
    if (mine != null && inShared != null) {
      mine.met(lanes);
      inShared.met(lanes);
    }
  }

  private void lost(Tally tally, Lost lost) {
    boolean atomic = lost.update().load() == lost.update().store();
    Ended update = atomic ? lost.other() : lost.update();
    Ended other = atomic ? lost.update() : lost.other();
    Update site = sites.update(update.store());
    if (site == null
        || (Sites.repeats(site) && update.written() == other.written())
        || !reach.includes(update.load(), update.who(), other.who())
        || !reach.includes(update.store(), update.who(), other.who())
        || !reach.includes(other.store(), other.who(), update.who())) {
      return;
    }
    boolean updated = other.load() != other.store();
    add(
        false,
        tally.address,
        tally.bytes,
        site,
        update.load(),
        update.who(),
        other.store(),
        other.who(),
        updated);
  }

  private void lost(
      long address, int bytes, Update update, int load, Who by, int write, Who writer) {
    add(true, address, bytes, update, load, by, write, writer, false);
  }

  private void add(
      boolean inShared,
      long address,
      int bytes,
      Update update,
      int load,
      Who by,
      int write,
      Who writer,
      boolean updated) {
    String kernel = grid.kernel().program.name();
    log.add(
        kernel,
        inShared,
        load,
        update.store(),
        write,
        () ->
            new LostUpdate(
                grid,
                inShared,
                address,
                bytes,
                inShared ? null : grid.space().names().name(address, bytes),
                load,
                update.store(),
                by,
                write,
                writer,
                updated,
                update.operation(),
                1));
  }
}
