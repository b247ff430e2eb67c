package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.MbarrierStates;
import dev.syncopate.machine.warp.Stall;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncKind;

/** Groups of asynchronous copies, waiting for them, and arrivals at an mbarrier when they land. */
public final class CopyControlOp extends AccessOp {
  private final CopyAsyncKind kind;
  private final int pending;
  private final long[] constants;
  private final int base;
  private final long offset;

  private final int pc;

  public CopyControlOp(MemoryInstruction.CopyAsyncControl control, HotOperands operands, int pc) {
    super(control);
    this.pc = pc;
    this.kind = control.kind();
    this.pending = control.pending();
    this.constants = operands.constants;
    Address barrier = control.barrier();
    this.base = barrier == null ? 0 : barrier.base();
    this.offset = barrier == null ? 0 : barrier.offset();
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    AsyncCopies copies = warp.accesses.makeCopies();
    boolean may =
        switch (kind) {
          case COMMIT_GROUP -> {
            copies.commit(lanes);
            yield true;
          }
          case WAIT_GROUP -> copies.landed(lanes, pending);
          case WAIT_ALL -> copies.allLanded(lanes);
          case MBARRIER_ARRIVE, MBARRIER_ARRIVE_NOINC -> {
            arrive(memory, warp, lanes, copies);
            yield true;
          }
        };
    if (!may) {
      return memory.unit.refuse(warp, Wait.COPIES, Stall.MEMORY);
    }
    if (memory.unit.observer != null && lanes != 0) {
      tell(memory.unit.observer, memory.unit.index, warp, lanes);
    }
    warp.schedule.next();
    return true;
  }

  private void tell(LaunchObserver observer, int unit, Warp warp, long lanes) {
    switch (kind) {
      case COMMIT_GROUP -> observer.grouped(unit, warp, pc, lanes);
      case WAIT_GROUP -> observer.awaited(unit, warp, pc, lanes, pending);
      case WAIT_ALL -> observer.awaited(unit, warp, pc, lanes, -1);
      case MBARRIER_ARRIVE, MBARRIER_ARRIVE_NOINC -> {}
    }
  }

  private void arrive(MemoryUnit memory, Warp warp, long lanes, AsyncCopies copies) {
    long[] address = new long[warp.width];
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      address[lane] = (base >= 0 ? warp.values()[base + lane] : constants[~base + lane]) + offset;
    }
    memory.shared.locate(this, warp, lanes, address, Mbarrier.BYTES);
    boolean expects = kind == CopyAsyncKind.MBARRIER_ARRIVE;
    MbarrierStates requested = count(memory.unit, warp, lanes, address, expects ? 1 : 0);
    LaunchObserver observer = memory.unit.observer;
    CopyArrival arrival =
        observer == null
            ? null
            : new CopyArrival(lanes, address, warp.owner().sharedBase, requested);
    if (observer != null && arrival != null) {
      observer.arriving(memory.unit.index, warp, pc, arrival);
    }
    copies.whenLanded(
        lanes,
        () -> {
          MbarrierStates arrived = count(memory.unit, warp, lanes, address, -1);
          if (observer != null && arrival != null) {
            arrival.states = arrived;
            observer.arrived(memory.unit.index, warp, pc, arrival);
          }
          memory.unit.progressed();
        });
  }

  /**
   * Changes what the objects wait for.
   *
   * @param arrivals that an object waits for in addition; -1 for one that has come
   */
  private static MbarrierStates count(
      ComputeUnit unit, Warp warp, long lanes, long[] address, int arrivals) {
    LocalStore store = unit.local;
    MbarrierStates states = new MbarrierStates(warp.width);
    if (arrivals != 0) {
      store.begin(warp.slot, lanes, address, Mbarrier.BYTES, LocalMemoryUse.UPDATE);
    }
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int offset = (int) address[lane];
      states.oldState()[lane] = store.peek(offset, Mbarrier.BYTES);
      if (arrivals > 0) {
        Mbarrier.expectOneMore(store, warp.slot, lane, offset);
      } else if (arrivals < 0) {
        Mbarrier.arrive(store, warp.slot, lane, offset, 1);
      }
      states.newState()[lane] = store.peek(offset, Mbarrier.BYTES);
    }
    return states;
  }
}
