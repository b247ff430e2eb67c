package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.config.CopyConfig;
import dev.syncopate.machine.config.CoreConfig.AtomicRequests;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CoreCounters;
import dev.syncopate.machine.core.ExecutionUnit;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.unit.transaction.TransactionPipe;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.config.RelaxedAtomics;
import dev.syncopate.memory.local.LittleEndian;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.sim.bits.Bits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Address generation: finds out where the lanes of a memory instruction point, coalesces what goes
 * to global and local memory into lines for the load-store unit, and passes on what goes to shared
 * memory. Lanes of one instruction that point into different windows go one window after the other.
 */
public final class MemoryUnit extends ExecutionUnit {
  private static final long[] NOTHING = new long[0];

  /** Bytes that a lane moves at most at once to or from other memory than global. */
  private static final int MOST_BYTES_BESIDE_GLOBAL = 16;

  private static final LineAccess[] NO_LINES = new LineAccess[0];

  /** Where what goes to shared memory goes. */
  public final SharedUnit shared;

  /** Where what goes to shared memory of other CTAs goes. */
  final PeerUnit peers;

  /** What synchronising accesses to shared memory do to global memory. */
  final ClusterFences fences;

  /** The barriers of clusters. */
  final ClusterBarriers clusterBarriers;

  /** What may be accessed. */
  public final DeviceAddresses addresses;

  /** Settings of the copy unit. */
  final CopyConfig copyConfig;

  private final TransactionPipe transactions;
  private final LoadStoreUnit memory;
  private final CoreCounters counters;
  private final Coalescer coalescer;

  /** Of atomics; null where they are coalesced as loads are. */
  private final @Nullable AtomicCoalescer atomicCoalescer;

  private final boolean blockingAtomics;

  /** Whether an access is complete as soon as it has issued, as in the functional tier. */
  private final boolean atOnce;

  private final int lanesPerCycle;
  private final int width;

  private final int line;

  /** Made for the first kernel that needs it. */
  private @Nullable CopyUnit copyUnit;

  /** Addresses of the instruction at hand; given away with an access, else used again. */
  private long[] spare;

  /**
   * @param transactions of its lanes on shared memory
   */
  public MemoryUnit(ComputeUnit unit, MachineConfig machine, TransactionPipe transactions) {
    super(unit, Pipe.MEMORY);
    this.transactions = transactions;
    this.fences = new ClusterFences(this);
    this.clusterBarriers = new ClusterBarriers(unit, machine, fences);
    this.peers = new PeerUnit(unit, machine, fences, clusterBarriers);
    this.shared = new SharedUnit(this, transactions);
    this.addresses = new DeviceAddresses(unit);
    this.memory = unit.memory;
    this.atOnce = unit.memory.answersAtOnce();
    this.counters = unit.counters;
    this.width = machine.core().warpWidth();
    this.lanesPerCycle = machine.core().coalescerLanes();
    this.blockingAtomics = machine.l1().relaxedAtomics() == RelaxedAtomics.BLOCKING;
    this.coalescer = new Coalescer(machine.l1().line(), width);
    this.atomicCoalescer =
        machine.core().atomicRequests() == AtomicRequests.SECTOR
            ? new AtomicCoalescer(machine.l1().line(), machine.l1().sector())
            : null;
    this.spare = new long[width];
    this.copyConfig = machine.copy();
    this.line = machine.l1().line();
    transactions.restoreBy(new RollBackStores(this));
  }

  @Override
  public void load(HotKernel kernel) {
    peers.load();
    clusterBarriers.load(unit.meetsInClusters());
    if (kernel.program.copiesInBulk() && copyUnit == null) {
      copyUnit = new CopyUnit(unit, copyConfig, line, width, shared.loads, peers);
      peers.copyUnit = copyUnit;
      unit.attach(copyUnit);
    }
    if (copyUnit != null) {
      copyUnit.maps.clear();
    }
  }

  /** A tensor map may have changed: copies from now on read it anew. */
  void forgetMap(long address) {
    if (copyUnit != null) {
      copyUnit.maps.forget(address);
    }
  }

  /** The copy unit of a kernel with bulk copies. */
  CopyUnit copies() {
    CopyUnit copies = copyUnit;
    if (copies == null) {
      throw new IllegalStateException("a kernel without bulk copies makes one");
    }
    return copies;
  }

  @Override
  public boolean issue(Op op, Warp warp, long lanes, long now) {
    return ((AccessOp) op).issue(this, warp, lanes, now);
  }

