package dev.syncopate.check.sync;

import dev.syncopate.check.sync.SyncError.Branches;
import dev.syncopate.check.sync.SyncError.Exchange;
import dev.syncopate.check.sync.SyncError.Left;
import dev.syncopate.check.sync.SyncError.Misused;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Watches one launch: who comes to which barrier, how often, what mbarriers go through, and who
 * accesses registers of products or limits their number.
 */
final class LaunchSync implements LaunchObserver {
  private final Grid grid;
  private final SyncLog log;
  private final MbarrierWatch objects;
  private final @Nullable ProductWatch products;
  private final @Nullable LimitWatch limits;

  /** How often each thread has passed barriers of all threads, by its number in its CTA. */
  private final IdentityHashMap<Cta, int[]> passed = new IdentityHashMap<>();

  LaunchSync(Grid grid, SyncLog log) {
    this.grid = grid;
    this.log = log;
    this.objects =
        new MbarrierWatch(
            grid.kernel().program.code(),
            (pc, cta, thread, problem) ->
                add(pc, problem.misuse(), problem.otherPc(), cta, thread, problem));
    this.products =
        ProductWatch.of(
            grid.kernel().program.code(),
            (pc, warp, problem) ->
                add(
                    pc,
                    problem.misuse(),
                    problem.otherPc(),
                    (int) warp.owner().index,
                    warp.indexInCta() * warp.width,
                    problem));
    this.limits =
        LimitWatch.of(
            grid.kernel().program.code(),
            (pc, cta, warp, problem) ->
                add(
                    pc,
                    problem.misuse(),
                    problem.otherPc(),
                    (int) cta.index,
                    warp * cta.warps[warp].width,
                    problem));
  }

  @Override
  public void started(int unit, Cta cta) {
    passed.put(cta, new int[cta.warps.length * cta.warps[0].width]);
    objects.started(cta);
    if (products != null) {
      products.started(cta);
    }
    if (limits != null) {
      limits.started(cta);
    }
  }

  @Override
  public void executed(int unit, Warp warp, int pc, int instructions, int threads) {
    if (products != null && threads != 0) {
      products.executed(warp, pc);
    }
  }

  @Override
  public void productIssued(int unit, Warp warp, int pc, int[] tiles) {
    if (products != null) {
      products.issued(warp, pc);
    }
  }

  @Override
  public void productsGrouped(int unit, Warp warp, int pc) {
    if (products != null) {
      products.grouped(warp);
    }
  }

  @Override
  public void productsAwaited(int unit, Warp warp, int pc, long lanes, int but) {
    if (products != null) {
      products.awaited(warp, pc, but);
    }
  }

  @Override
  public void registersLimited(int unit, Warp warp, int pc) {
    if (limits != null) {
      limits.limited(warp, pc);
    }
  }

  @Override
  public void finished(int unit, Cta cta) {
    if (limits != null) {
      limits.finished(cta);
    }
    passed.remove(cta);
    objects.finished(cta);
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    objects.accessed(access);
  }

