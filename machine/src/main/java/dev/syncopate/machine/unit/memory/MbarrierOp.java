package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.local.LocalStore;
import dev.syncopate.machine.local.Mbarrier;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Predicates;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;

/** {@code mbarrier.*}: performed lane by lane as it issues. */
public final class MbarrierOp extends AccessOp {
  private final MbarrierKind kind;
  private final long[] constants;
  private final int base;
  private final long offset;
  private final int a;
  private final int destination;
  private final boolean parity;
  private final boolean tests;

  private final int pc;

  public MbarrierOp(MemoryInstruction.MemoryBarrierObject barrier, HotOperands operands, int pc) {
    super(barrier);
    this.pc = pc;
    this.kind = barrier.kind();
    this.constants = operands.constants;
    Address address = barrier.address();
    this.base = address == null ? ~0 : address.base();
    this.offset = address == null ? 0 : address.offset();
    this.a = barrier.a();
    this.parity = barrier.parity();
    this.tests = kind == MbarrierKind.TEST_WAIT || kind == MbarrierKind.TRY_WAIT;
    this.destination =
        tests
            ? operands.predicateOrSpare(barrier.destination())
            : operands.valueOrSpare(barrier.destination());
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    int passes = 1;
    if (kind == MbarrierKind.PENDING_COUNT) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        warp.values()[destination + lane] = Mbarrier.pending(value(warp, a, lane));
      }
    } else {
      boolean arrives = kind == MbarrierKind.ARRIVE || kind == MbarrierKind.ARRIVE_DROP;
      if (!memory.shared.mayAccess(warp, arrives)) {
        return false;
      }
      long[] address = new long[warp.width];
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        address[lane] = AddressMap.inWindow(value(warp, base, lane) + offset);
      }
      memory.shared.locate(this, warp, lanes, address, Mbarrier.BYTES);
      memory.unit.local.begin(warp.slot, lanes, address, Mbarrier.BYTES, use());
      int extra = memory.unit.local.extraCycles();
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
    warp.resultsFrom(writes, now + memory.unit.config.sharedLatency() + passes - 1);
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
    long completedLanes = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int barrierOffset = (int) address[lane];
      switch (kind) {
        case INIT ->
            Mbarrier.initialise(store, warp.slot, lane, barrierOffset, count(memory, warp, lane));
        case INVAL -> Mbarrier.invalidate(store, warp.slot, lane, barrierOffset);
        case ARRIVE ->
            warp.values()[destination + lane] =
                Mbarrier.arrive(store, warp.slot, lane, barrierOffset, count(memory, warp, lane));
        case ARRIVE_DROP ->
            warp.values()[destination + lane] =
                Mbarrier.arriveAndDrop(
                    store, warp.slot, lane, barrierOffset, count(memory, warp, lane));
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
    }
    LaunchObserver observer = memory.unit.observer;
    long concerned = tests ? completedLanes : lanes;
    // Transactions are relaxed and count no thread: they order nothing.
    if (observer != null && concerned != 0 && !transacts()) {
      int shared = warp.owner().sharedBase;
      if (kind == MbarrierKind.INIT || kind == MbarrierKind.INVAL) {
        observer.mbarrierReset(memory.unit.index, warp, pc, concerned, address, shared);
      } else {
        observer.mbarrier(memory.unit.index, warp, pc, concerned, address, shared, !tests);
      }
    }
    if (tests) {
      Predicates.write(warp, destination, completedLanes, lanes);
    } else {
      memory.unit.progressed();
    }
  }

  private boolean transacts() {
    return kind == MbarrierKind.EXPECT_TX || kind == MbarrierKind.COMPLETE_TX;
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
