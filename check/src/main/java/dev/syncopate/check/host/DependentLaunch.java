package dev.syncopate.check.host;

import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.WarpAccess;
import java.util.IdentityHashMap;

/**
 * Accesses of a launch that may start before the launch before it is over: before its threads have
 * waited for that one, and behind. A thread has waited by {@code griddepcontrol.wait}, or by a
 * barrier of its CTA or warp with a thread that has. Synchronisation by flags is not considered.
 */
final class DependentLaunch implements LaunchObserver {
  private final MemoryFootprint early;
  private final MemoryFootprint late;

  /** Lanes that have waited, of the warps that are here. */
  private final IdentityHashMap<Warp, Long> waitedLanes = new IdentityHashMap<>();

  /**
   * @param early of accesses before the wait
   * @param late of those behind
   */
  DependentLaunch(MemoryFootprint early, MemoryFootprint late) {
    this.early = early;
    this.late = late;
  }

  @Override
  public void started(int unit, Cta cta) {
    for (Warp warp : cta.warps) {
      waitedLanes.remove(warp);
    }
  }

  @Override
  public void gridDependency(int unit, Warp warp, int pc, long lanes, boolean waits) {
    if (waits) {
      waited(warp, lanes);
    }
  }

  private void waited(Warp warp, long lanes) {
    waitedLanes.merge(warp, lanes, (formerLanes, newLanes) -> formerLanes | newLanes);
  }

  private long waitedOf(Warp warp) {
    return waitedLanes.getOrDefault(warp, 0L);
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    for (int i = 0; i < count; i++) {
      if ((waitedOf(warps[i]) & lanes[i]) != 0) {
        for (int other = 0; other < count; other++) {
          waited(warps[other], lanes[other]);
        }
        return;
      }
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    if ((waitedOf(warp) & lanes) != 0) {
      waited(warp, lanes);
    }
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    long waited = waitedOf(warp);
    StreamRaces.accessed(early, pc, access, lanes & ~waited);
    StreamRaces.accessed(late, pc, access, lanes & waited);
  }

  @Override
  public void bulkIssued(int unit, BulkTransfer transfer) {
    boolean waited = (waitedOf(transfer.warp) >> transfer.lane & 1) != 0;
    StreamRaces.bulk(waited ? late : early, transfer);
  }
}
