package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.local.Mbarrier;
import org.jspecify.annotations.Nullable;

/**
 * Synchronisation through a CTA's shared memory, whose accesses happen one after the other: a read
 * reads what was written last.
 */
final class SharedHappensBefore {
  private final SyncGraph graph;
  private final Synchronisation synchronisation;
  private final @Nullable HandOvers handOvers;

  /**
   * @param handOvers hears of strong loads; null for no listener
   */
  SharedHappensBefore(
      SyncGraph graph, Synchronisation synchronisation, @Nullable HandOvers handOvers) {
    this.graph = graph;
    this.synchronisation = synchronisation;
    this.handOvers = handOvers;
  }

  /** Lanes have accessed shared memory of a CTA. */
  void accessed(WarpClock warp, CtaClock owner, SharedAccess access) {
    MemoryOperation operation = access.operation();
    if (!RunInstructions.isStrong(operation)) {
      if (operation.kind() == AccessKind.STORE) {
        overwritten(warp, owner, access);
      }
      return;
    }
    synchronisation.release(warp, access.lanes(), access.pc(), operation);
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        access(warp, owner, lane, access.pc(), operation, access.offset(lane, e));
      }
    }
  }

  private void access(
      WarpClock warp, CtaClock owner, int lane, int pc, MemoryOperation operation, long address) {
    SyncLocation.Locations locations = owner.locations;
    SyncLocation location =
        operation.kind() == AccessKind.LOAD ? locations.find(address) : locations.at(address);
    if (location == null) {
      return;
    }
    if (operation.kind() == AccessKind.LOAD && handOvers != null) {
      handOvers.loads(warp, lane, pc, operation, location, true, address);
    }
    ReleasedWrite previous = location.latest();
    if (operation.kind() != AccessKind.STORE && previous != null) {
      synchronisation.read(warp, lane, pc, operation, location, previous, previous);
      synchronisation.returned(warp, lane, previous);
    }
    if (operation.kind() != AccessKind.STORE && warp.cta == owner) {
      location.seen();
    }
    if (operation.kind() == AccessKind.LOAD) {
      observed(warp, owner, lane, address);
      return;
    }
    ReleasedWrite written = synchronisation.written(warp, lane, pc, operation, location);
    if (operation.kind() == AccessKind.STORE) {
      location.store(written);
    } else {
      location.update(written, graph);
    }
    location.stepped();
  }

  private static void observed(WarpClock warp, CtaClock owner, int lane, long address) {
    ShadowAccesses.Page page = owner.shared.page(address >> 2);
    ShadowAccesses.Plane reads = page.planes[ShadowAccesses.Plane.STRONG_READ];
    int wordIndex = ShadowAccesses.inPage(address >> 2);
    if (reads != null
        && reads.thread[wordIndex] == warp.firstThread
        && (reads.lanes[wordIndex] >>> lane & 1) != 0) {
      reads.info[wordIndex] |= ShadowAccesses.Mark.OBSERVED;
    }
  }

  private static void overwritten(WarpClock warp, CtaClock owner, SharedAccess access) {
    SyncLocation.Locations locations = owner.locations;
    if (locations.isEmpty()) {
      return;
    }
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < access.operation().elements(); e++) {
        SyncLocation location = locations.find(access.offset(lane, e));
        if (location != null) {
          location.store(new ReleasedWrite(warp, lane, access.pc()));
        }
      }
    }
  }

  /** An arrival that follows asynchronous copies: it has the default order and scope. */
  static final MemoryOperation ARRIVAL =
      MemoryOperation.atomic(AtomicOp.ADD, DataType.B64)
          .with(Order.RELEASE, Scope.CTA)
          .withResult(false);

  /**
   * Lanes have performed an instruction on mbarrier objects. Who finds a phase over reads the write
   * that ended it, which continues all arrivals before it; arrivals in later phases it has not
   * read. Bytes of transactions are counted by relaxed operations, which carry no release.
   *
   * @param owner whose objects they are
   */
  void mbarrier(WarpClock warp, CtaClock owner, MbarrierAccess access) {
    MemoryOperation operation = access.operation();
    int pc = access.pc();
    if (access.kind().arrives()) {
      synchronisation.release(warp, access.lanes(), pc, operation);
    }
    for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      SyncLocation location = owner.locations.at(access.offset(lane));
      switch (access.kind()) {
        case INIT, INVAL -> location.reset(new ReleasedWrite(warp, lane, pc));
        case ARRIVE, ARRIVE_DROP -> {
          ReleasedWrite written = synchronisation.written(warp, lane, pc, operation, location);
          location.update(written, graph);
          location.arrived(written);
        }
        case TEST_WAIT, TRY_WAIT -> {
          location.seen();
          over(warp, lane, pc, operation, location);
        }
        case EXPECT_TX, COMPLETE_TX, PENDING_COUNT -> {}
      }
      if (access.endsPhase(lane)) {
        location.phaseEnds();
      }
    }
  }

  private static final MemoryOperation CLUSTER_ARRIVAL =
      MemoryOperation.atomic(AtomicOp.ADD, DataType.B64)
          .with(Order.RELEASE, Scope.CLUSTER)
          .withResult(false);

  private static final MemoryOperation CLUSTER_WAIT =
      MemoryOperation.load(DataType.B64).with(Order.ACQUIRE, Scope.CLUSTER);

  /**
   * Lanes have arrived at a phase of the barrier of their cluster. A relaxed arrival releases
   * nothing but what a fence before it does.
   *
   * @param phase of the barrier
   * @param initialisations that a separate fence may release; null for none
   */
  void clusterArrived(
      WarpClock warp,
      SyncLocation phase,
      int pc,
      long lanes,
      boolean releases,
      @Nullable Initialisations initialisations) {
    MemoryOperation operation =
        releases ? CLUSTER_ARRIVAL : CLUSTER_ARRIVAL.with(Order.RELAXED, Scope.CLUSTER);
    synchronisation.release(warp, lanes, pc, operation);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      ReleasedWrite written = synchronisation.written(warp, lane, pc, operation, phase);
      int initialised = initialisations == null ? 0 : initialisations.released(warp, lane);
      if (initialised != 0) {
        written.itsNear = graph.join(written.itsNear, initialised);
        written.itsOwn = graph.join(written.itsOwn, initialised);
      }
      phase.update(written, graph);
      if ((lanes & (1L << lane) - 1) == 0) {
        phase.arrived(written); // one of a warp is enough for a report
      }
    }
  }

  /** Lanes have waited for a phase of the barrier of their cluster, which is over. */
  void clusterWaited(WarpClock warp, SyncLocation phase, int pc, long lanes, boolean acquires) {
    MemoryOperation operation =
        acquires ? CLUSTER_WAIT : CLUSTER_WAIT.with(Order.RELAXED, Scope.CLUSTER);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      over(warp, Long.numberOfTrailingZeros(rest), pc, operation, phase);
    }
  }

  /** A lane has found a phase over. */
  private void over(
      WarpClock warp, int lane, int pc, MemoryOperation operation, SyncLocation location) {
    ReleasedWrite ending = location.phaseEnd();
    if (ending == null) {
      return;
    }
    synchronisation.read(warp, lane, pc, operation, location, ending, ending);
    for (ReleasedWrite arrival : location.arrivals()) {
      boolean isMissed = !operation.order().acquires() || arrival.itsOwn == 0;
      if (isMissed && !arrival.by(warp, lane)) {
        warp.missed = WarpClock.Missed.arrival(arrival, lane, pc, warp.missed);
      }
    }
  }

  /**
   * A bulk copy or an asynchronous store is over in the shared memory of a CTA, where an mbarrier
   * object has counted its bytes. That releases these bytes alone (PTX ISA, "Async proxy"), and a
   * wait of any scope acquires them.
   *
   * @param agent the thread that has written; it stands behind what is over
   * @param owner whose object it is
   */
  void completed(
      WarpClock agent, CtaClock owner, int lane, int pc, long object, boolean endsPhase) {
    WarpClock local = agent;
    if (agent.cta != owner) {
      local = new WarpClock(owner, agent.firstThread, WarpClock.NO_OWNER, 0, agent.now.length);
      local.now[lane] = agent.now[lane];
    }
    ReleasedWrite written = new ReleasedWrite(local, lane, pc, Scope.CTA, false);
    written.itsOwn = local.now[lane];
    written.alone();
    SyncLocation location = owner.locations.at(object);
    location.update(written, graph);
    if (endsPhase) {
      location.phaseEnds();
    }
  }

  /**
   * Arrivals at mbarrier objects have happened that followed asynchronous copies.
   *
   * @param agent those that copied
   * @param nodes by lane, what they release
   */
  void arrived(WarpClock agent, int pc, CopyArrival arrival, int[] nodes) {
    for (long rest = arrival.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      ReleasedWrite written = new ReleasedWrite(agent, lane, pc, Scope.CTA, false);
      written.itsOwn = nodes[lane];
      written.alone();
      SyncLocation location = agent.cta.locations.at(arrival.address[lane] - arrival.base);
      location.update(written, graph);
      if (Mbarrier.endsPhase(arrival.states.oldState()[lane], arrival.states.newState()[lane])) {
        location.phaseEnds();
      }
    }
  }
}
