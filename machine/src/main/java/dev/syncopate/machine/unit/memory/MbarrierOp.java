package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.config.CopyConfig;
import dev.syncopate.machine.local.LocalStore;
import dev.syncopate.machine.local.Mbarrier;
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
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;

/** {@code mbarrier.*}: performed lane by lane as it issues. */
public final class MbarrierOp extends AccessOp {
  private final MbarrierKind kind;

  /** What it does to the object, as an access of 64 bits. */
  private final MemoryOperation operation;

  private final long[] constants;
  private final int base;
  private final long offset;
  private final int a;
  private final int destination;
  private final boolean parity;
  private final boolean tests;
  private final boolean expects;

  private final int pc;

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
      if (!memory.shared.mayAccess(warp, operation.order().releases())) {
        return false;
      }
      long[] address = new long[warp.width];
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        address[lane] = AddressMap.inWindow(value(warp, base, lane) + offset);
      }
      memory.shared.locate(this, warp, lanes, address, Mbarrier.BYTES);
      memory.unit.local.begin(warp.slot, lanes, address, Mbarrier.BYTES, use());
      CopyConfig costs = memory.copyConfig;
      int extra = memory.unit.local.extraCycles() + (tests ? 0 : costs.arriveCycles() - 1);
      latency = tests && costs.waitCycles() > 0 ? costs.waitCycles() : latency;
      perform(memory, warp, lanes, address);
      passes =
          memory.shared.hold(
              address,
              lanes,
              Mbarrier.BYTES,
              tests ? AccessKind.LOAD : AccessKind.ATOMIC,
              !tests,
              extra,
              now);
    }
    warp.resultsFrom(writes, now + latency + passes - 1);
    warp.schedule.next();
    return true;
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
              warp, pc, kind, operation, parity, expects, lanes, address, shared, states);
      if (pending != lanes) {
        observer.mbarrier(memory.unit.index, access.of(lanes & ~pending));
      }
      if (pending != 0) {
        observer.mbarrierPending(memory.unit.index, access.of(pending));
      }
    }
    if (tests) {
      Predicates.write(warp, destination, completedLanes, lanes);
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
