package dev.syncopate.check.sync;

import dev.syncopate.check.sync.SyncError.Branches;
import dev.syncopate.check.sync.SyncError.Exchange;
import dev.syncopate.check.sync.SyncError.Left;
import dev.syncopate.check.sync.SyncError.Misused;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Misuse;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction.Barrier;
import java.util.IdentityHashMap;

/** Watches one launch: who comes to which barrier, and how often. */
final class LaunchSync implements LaunchObserver {
  private final Grid grid;
  private final SyncLog log;

  /** How often each thread has passed barriers of all threads, by its number in its CTA. */
  private final IdentityHashMap<Cta, int[]> passed = new IdentityHashMap<>();

  LaunchSync(Grid grid, SyncLog log) {
    this.grid = grid;
    this.log = log;
  }

  @Override
  public void started(int unit, Cta cta) {
    passed.put(cta, new int[cta.warps.length * cta.warps[0].width]);
  }

  @Override
  public void finished(int unit, Cta cta) {
    passed.remove(cta);
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