  @Override
  public Stall contention() {
    return Stall.LOAD_STORE_UNIT;
  }

  /** Issues a memory instruction for lanes of a warp, at least one. */
  public boolean issue(MemoryOp op, Warp warp, long lanes, long now) {
    long todo = lanes & ~warp.accesses.done();
    StateSpace space = op.space;
    if (warp.accesses.synchronisesWithPeers()) {
      return unit.refuse(warp, Wait.SYNCHRONISATION, Stall.FENCE);
    }
    if (space == StateSpace.GLOBAL && !memory.canIssue(warp.slot, op.operation)) {
      return refuse(warp);
    }
    long[] address = addresses(warp, reach(todo), op.base, op.constants, op.offset);
    if (AddressMap.isWindow(space)) {
      for (int lane = 0; lane < width; lane++) {
        address[lane] = AddressMap.inWindow(address[lane]);
      }
    }
    long part = todo;
    if (space == StateSpace.GENERIC) {
      space = AddressMap.space(address[Bits.lowest(todo)]);
      part = sameSpace(address, todo, space);
      rebase(address, space);
      if (op.operation.bytesPerLane() > MOST_BYTES_BESIDE_GLOBAL && space != StateSpace.GLOBAL) {
        throw unit.fault(
            op,
            warp,
            Bits.lowest(part),
            "an access of 256 bits at a generic address outside global memory");
      }
    }
    long firstAddress = address[Bits.lowest(part)] + AddressMap.base(space);
    int rank = AddressMap.NO_RANK;
    if (space == StateSpace.SHARED_CLUSTER) {
      int first = Bits.lowest(part);
      rank = peers.rank(op, warp, first, address[first]);
      part = peers.ofRank(op, warp, part, address, rank);
    }
    if (op.polls) {
      warp.needs.polls(part, address, AddressMap.base(space));
    }
    boolean issued =
        switch (space) {
          case GLOBAL, GENERIC -> issueGlobal(op, warp, part, address, now);
          case LOCAL -> issueLocal(op, warp, part, address, now);
          case SHARED -> shared.issue(op, warp, part, address, now);
          case SHARED_CLUSTER -> issueCluster(op, warp, part, address, rank, now);
          case CONST -> loadImage(op, warp, part, address, warp.grid().constants(), now);
          case PARAM -> loadImage(op, warp, part, address, warp.grid().parameters(), now);
        };
    if (!issued) {
      return false;
    }
    if (op.operation.kind() != AccessKind.STORE && space != StateSpace.LOCAL) {
      warp.accesses.note(op.pc, part, firstAddress);
    }
    long failed = shared.takeFailed();
    if (failed != 0 && !transactions.stop(warp, failed)) {
      return true; // no lane is left here
    }
    if (part == todo) {
      warp.accesses.clearDone(lanes);
      warp.schedule.next();
    } else {
      warp.accesses.addDone(part & ~failed);
    }
    return true;
  }

  /** One more than the highest of some lanes. */
  private static int reach(long lanes) {
    return Long.SIZE - Long.numberOfLeadingZeros(lanes);
  }

  private long[] addresses(Warp warp, int reach, int base, long[] constants, long offset) {
    long[] address = spare;
    long[] inputs = base >= 0 ? warp.values() : constants;
    int first = base >= 0 ? base : ~base;
    for (int lane = 0; lane < reach; lane++) {
      address[lane] = inputs[first + lane] + offset;
    }
    return address;
  }

