package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.barrier.ClusterBarrier;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.ptx.ir.WarpInstruction;

/**
 * {@code barrier.cluster}: an arrival that releases is preceded by a fence at cluster scope, a wait
 * that acquires is followed by one.
 */
public final class ClusterBarrierOp extends AccessOp {
  private final boolean arrives;
  private final boolean ordered;
  private final int pc;

  public ClusterBarrierOp(WarpInstruction.ClusterBarrier barrier, int pc) {
    super(barrier);
    this.arrives = barrier.arrives();
    this.ordered = barrier.ordered();
    this.pc = pc;
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    return arrives ? arrive(memory, warp, lanes) : await(memory, warp, lanes);
  }

  private boolean arrive(MemoryUnit memory, Warp warp, long lanes) {
    if (!memory.shared.mayAccess(warp, ordered)) { // a fence before a relaxed arrival releases, too
      return false;
    }
    if (ordered && !memory.fences.mayPerform(pc, warp, lanes, ClusterBarriers.RELEASE)) {
      return false;
    }
    long open = memory.clusterBarriers.of(warp).open(warp) & lanes;
    if (open != 0) {
      throw memory.unit.fault(
          this,
          warp,
          Long.numberOfTrailingZeros(open),
          "the thread arrives at the barrier of its cluster a second time: barrier.cluster.wait must come between two arrivals");
    }
    memory.unit.progressed();
    memory.unit.counters.barrierArrivals++;
    warp.schedule.next();
    memory.clusterBarriers.arrive(warp, pc, lanes, ordered);
    return true;
  }

  private boolean await(MemoryUnit memory, Warp warp, long lanes) {
    ClusterBarrier barrier = memory.clusterBarriers.of(warp);
    long strangers = lanes & ~barrier.open(warp);
    if (strangers != 0) {
      throw memory.unit.fault(
          this,
          warp,
          Long.numberOfTrailingZeros(strangers),
          "the thread waits at the barrier of its cluster without having arrived: it would wait for itself");
    }
    long pending = barrier.pending(warp, lanes);
    if (pending == 0) {
      warp.schedule.next();
      memory.clusterBarriers.pass(barrier, waiter(warp, lanes), barrier.phase() - 1);
      return true;
    }
    if (pending != lanes) {
      warp.schedule.setApart(lanes & ~pending);
    }
    barrier.await(waiter(warp, pending));
    if (!warp.schedule.block(pending)) {
      memory.unit.park(warp, Wait.BARRIER, Stall.BARRIER);
    }
    return true;
  }

  private ClusterBarrier.Waiter waiter(Warp warp, long lanes) {
    return new ClusterBarrier.Waiter(warp, lanes, pc, ordered);
  }
}
