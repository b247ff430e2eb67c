package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.barrier.ClusterBarrier;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.ExitListener;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;

/**
 * A compute unit's part in the barriers of clusters. When all threads of a CTA have arrived it
 * tells each CTA of the cluster, itself included: so all hear of the last arrival in the same
 * cycle.
 */
final class ClusterBarriers implements ExitListener {
  static final MemoryOperation RELEASE = MemoryOperation.fence(Order.RELEASE, Scope.CLUSTER);
  static final MemoryOperation ACQUIRE = MemoryOperation.fence(Order.ACQUIRE, Scope.CLUSTER);

  private final ComputeUnit unit;
  private final ClusterFences fences;
  private final boolean timed;
  private final int latency;

  ClusterBarriers(ComputeUnit unit, MachineConfig machine, ClusterFences fences) {
    this.unit = unit;
    this.fences = fences;
    this.timed = !unit.memory.answersAtOnce();
    this.latency = Math.max(machine.cluster().barrierLatency(), machine.network().latency());
  }

  /** A kernel is loaded. */
  void load(boolean meets) {
    unit.exits = meets ? this : null;
  }

  /** That of a warp's CTA. */
  ClusterBarrier of(Warp warp) {
    ClusterBarrier barrier = unit.clusterBarrier(warp.owner().slot);
    if (barrier == null) {
      throw new IllegalStateException("CTA slot " + warp.owner().slot + " has had no CTA");
    }
    return barrier;
  }

  /** Lanes arrive. */
  void arrive(Warp warp, int pc, long lanes, boolean releases) {
    ClusterBarrier barrier = of(warp);
    if (unit.observer != null) {
      unit.observer.clusterArrived(unit.index, warp, pc, lanes, barrier.phase(), releases);
    }
    barrier.arrive(warp, lanes);
    tell(barrier);
  }

  @Override
  public void exited(Warp warp, long lanes) {
    ClusterBarrier barrier = of(warp);
    barrier.exited(warp, lanes);
    tell(barrier);
  }

  private void tell(ClusterBarrier barrier) {
    long phases = barrier.ownPhases();
    if (barrier.missing() > 0) {
      return;
    }
    long now = unit.now();
    int ownRank = barrier.cta().clusterRank;
    for (int rank = 0; rank < barrier.size(); rank++) {
      long cta =
          barrier.size() == 1
              ? barrier.cta().index
              : barrier.cta().grid().cluster().cta(barrier.cta().grid(), cluster(barrier), rank);
      ClusterArrival arrival =
          new ClusterArrival(barrier.cta().grid(), barrier.slot(rank), cta, ownRank, phases);
      unit.send(barrier.unit(rank, unit.index), arrival, timed ? now + latency : now);
    }
  }

  private static long cluster(ClusterBarrier barrier) {
    ClusterPlaces places = barrier.cta().cluster;
    return places == null ? barrier.cta().index : places.number();
  }

  /** A message has come, for a CTA that may have ended, of a launch that may have. */
  @SuppressWarnings("ReferenceEquality") // equal launches are two
  void receive(ClusterArrival arrival) {
    ClusterBarrier barrier = unit.clusterBarrier(arrival.slot());
    if (barrier == null
        || barrier.cta().grid() != arrival.grid()
        || barrier.cta().index != arrival.cta()
        || !barrier.cta().resident) {
      return;
    }
    long phase = barrier.phase();
    for (ClusterBarrier.Waiter waiter : barrier.arrived(arrival.rank(), arrival.phases())) {
      pass(barrier, waiter, phase);
      waiter.warp().schedule.unblock(waiter.lanes());
      if (waiter.warp().waiting() == Wait.BARRIER) {
        unit.resume(waiter.warp(), 0);
      }
    }
    if (barrier.phase() != phase) {
      unit.progressed();
    }
  }

  /** Lanes go on whose phase is complete. */
  void pass(ClusterBarrier barrier, ClusterBarrier.Waiter waiter, long phase) {
    barrier.passed(waiter.warp(), waiter.lanes());
    if (waiter.acquires()) {
      fences.performed(waiter.pc(), waiter.warp(), ACQUIRE);
    }
    if (unit.observer != null) {
      unit.observer.clusterWaited(
          unit.index, waiter.warp(), waiter.pc(), waiter.lanes(), phase, waiter.acquires());
    }
  }
}
