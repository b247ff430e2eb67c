package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.MbarrierStates;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;

/** {@code mbarrier.*}: performed lane by lane as it issues. */
public final class MbarrierOp extends AccessOp {
  final MbarrierKind kind;

  /** What it does to the object, as an access of 64 bits. */
  final MemoryOperation operation;

  private final long[] constants;
  private final int base;
  private final long offset;
  private final int a;
  private final int destination;
  private final boolean parity;
  private final boolean tests;
  final boolean expects;

  /** Whether the state before goes to a register that the program names. */
  private final boolean named;

  final int pc;

  public MbarrierOp(MemoryInstruction.MemoryBarrierObject barrier, HotOperands operands, int pc) {
    super(barrier);
    this.pc = pc;
    this.kind = barrier.kind();
    this.operation = operation(barrier);
    this.constants = operands.constants;
    Address address = barrier.address();
    this.base = address == null ? ~0 : address.base();
    this.offset = address == null ? 0 : address.offset();
    this.a = barrier.a();
    this.parity = barrier.parity();
    this.tests = kind.tests();
    this.expects = barrier.expects();
    this.named = kind.arrives() && barrier.destination() >= 0;
    this.destination =
        tests
            ? operands.predicateOrSpare(barrier.destination())
            : operands.valueOrSpare(barrier.destination());
  }