  @Override
  public void copied(int unit, Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {
    objects.copied(warp, pc, lanes, targets, base, bytes);
  }

  @Override
  public void peerPerformed(int unit, Cta cta, SharedAccess access) {
    objects.accessedByPeer(cta, access);
  }

  @Override
  public void peerStored(int unit, Cta cta, PeerStoreEvent store) {
    objects.stored(cta, store);
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    objects.performed(access);
  }

  @Override
  public void bulkIssued(int unit, BulkTransfer transfer) {
    objects.issued(transfer);
  }

  @Override
  public void bulkLocated(int unit, BulkTransfer transfer) {
    objects.located(transfer);
  }

  @Override
  public void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {
    objects.completed(cta, transfer, oldState, newState);
  }

  @Override
  public void mbarrierPending(int unit, MbarrierAccess access) {
    objects.pending(access);
  }

  @Override
  public void arriving(int unit, Warp warp, int pc, CopyArrival arrival) {
    objects.arriving(warp, pc, arrival);
  }

  @Override
  public void arrived(int unit, Warp warp, int pc, CopyArrival arrival) {
    objects.arrived(warp, pc, arrival);
  }

  @Override
  public void misused(int unit, Warp warp, int pc, Misuse misuse) {
    if (misuse.kind() == Misuse.Kind.DIVISION_BY_ZERO) {
      return; // no matter of synchronisation
    }
    Misused kind =
        switch (misuse.kind()) {
          case NOT_NAMED -> Misused.LANE_NOT_NAMED;
          case ABSENT_SOURCE -> Misused.ABSENT_SOURCE;
          case ABSENT -> Misused.ABSENT_LANE;
          case EXITED -> Misused.EXITED_LANE;
          case DIVERGED, DIFFERENT_BARRIERS -> Misused.BARRIER_DIVERGENT;
          case DIVISION_BY_ZERO -> throw new IllegalStateException("told above");
        };
    int cta = (int) warp.owner().index;
    int thread = warp.indexInCta() * warp.width + misuse.lane();
    add(pc, kind, -1, cta, thread, new Exchange(kind, misuse.text()));
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    boolean ofAll = true;
    for (int i = 0; i < count; i++) {
      ofAll &= pcs[i] >= 0 && !at(pcs[i]).countGiven();
    }
    branches(cta, warps, lanes, pcs, count, ofAll);
    if (ofAll) {
      ofAllThreads(cta, warps, lanes, pcs[0], count);
    }
  }

  private Barrier at(int pc) {
    return (Barrier) grid.kernel().program.code().get(pc);
  }

  /**
   * Aligned barriers are one instruction for all lanes of a warp (PTX ISA, "barrier"); those of all
   * threads one for the whole CTA (CUDA C++ Programming Guide, "Synchronization Functions").
   */
  private void branches(Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count, boolean ofAll) {
    for (int i = 1; i < count; i++) {
      for (int k = 0; k < i; k++) {
        boolean differ =
            pcs[i] != pcs[k]
                && pcs[i] >= 0
                && pcs[k] >= 0
                && at(pcs[i]).aligned()
                && at(pcs[k]).aligned();
        if (differ && (ofAll || warps[i] == warps[k])) {
          int lower = pcs[k] < pcs[i] ? k : i;
          int higher = lower == k ? i : k;
          boolean oneWarp = warps[i] == warps[k];
          add(
              pcs[lower],
              Branches.class,
              pcs[higher],
              (int) cta.index,
              first(warps[lower], lanes[lower]),
              new Branches(pcs[higher], first(warps[higher], lanes[higher]), oneWarp));
          return;
        }
        if (ofAll) {
          break; // all are compared with the first
        }
      }
    }
  }

  private static int first(Warp warp, long lanes) {
    return warp.indexInCta() * warp.width + Long.numberOfTrailingZeros(lanes);
  }

  /** A barrier that waits for all threads of the CTA is complete: who is not there has exited. */
  private void ofAllThreads(Cta cta, Warp[] warps, long[] lanes, int pc, int count) {
    int[] times = passed.get(cta);
    if (times == null) {
      return;
    }
    long[] arrived = new long[cta.warps.length];
    for (int i = 0; i < count; i++) {
      arrived[warps[i].indexInCta()] |= lanes[i];
      for (long rest = lanes[i]; rest != 0; rest &= rest - 1) {
        times[first(warps[i], rest)]++;
      }
    }
    int goneThread = -1;
    int missing = 0;
    for (Warp warp : cta.warps) {
      long absent = warp.threads() & ~arrived[warp.indexInCta()];
      if (absent != 0 && goneThread < 0) {
        goneThread = first(warp, absent);
      }
      missing += Long.bitCount(absent);
    }
    if (goneThread >= 0) {
      int thread = first(warps[0], lanes[0]);
      Left departure = new Left(times[thread], goneThread, times[goneThread], missing - 1);
      add(pc, Left.class, -1, (int) cta.index, thread, departure);
    }
  }

  private void add(
      int pc, Object kind, int otherPc, int cta, int thread, SyncError.Problem problem) {
    log.add(
        grid.kernel().program.name(),
        pc,
        kind,
        otherPc,
        () -> new SyncError(grid, pc, cta, thread, problem, 1));
  }
}
