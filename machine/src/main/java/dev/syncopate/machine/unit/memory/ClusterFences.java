package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.ClusterOrder;
import java.util.ArrayDeque;
import java.util.Deque;

/** The fences of {@link ClusterOrder}, in launches with clusters. */
final class ClusterFences {
  private final MemoryUnit memory;

  /** Fences for which the load-store unit has had no room. */
  private final Deque<Due> dueFences = new ArrayDeque<>();

  private record Due(Warp warp, WarpAccess access) {}

  ClusterFences(MemoryUnit memory) {
    this.memory = memory;
  }

  /**
   * Whether lanes may perform an instruction: what it releases is visible, and there is room for
   * the fence that it acquires by. If not, the warp waits.
   */
  boolean mayPerform(int pc, Warp warp, long lanes, MemoryOperation operation) {
    MemoryOperation release =
        warp.owner().cluster == null
            ? null
            : ClusterOrder.before(operation.order(), operation.scope(), null);
    if (release != null && !warp.accesses.takeReleased(pc, lanes)) {
      if (!memory.canIssue(warp, release)) {
        return memory.unit.refuse(warp, Wait.LOAD_STORE_UNIT, Stall.FENCE);
      }
      issue(warp, release, new Released(pc, lanes));
      if (!warp.accesses.takeReleased(pc, lanes)) {
        return memory.unit.refuse(warp, Wait.SYNCHRONISATION, Stall.FENCE);
      }
    }
    return true;
  }

  /** An instruction has been performed: what it acquires is not to be read from old copies. */
  void performed(int pc, Warp warp, MemoryOperation operation) {
    MemoryOperation fence =
        warp.owner().cluster == null
            ? null
            : ClusterOrder.behind(operation.order(), operation.scope(), null);
    if (fence != null) {
      if (memory.canIssue(warp, fence)) {
        issue(warp, fence, new Acquired(pc));
      } else {
        warp.accesses.synchronisationBegins();
        warp.accesses.fenceDue(true);
        dueFences.add(new Due(warp, access(warp, fence, new Acquired(pc))));
      }
    }
  }

  /** The load-store unit may have room for what is due of a warp. */
  void retry(Warp warp) {
    for (int rest = dueFences.size(); rest > 0; rest--) {
      Due due = dueFences.remove();
      if (due.warp == warp && memory.canIssue(warp, due.access.operation)) {
        warp.accesses.fenceDue(false);
        memory.issueQuietly(due.access);
      } else {
        dueFences.add(due);
      }
    }
  }

  private void issue(Warp warp, MemoryOperation fence, AccessCompletion completion) {
    warp.accesses.synchronisationBegins();
    memory.issueQuietly(access(warp, fence, completion));
  }

  private static WarpAccess access(Warp warp, MemoryOperation fence, AccessCompletion completion) {
    WarpAccess access = WarpAccess.fence(fence, warp.slot, warp.width);
    access.token = completion;
    return access;
  }

  /** What lanes have done before an instruction is visible. */
  private record Released(int pc, long lanes) implements AccessCompletion {
    @Override
    public void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready) {
      warp.accesses.released(pc, lanes);
      warp.accesses.synchronisationEnds();
      unit.recheck(warp);
    }
  }

  /** Old copies are gone. */
  private record Acquired(int pc) implements AccessCompletion {
    @Override
    public void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready) {
      warp.accesses.synchronisationEnds();
      unit.recheck(warp);
    }
  }
}
