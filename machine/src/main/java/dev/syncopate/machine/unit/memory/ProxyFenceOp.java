package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.IssueRule;
import dev.syncopate.memory.local.RecentLoads;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyObjects;

/**
 * {@code fence.proxy.async}: what its lanes have written by the generic proxy comes before what the
 * copy unit does from now on, and so does what they have read. The same holds of what other threads
 * of the CTA have written so far: the fence may stand on the way from their writes to the copy, as
 * behind a barrier. The warp stops for that.
 */
public final class ProxyFenceOp extends AccessOp {
  private final ProxyObjects objects;
  private final int pc;

  public ProxyFenceOp(MemoryInstruction.ProxyFence fence, int pc) {
    super(fence);
    this.pc = pc;
    this.objects = fence.objects();
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    boolean shared = objects != ProxyObjects.GLOBAL;
    IssueRule rule = IssueRule.proxyFence(objects != ProxyObjects.SHARED, shared, null);
    if (!memory.shared.mayIssue(warp, rule)) {
      return false;
    }
    long end = now + 1;
    if (!memory.unit.memory.answersAtOnce()) {
      end = now + memory.copyConfig.fenceCycles();
      memory.unit.hold(Pipe.MEMORY, now + 1);
    }
    long warps = warp.owner().warpMask;
    if (shared && memory.unit.local instanceof AsyncProxyStore store) {
      store.fence(warps, warp.slot);
    }
    if (rule.loaded()) {
      long loads = IssueRule.fencedLoads(warps, warp.slot, null);
      for (RecentLoads.Load load : memory.shared.loads.inFlight(loads)) {
        end = Math.max(end, load.ready());
      }
    }
    if (memory.unit.observer != null) {
      memory.unit.observer.proxyFence(memory.unit.index, warp, pc, lanes);
    }
    warp.rest(end, Stall.FENCE);
    warp.schedule.next();
    return true;
  }
}