  private static long sameSpace(long[] address, long lanes, StateSpace space) {
    long matchingLanes = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      if (AddressMap.space(address[lane]) == space) {
        matchingLanes |= 1L << lane;
      }
    }
    return matchingLanes;
  }

  private void rebase(long[] address, StateSpace space) {
    long base = AddressMap.base(space);
    if (base != 0) {
      for (int lane = 0; lane < width; lane++) {
        address[lane] -= base;
      }
    }
  }

  private boolean refuse(Warp warp) {
    return unit.refuse(
        warp,
        Wait.LOAD_STORE_UNIT,
        warp.accesses.synchronising() ? Stall.FENCE : Stall.LOAD_STORE_UNIT);
  }

  private boolean issueGlobal(MemoryOp op, Warp warp, long lanes, long[] address, long now) {
    if (op.space != StateSpace.GLOBAL && !memory.canIssue(warp.slot, op.operation)) {
      return refuse(warp);
    }
    if (warp.accesses.awaitsPeers() && op.operation.order().releases()) {
      return unit.refuse(warp, Wait.QUIET, Stall.FENCE);
    }
    addresses.check(op, warp, lanes, address, op.contiguousBytes);
    if (op.noted) {
      int first = Bits.lowest(lanes);
      warp.accesses.wrote.note(op.strong, address[first], first, op.pc);
    }
    int count = Long.bitCount(lanes);
    counters.globalLanes += count;
    if (op.operation.kind() == AccessKind.ATOMIC) {
      counters.atomicLanes += count;
    }
    send(op, warp, lanes, address, now, unit.observer);
    return true;
  }

  /** An access to shared memory of one CTA of the cluster; {@code NO_RANK} for the own one. */
  private boolean issueCluster(
      MemoryOp op, Warp warp, long lanes, long[] address, int rank, long now) {
    PeerUnit.cut(address, lanes);
    if (rank == AddressMap.NO_RANK) {
      return shared.issue(op, warp, lanes, address, now);
    }
    MemoryOperation operation = op.operation;
    peers.requirePlain(op, warp, Bits.lowest(lanes));
    if (!shared.mayAccess(warp, operation.order().releases())
        || !fences.mayPerform(op.pc, warp, lanes, operation)) {
      return false;
    }
    int bytes = operation.bytesPerLane();
    peers.check(op, warp, lanes, address, bytes, bytes);
    PeerAccess access =
        new PeerAccess(
            unit.index,
            op,
            warp,
            lanes,
            peers.target(warp, rank),
            address.clone(),
            op.values.length == 0 ? NOTHING : elements(warp, op, warp.width));
    if (operation.resultUsed()) {
      op.awaitResults(warp);
    }
    if (op.synchronising) {
      warp.accesses.synchronisesWithPeer(true);
    }
    if (unit.observer != null) {
      unit.observer.peerIssued(unit.index, access.target.cta(), access.told());
    }
    peers.request(access, now);
    return true;
  }

  /** A generic load from constant or parameter memory. */
  private boolean loadImage(
      MemoryOp op, Warp warp, long lanes, long[] address, byte[] image, long now) {
    MemoryOperation operation = op.operation;
    if (operation.kind() != AccessKind.LOAD) {
      throw unit.fault(
          op, warp, Bits.lowest(lanes), "constant and parameter memory cannot be written");
    }
    int bytes = operation.type().bytes();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      long imageOffset = address[lane];
      if (imageOffset < 0 || imageOffset + operation.bytesPerLane() > image.length) {
        throw unit.fault(
            op, warp, lane, "generic address beyond the " + image.length + " bytes of its window");
      }
      for (int e = 0; e < op.destinations.length; e++) {
        long raw = LittleEndian.get(image, (int) imageOffset + e * bytes, bytes);
        warp.values()[op.destinations[e] + lane] =
            AccessTypes.extend(raw, operation.type(), operation.registerBits());
      }
    }
    warp.resultsFrom(op.writes, now + unit.config.constantLatency());
    return true;
  }

  private boolean issueLocal(MemoryOp op, Warp warp, long lanes, long[] address, long now) {
    if (!memory.canIssue(warp.slot, op.operation)) {
      return refuse(warp);
    }
    boolean undone = op.operation.kind() != AccessKind.LOAD && transactions.restoresLocal();
    long[] local = undone ? address.clone() : NOTHING;
    addresses.toDevice(op, warp, lanes, address, op.operation.bytesPerLane());
    if (undone) {
      transactions.wroteLocal(warp, op.operation, lanes, local, elements(warp, op, reach(lanes)));
    }
    send(op, warp, lanes, address, now, null);
    return true;
  }

  /**
   * @param observer observer of its accesses; null for none
   */
  private void send(
      MemoryOp op,
      Warp warp,
      long lanes,
      long[] address,
      long now,
      @Nullable LaunchObserver observer) {
    MemoryOperation operation = op.operation;
    int reach = reach(lanes); // a thread that polls alone needs no more than its own
    long[] operand = NOTHING;
    long[] operand2 = NOTHING;
    if (op.values.length > 0) {
      int elementCount = operation.elements();
      operand = operands(warp, op, 0, elementCount, reach);
      operand2 =
          op.values.length > elementCount
              ? operands(warp, op, elementCount, elementCount, reach)
              : NOTHING;
    }
    WarpAccess access =
        new WarpAccess(
            operation,
            warp.slot,
            lanes,
            own(address, reach),
            operand,
            operand2,
            op.destinations.length == 0 ? NOTHING : warp.values(),
            op.destinations,
            width);
    if (operation.resultUsed()) {
      op.awaitResults(warp);
    }
    if (blockingAtomics && operation.kind() == AccessKind.ATOMIC) {
      warp.restUntilEnd(Stall.MEMORY);
    }
    if (op.synchronising) {
      warp.accesses.synchronisationBegins();
    }
    if (!warp.needs.heldWords.isEmpty()) {
      warp.needs.heldWords.writes(access);
    }
    if (observer != null) {
      observer.issued(unit.index, warp, op.pc, access, lanes);
    }
    issue(access, op, operation.bytesPerLane(), now);
  }

  /**
   * Addresses for an access to keep: those of the instruction at hand, or a shorter copy. An access
   * that is complete at once need not keep them.
   */
  private long[] own(long[] address, int reach) {
    if (atOnce) {
      return address;
    }
    if (2 * reach <= width) {
      return Arrays.copyOf(address, reach);
    }
    spare = new long[width];
    return address;
  }

  /** Some of an instruction's values, of which the first for lanes from 0 on is at 0. */
  private long[] operands(Warp warp, MemoryOp op, int first, int count, int reach) {
    return count == 1 ? operand(warp, op, first, reach) : elements(warp, op, first, count, reach);
  }

  /** One value for each lane: a constant's own, or those of a register. */
  private static long[] operand(Warp warp, MemoryOp op, int index, int reach) {
    long[] fixed = op.fixed[index];
    if (fixed != null) {
      return fixed;
    }
    int first = op.values[index];
    return Arrays.copyOfRange(warp.values(), first, first + reach);
  }

  /** All values of an instruction: value v of lane l at {@code v * width + l}. */
  long[] elements(Warp warp, MemoryOp op, int reach) {
    return elements(warp, op, 0, op.values.length, reach);
  }

  private long[] elements(Warp warp, MemoryOp op, int first, int count, int reach) {
    long[] values = new long[(count - 1) * width + reach];
    for (int v = 0; v < count; v++) {
      copy(warp, op, op.values[first + v], reach, values, v * width);
    }
    return values;
  }

  private static void copy(
      Warp warp, MemoryOp op, int value, int reach, long[] target, int targetOffset) {
    if (value >= 0) {
      System.arraycopy(warp.values(), value, target, targetOffset, reach);
    } else {
      System.arraycopy(op.constants, ~value, target, targetOffset, reach);
    }
  }

  /**
   * Coalesces an access and hands it to the load-store unit, for which {@link #canIssue} has held.
   * The access owns its addresses.
   */
  public void issue(WarpAccess access, AccessCompletion completion, int bytes, long now) {
    access.token = completion;
    counters.memoryInstructions++;
    if (!atOnce || unit.observer != null) {
      coalesce(access, completion, bytes);
    }
    unit.hold(Pipe.MEMORY, now + Math.ceilDiv(Long.bitCount(access.lanes), lanesPerCycle));
    memory.issue(access);
  }

  private void coalesce(WarpAccess access, AccessCompletion completion, int bytes) {
    access.lines =
        atomicCoalescer != null && access.operation.kind() == AccessKind.ATOMIC
            ? atomicCoalescer.lines(access, bytes)
            : coalescer.lines(access, bytes);
    counters.lines += access.lines.length;
    if (unit.observer != null) {
      unit.observer.coalesced(unit.index, completion.pc(), access);
    }
  }

  public boolean canIssue(Warp warp, MemoryOperation operation) {
    return memory.canIssue(warp.slot, operation);
  }

  /** Issues a fence that no instruction of the program is. */
  void issueQuietly(WarpAccess access) {
    access.lines = NO_LINES;
    memory.issue(access);
  }

  boolean issueFence(MemoryOperation operation, FenceOp fence, Warp warp, long lanes, long now) {
    if (warp.accesses.awaitsPeers()) {
      return unit.refuse(warp, Wait.QUIET, Stall.FENCE);
    }
    if (!memory.canIssue(warp.slot, operation)) {
      return refuse(warp);
    }
    WarpAccess access = WarpAccess.fence(operation, warp.slot, width);
    access.token = fence;
    access.lines = NO_LINES;
    warp.accesses.synchronisationBegins();
    if (unit.observer != null) {
      unit.observer.issued(unit.index, warp, fence.pc, access, lanes);
    }
    unit.hold(Pipe.MEMORY, now + 1);
    memory.issue(access);
    return true;
  }
}
