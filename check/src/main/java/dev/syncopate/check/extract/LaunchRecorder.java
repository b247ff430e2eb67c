package dev.syncopate.check.extract;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKind;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.race.HandOver;
import dev.syncopate.check.race.InstructionPair;
import dev.syncopate.check.race.Listener;
import dev.syncopate.check.race.Race;
import dev.syncopate.check.race.RaceSide;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Records what a launch does, and cuts excerpts out of it when a check says of what. */
final class LaunchRecorder implements Listener {
  private static final LaneValues[] NOTHING = {};

  private static final MemoryOperation COPY = MemoryOperation.store(DataType.B8);

  private final int unitsPerGpu;
  private final boolean ctaScopeIsUnit;
  private final Recorder recorder;
  private final @Nullable StoreBuffers storeBuffers;
  private final String kernel;
  private final NoteKind<History.Written> writes;
  private final History history;
  private final HistoryCutter cutter;
  private final IdentityHashMap<WarpAccess, WarpEvent> pending = new IdentityHashMap<>();

  /** Accesses to other CTAs on their way. */
  private final IdentityHashMap<SharedAccess, WarpEvent> peerAccesses = new IdentityHashMap<>();

  /** The event at hand. */
  private @Nullable WarpEvent current;

  LaunchRecorder(
      Grid grid,
      int unitsPerGpu,
      boolean ctaScopeIsUnit,
      Recorder recorder,
      @Nullable StoreBuffers storeBuffers,
      NoteKinds notes) {
    this.storeBuffers = storeBuffers;
    this.writes = notes.kind(History.Written.class);
    this.history = new History();
    this.unitsPerGpu = unitsPerGpu;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
    this.recorder = recorder;
    this.kernel = grid.kernel().program.name();
    this.cutter = new HistoryCutter(grid, history);
  }

  private WarpLog log(int unit, Warp warp) {
    int cta = (int) warp.owner().index;
    WarpLog log = history.warp(cta, warp.indexInCta());
    if (log == null) {
      int domain = ctaScopeIsUnit ? unit : cta;
      log = new WarpLog(cta, warp.indexInCta() * warp.width, domain, unit / unitsPerGpu);
      history.add(cta, warp.indexInCta(), log);
    }
    return log;
  }

  private void add(WarpEvent event) {
    current = event;
    if (event.operation == null || WarpEvent.isStrong(event.operation)) {
      history.synchronises(event);
    } else {
      history.accesses(event);
    }
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    MemoryOperation operation = access.operation;
    WarpLog log = log(unit, warp);
    if (operation.kind() == AccessKind.FENCE) {
      add(new WarpEvent(log, history.next(), pc, lanes, operation, false, null, NOTHING));
      return;
    }
    WarpEvent event =
        new WarpEvent(
            log,
            history.next(),
            pc,
            access.lanes,
            operation,
            false,
            LaneValues.of(access.lanes, access.address, 0, 0),
            operands(operation, access.lanes, access.operand, access.operand2, access.width));
    add(event);
    if (storeBuffers != null && WarpEvent.isStrong(operation)) {
      storeBuffers.issued(event);
    }
    if (WarpEvent.isStrong(operation) && operation.resultUsed()) {
      pending.put(access, event);
    }
  }

  private static LaneValues[] operands(
      MemoryOperation operation, long lanes, long[] first, long[] second, int width) {
    if (operation.kind() == AccessKind.LOAD || first.length == 0) {
      return NOTHING;
    }
    int elements = operation.elements();
    LaneValues[] operands = new LaneValues[second.length == 0 ? elements : 2 * elements];
    for (int v = 0; v < operands.length; v++) {
      long[] source = v < elements ? first : second;
      operands[v] = LaneValues.of(lanes, source, v % elements * width, 0);
    }
    return operands;
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    WarpEvent event = pending.remove(access);
    current = event;
    if (event != null) {
      event.results = new LaneValues[access.resultBase.length];
      for (int e = 0; e < event.results.length; e++) {
        event.results[e] = LaneValues.of(access.lanes, access.result, access.resultBase[e], 0);
      }
    }
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    add(event(unit, access));
  }

  @Override
  public void peerIssued(int unit, long cta, SharedAccess access) {
    WarpEvent event = event(unit, access);
    event.sharedCta = (int) cta;
    add(event);
    peerAccesses.put(access, event);
  }

  @Override
  public void peerPerformed(int unit, Cta cta, SharedAccess access) {
    current = peerAccesses.remove(access);
  }

  private WarpEvent event(int unit, SharedAccess access) {
    MemoryOperation operation = access.operation();
    long lanes = access.lanes();
    long[] stored = access.stored();
    int width = access.warp().width;
    int firsts = operation.elements() * width;
    boolean two = operation.kind() == AccessKind.ATOMIC && stored.length > firsts;
    long[] second = two ? Arrays.copyOfRange(stored, firsts, stored.length) : new long[0];
    return new WarpEvent(
        log(unit, access.warp()),
        history.next(),
        access.pc(),
        lanes,
        operation,
        true,
        LaneValues.of(lanes, access.address(), 0, access.base()),
        operands(operation, lanes, stored, second, width));
  }

