package dev.syncopate.check.update;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.update.MemoryElement.PlacedWrite;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.analysis.ReadModifyWrites.Update;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches one launch for updates that may get lost. */
final class LaunchUpdates implements OrderListener {
  private final Grid grid;
  private final ScopeReach reach;
  private final UpdateLog log;
  private final Consumer<String> unchecked;
  private final AccessOrder order = new AccessOrder();
  private final GlobalUpdates global;
  private final SharedUpdates shared;
  private final ReadsOfWarps reads;

  /** Offsets in shared memory and addresses are told apart by what reads them. */
  private final ReadsOfWarps sharedReads;

  /** What arrivals at mbarrier objects release, and what transactions do, by CTA. */
  private final Map<Integer, Integer> met = new HashMap<>();

  private boolean beside;

  LaunchUpdates(
      Grid grid,
      UpdateSites sites,
      ScopeReach reach,
      UpdateLog log,
      Consumer<String> unchecked,
      NoteKinds notes) {
    this.grid = grid;
    this.reach = reach;
    this.log = log;
    this.unchecked = unchecked;
    this.reads = new ReadsOfWarps(sites);
    this.sharedReads = new ReadsOfWarps(sites);
    this.global =
        new GlobalUpdates(
            sites,
            order,
            new UpdateTracking(
                sites,
                order,
                (place, update, read, store, rival) ->
                    lost(false, place, update, read, store, rival)),
            reads,
            notes);
    this.shared =
        new SharedUpdates(
            sites,
            order,
            new UpdateTracking(
                sites,
                order,
                (place, update, read, store, rival) ->
                    lost(true, place, update, read, store, rival)),
            sharedReads);
  }

  /** The machine's CPU may write memory while the launch runs. */
  void hostRuns() {
    beside = true;
    global.abandon();
  }

  @Override
  public void ended() {
    if (global.full() && !beside) {
      unchecked.accept(
          grid.kernel().program.name()
              + ": lost updates were looked for in a part of the launch only, for there was too much"
              + " to keep");
    }
  }

  @Override
  public void started(int unit, Cta cta) {
    reach.started(unit, cta);
    order.started(cta);
    reads.started(cta, order);
    sharedReads.started(cta, order);
  }

  @Override
  public void finished(int unit, Cta cta) {
    int index = (int) cta.index;
    shared.finished(index);
    reads.finished(index);
    sharedReads.finished(index);
    met.remove(index);
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    global.issued(order.of(warp), pc, access);
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    global.completed(access);
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return global.follows();
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    global.wrote(issue, write);
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    global.read(issue, lane, element, source);
  }

  @Override
  public void performed(
      IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {
    global.performed(write, written, source);
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    if (!access.inTransaction()) {
      shared.accessed(order.of(access.warp()), access);
    }
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    order.meet(warps, lanes, count);
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    order.meet(new Warp[] {warp}, new long[] {lanes}, 1);
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    boolean arrives = access.kind().arrives();
    if (arrives || access.kind().tests()) {
      passes(access.warp(), access.pc(), access.lanes(), arrives, !arrives);
    }
  }

  @Override
  public void arrived(int unit, Warp warp, int pc, CopyArrival arrival) {
    passes(warp, pc, arrival.lanes, true, false);
  }

  @Override
  public void transaction(int unit, Warp warp, int pc, long lanes, boolean commit) {
    passes(warp, pc, lanes, commit, true);
  }

  /** Lanes hand on to others of their CTA what they did, or take on what those did. */
  private void passes(Warp warp, int pc, long lanes, boolean gives, boolean takes) {
    AccessOrder.Standing standing = order.of(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int arrivals = met.getOrDefault(standing.cta, 0);
      if (takes) {
        order.acquire(standing, lane, pc, arrivals);
        standing.meetings[lane]++;
      }
      if (gives) {
        met.put(standing.cta, order.join(arrivals, order.release(standing, lane, pc)));
      }
    }
  }

  private void lost(
      boolean inShared,
      MemoryElement place,
      Update update,
      LatestReads.Read read,
      PlacedWrite store,
      PlacedWrite rival) {
    int load = read.origin().load();
    if (!reach.includes(load, read.actor(), rival.actor)
        || !reach.includes(store.pc, store.actor, rival.actor)
        || !reach.includes(rival.pc, rival.actor, store.actor)) {
      return; // a race
    }
    String kernel = grid.kernel().program.name();
    log.add(
        kernel,
        inShared,
        load,
        store.pc,
        rival.pc,
        () ->
            new LostUpdate(
                grid,
                inShared,
                place.address,
                place.bytes,
                inShared ? null : grid.space().names().name(place.address, place.bytes),
                load,
                read.actor(),
                store.pc,
                store.actor,
                rival.pc,
                rival.actor,
                read.origin().computed(),
                update.operation(),
                1));
  }
}