  private static MemoryOperation operation(MemoryInstruction.MemoryBarrierObject barrier) {
    MemoryOperation access =
        switch (barrier.kind()) {
          case INIT, INVAL -> MemoryOperation.store(DataType.B64);
          case TEST_WAIT, TRY_WAIT, PENDING_COUNT -> MemoryOperation.load(DataType.B64);
          case ARRIVE, ARRIVE_DROP, EXPECT_TX, COMPLETE_TX ->
              MemoryOperation.atomic(AtomicOp.ADD, DataType.B64).withResult(false);
        };
    return access.with(AccessTypes.order(barrier.order()), AccessTypes.scope(barrier.scope()));
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    int passes = 1;
    int latency = memory.unit.config.sharedLatency();
    if (kind == MbarrierKind.PENDING_COUNT) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        warp.values()[destination + lane] = Mbarrier.pending(value(warp, a, lane));
      }
    } else {
      if (!memory.shared.mayAccess(warp, operation.order().releases())
          || (operation.order().releases()
              && !memory.fences.mayPerform(pc, warp, lanes, operation))) {
        return false;
      }
      long[] address = new long[warp.width];
      long ownLanes = 0;
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        address[lane] = AddressMap.inWindow(value(warp, base, lane) + offset);
        ownLanes |= memory.peers.rank(this, warp, lane, address[lane]) < 0 ? 1L << lane : 0;
      }
      latency =
          tests && memory.copyConfig.waitCycles() > 0 ? memory.copyConfig.waitCycles() : latency;
      if (ownLanes != lanes) {
        toPeers(memory, warp, lanes & ~ownLanes, address, now);
      }
      passes = ownLanes == 0 ? 1 : own(memory, warp, ownLanes, address, now);
    }
    warp.resultsFrom(writes, now + latency + passes - 1);
    warp.schedule.next();
    return true;
  }

  /** Performs it on objects of the own CTA. Returns the cycles for which it holds the pipe. */
  private int own(MemoryUnit memory, Warp warp, long lanes, long[] address, long now) {
    PeerUnit.cut(address, lanes);
    memory.shared.locate(this, warp, lanes, address, Mbarrier.BYTES);
    memory.unit.local.begin(warp.slot, lanes, address, Mbarrier.BYTES, use());
    int extra =
        memory.unit.local.extraCycles() + (tests ? 0 : memory.copyConfig.arriveCycles() - 1);
    perform(memory, warp, lanes, address);
    return memory.shared.hold(
        address,
        lanes,
        Mbarrier.BYTES,
        tests ? AccessKind.LOAD : AccessKind.ATOMIC,
        !tests,
        extra,
        now);
  }

  /** Sends it to the CTAs of the cluster whose objects lanes name. */
  private void toPeers(MemoryUnit memory, Warp warp, long lanes, long[] address, long now) {
    int firstLane = Long.numberOfTrailingZeros(lanes);
    memory.peers.requirePlain(this, warp, firstLane);
    boolean sends = kind.arrives() || use() == LocalMemoryUse.UPDATE;
    if (!sends) {
      throw memory.unit.fault(
          this,
          warp,
          firstLane,
          "an mbarrier of another CTA takes arrivals and bytes from here; it is initialised, waited for and made invalid by its own CTA alone");
    }
    if (named) {
      throw memory.unit.fault(
          this,
          warp,
          firstLane,
          "an arrival at an mbarrier of another CTA gives no state back: its result must be `_`");
    }
    long remaining = lanes;
    while (remaining != 0) {
      int lane = Long.numberOfTrailingZeros(remaining);
      int rank = memory.peers.rank(this, warp, lane, address[lane]);
      long part = memory.peers.ofRank(this, warp, remaining, address, rank);
      long[] objects = address.clone();
      PeerUnit.cut(objects, part);
      memory.peers.check(this, warp, part, objects, Mbarrier.BYTES, Mbarrier.BYTES);
      PeerArrival arrival =
          new PeerArrival(
              memory.unit.index,
              this,
              warp,
              part,
              memory.peers.target(warp, rank),
              objects,
              operands(memory, warp, part));
      if (memory.unit.observer != null) {
        memory.unit.observer.peerArrives(
            memory.unit.index, arrival.target.cta(), arrival.told(warp.owner()));
      }
      memory.peers.request(arrival, now);
      remaining &= ~part;
    }
  }

  /** By lane, the count or the bytes. */
  private long[] operands(MemoryUnit memory, Warp warp, long lanes) {
    long[] amounts = new long[warp.width];
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      amounts[lane] =
          expects || !kind.arrives() ? transacted(memory, warp, lane) : count(memory, warp, lane);
    }
    return amounts;
  }

  private LocalMemoryUse use() {
    return switch (kind) {
      case INIT, INVAL -> LocalMemoryUse.WRITE;
      case TEST_WAIT, TRY_WAIT, PENDING_COUNT -> LocalMemoryUse.READ;
      case ARRIVE, ARRIVE_DROP, EXPECT_TX, COMPLETE_TX -> LocalMemoryUse.UPDATE;
    };
  }

  private void perform(MemoryUnit memory, Warp warp, long lanes, long[] address) {
    LocalStore store = memory.unit.local;
    LaunchObserver observer = memory.unit.observer;
    MbarrierStates states = observer == null ? null : new MbarrierStates(warp.width);
    long completedLanes = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int barrierOffset = (int) address[lane];
      if (states != null) {
        states.operand()[lane] = kind == MbarrierKind.INVAL ? 0 : value(warp, a, lane);
        states.oldState()[lane] = store.peek(barrierOffset, Mbarrier.BYTES);
      }
      switch (kind) {
        case INIT ->
            Mbarrier.initialise(store, warp.slot, lane, barrierOffset, count(memory, warp, lane));
        case INVAL -> Mbarrier.invalidate(store, warp.slot, lane, barrierOffset);
        case ARRIVE, ARRIVE_DROP ->
            warp.values()[destination + lane] = arrive(memory, warp, lane, barrierOffset);
        case EXPECT_TX ->
            Mbarrier.transact(
                store, warp.slot, lane, barrierOffset, transacted(memory, warp, lane));
        case COMPLETE_TX ->
            Mbarrier.transact(
                store, warp.slot, lane, barrierOffset, -transacted(memory, warp, lane));
        case TEST_WAIT, TRY_WAIT -> {
          long awaitedPhase = value(warp, a, lane);
          boolean is =
              parity
                  ? Mbarrier.isParityOver(store, warp.slot, lane, barrierOffset, awaitedPhase)
                  : Mbarrier.isOver(store, warp.slot, lane, barrierOffset, awaitedPhase);
          completedLanes |= is ? 1L << lane : 0;
        }
        case PENDING_COUNT -> throw new IllegalStateException("a count has no address");
      }
      if (states != null) {
        states.newState()[lane] = store.peek(barrierOffset, Mbarrier.BYTES);
      }
    }
    if (observer != null && states != null) {
      int shared = warp.owner().sharedBase;
      long pending = tests ? lanes & ~completedLanes : 0;
      MbarrierAccess access =
          new MbarrierAccess(
              warp,
              warp.owner(),
              pc,
              kind,
              operation,
              parity,
              expects,
              lanes,
              address,
              shared,
              states);
      if (pending != lanes) {
        observer.mbarrier(memory.unit.index, access.of(lanes & ~pending));
      }
      if (pending != 0) {
        observer.mbarrierPending(memory.unit.index, access.of(pending));
      }
    }
    if (tests) {
      Predicates.write(warp, destination, completedLanes, lanes);
      if (completedLanes != 0) {
        memory.fences.performed(pc, warp, operation);
      }
    } else {
      memory.unit.progressed();
    }
  }

  private long arrive(MemoryUnit memory, Warp warp, int lane, int barrierOffset) {
    LocalStore store = memory.unit.local;
    boolean drops = kind == MbarrierKind.ARRIVE_DROP;
    if (expects) {
      int bytes = transacted(memory, warp, lane);
      return drops
          ? Mbarrier.expectAndDrop(store, warp.slot, lane, barrierOffset, bytes)
          : Mbarrier.expectAndArrive(store, warp.slot, lane, barrierOffset, bytes);
    }
    int count = count(memory, warp, lane);
    return drops
        ? Mbarrier.arriveAndDrop(store, warp.slot, lane, barrierOffset, count)
        : Mbarrier.arrive(store, warp.slot, lane, barrierOffset, count);
  }

  private int transacted(MemoryUnit memory, Warp warp, int lane) {
    long bytes = value(warp, a, lane) & 0xffff_ffffL;
    if (bytes > Mbarrier.MOST) {
      throw memory.unit.fault(
          this, warp, lane, "an mbarrier counts up to " + Mbarrier.MOST + " bytes, not " + bytes);
    }
    return (int) bytes;
  }

  private int count(MemoryUnit memory, Warp warp, int lane) {
    long count = value(warp, a, lane) & 0xffff_ffffL;
    if (count < 1 || count > Mbarrier.MOST) {
      throw memory.unit.fault(
          this, warp, lane, "an mbarrier counts 1 to " + Mbarrier.MOST + " arrivals, not " + count);
    }
    return (int) count;
  }

  private long value(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }
}