  @Override
  public void copied(int unit, Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {
    add(
        new WarpEvent(
            log(unit, warp),
            history.next(),
            pc,
            lanes,
            COPY.withElements(bytes),
            true,
            LaneValues.of(lanes, targets, 0, base),
            NOTHING));
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    if (access.transacts()) {
      return; // it orders nothing, and no arrival is counted
    }
    long lanes = access.lanes();
    long[] values = new long[access.warp().width];
    Arrays.fill(values, access.resets() ? 0 : 1);
    WarpEvent event =
        new WarpEvent(
            log(unit, access.warp()),
            history.next(),
            access.pc(),
            lanes,
            access.operation(),
            true,
            LaneValues.of(lanes, access.address(), 0, access.base()),
            access.kind().tests()
                ? NOTHING
                : new LaneValues[] {LaneValues.of(lanes, values, 0, 0)});
    event.sharedCta = (int) access.cta().index;
    add(event);
  }

  /** Stands for a phase of the barrier of a cluster, of which no address of the program is. */
  private static final long CLUSTER_BARRIERS = 1L << 60;

  private static final int CLUSTER_SHIFT = 24;

  /** All threads that meet there are of one cluster: its scope need not be told from the GPU's. */
  private static final MemoryOperation CLUSTER_ARRIVAL =
      MemoryOperation.atomic(AtomicOp.ADD, DataType.B64)
          .with(Order.RELEASE, Scope.GPU)
          .withResult(false);

  private static final MemoryOperation CLUSTER_WAIT =
      MemoryOperation.load(DataType.B64).with(Order.ACQUIRE, Scope.GPU);

  @Override
  public void clusterArrived(
      int unit, Warp warp, int pc, long lanes, long phase, boolean releases) {
    long[] ones = new long[warp.width];
    Arrays.fill(ones, 1);
    clusterBarrier(
        unit,
        warp,
        pc,
        lanes,
        phase,
        releases ? CLUSTER_ARRIVAL : CLUSTER_ARRIVAL.with(Order.RELAXED, Scope.GPU),
        LaneValues.of(lanes, ones, 0, 0));
  }

  @Override
  public void clusterWaited(int unit, Warp warp, int pc, long lanes, long phase, boolean acquires) {
    clusterBarrier(
        unit,
        warp,
        pc,
        lanes,
        phase,
        acquires ? CLUSTER_WAIT : CLUSTER_WAIT.with(Order.RELAXED, Scope.GPU));
  }

  private void clusterBarrier(
      int unit,
      Warp warp,
      int pc,
      long lanes,
      long phase,
      MemoryOperation operation,
      LaneValues... operands) {
    Cta cta = warp.owner();
    long cluster = cta.cluster == null ? cta.index : cta.cluster.number();
    long[] places = new long[warp.width];
    Arrays.fill(places, CLUSTER_BARRIERS + (cluster << CLUSTER_SHIFT) + phase * Long.BYTES);
    add(
        new WarpEvent(
            log(unit, warp),
            history.next(),
            pc,
            lanes,
            operation,
            false,
            LaneValues.of(lanes, places, 0, 0),
            operands));
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    List<WarpEvent.Part> parts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      WarpEvent event =
          new WarpEvent(
              log(unit, warps[i]), history.next(), pcs[i], lanes[i], null, true, null, NOTHING);
      event.meeting = parts;
      parts.add(new WarpEvent.Part(event, pcs[i] >= 0));
      add(event);
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    WarpEvent event =
        new WarpEvent(log(unit, warp), history.next(), pc, lanes, null, true, null, NOTHING);
    event.meeting = List.of(new WarpEvent.Part(event, true));
    add(event);
  }

  @Override
  public Object source() {
    if (current == null) {
      throw new IllegalStateException("nothing has been written");
    }
    return current;
  }

  @Override
  public void read(int lane, Object source, int sourceLane, boolean releases) {
    if (current == null) {
      return;
    }
    if (current.source(lane) == null) {
      current.readFrom(lane, (WarpEvent) source, sourceLane, history.latest());
    }
    if (releases) {
      current.readRelease(lane);
    }
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return true;
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    MemoryOperation operation = issue.access.operation;
    if (current == null || !WarpEvent.isStrong(operation)) {
      return;
    }
    writes.put(write, new History.Written(current, write.lane));
    History.Written writer = previous == null ? null : writes.of(previous);
    if (writer != null
        && write.element == 0
        && operation.kind() == AccessKind.ATOMIC
        && !operation.resultUsed()) {
      current.readFrom(write.lane, writer.event(), writer.lane(), history.latest());
    }
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    if (current == null || word == null || element != 0) {
      return;
    }
    FollowedWrite match = source.match();
    History.Written writer = match == null ? null : writes.of(match);
    if (writer != null) {
      current.readFrom(lane, writer.event(), writer.lane(), history.latest());
    }
  }

  @Override
  public void raced(Race race) {
    if (recorder.hasRoom()) {
      recorder.raced(race, cutter.race(race));
    }
  }

  @Override
  public void handedOver(HandOver handOver) {
    if (recorder.hasRoomForUnordered()) {
      recorder.unordered(handOver, cutter.unordered(handOver));
    }
  }

  @Override
  public boolean asks(int earlier, int later) {
    return recorder.recordsOrder() && recorder.asks(InstructionPair.of(kernel, earlier, later));
  }

  @Override
  public void ordered(boolean shared, long address, RaceSide earlier, RaceSide later) {
    recorder.ordered(
        InstructionPair.of(kernel, earlier.pc(), later.pc()),
        cutter.handOver(shared, address, earlier, later));
  }
}
