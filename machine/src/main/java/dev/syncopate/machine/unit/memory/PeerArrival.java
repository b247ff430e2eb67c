package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.MbarrierStates;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.Mbarrier;

/** Arrivals at mbarrier objects of another CTA, and bytes that they expect or have. */
final class PeerArrival extends PeerRequest {
  private final MbarrierOp arrival;

  /** By lane, the count or the bytes. */
  private final long[] amounts;

  private final MbarrierStates states;

  PeerArrival(
      int unit,
      MbarrierOp arrival,
      Warp warp,
      long lanes,
      PeerCta target,
      long[] offset,
      long[] amounts) {
    super(unit, arrival, arrival.pc, warp, lanes, target, offset);
    this.arrival = arrival;
    this.amounts = amounts;
    this.states = new MbarrierStates(amounts, new long[warp.width], new long[warp.width]);
  }

  @Override
  int bytes() {
    return Mbarrier.BYTES;
  }

  @Override
  int sentBytes() {
    return Integer.BYTES * Long.bitCount(lanes);
  }

  @Override
  int returnedBytes() {
    return 0;
  }

  @Override
  LocalMemoryUse use() {
    return LocalMemoryUse.UPDATE;
  }

  @Override
  void perform(PeerUnit port, Cta cta, LocalStore store, long[] address) {
    int slot = slot(port);
    store.begin(slot, lanes, address, Mbarrier.BYTES, use());
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int place = (int) address[lane];
      int amount = (int) amounts[lane];
      states.oldState()[lane] = store.peek(place, Mbarrier.BYTES);
      switch (arrival.kind) {
        case EXPECT_TX -> Mbarrier.transact(store, slot, lane, place, amount);
        case COMPLETE_TX -> Mbarrier.transact(store, slot, lane, place, -amount);
        case ARRIVE -> {
          if (arrival.expects) {
            Mbarrier.expectAndArrive(store, slot, lane, place, amount);
          } else {
            Mbarrier.arrive(store, slot, lane, place, amount);
          }
        }
        case ARRIVE_DROP -> {
          if (arrival.expects) {
            Mbarrier.expectAndDrop(store, slot, lane, place, amount);
          } else {
            Mbarrier.arriveAndDrop(store, slot, lane, place, amount);
          }
        }
        case INIT, INVAL, TEST_WAIT, TRY_WAIT, PENDING_COUNT ->
            throw new IllegalStateException(arrival.kind + " is of the own CTA alone");
      }
      states.newState()[lane] = store.peek(place, Mbarrier.BYTES);
    }
    land(port, store);
    if (port.unit.observer != null) {
      port.unit.observer.mbarrier(unit, told(cta));
    }
  }

  /**
   * As observers see it.
   *
   * @param cta whose objects they are
   */
  MbarrierAccess told(Cta cta) {
    return new MbarrierAccess(
        warp,
        cta,
        pc,
        arrival.kind,
        arrival.operation,
        false,
        arrival.expects,
        lanes,
        offset,
        0,
        states);
  }

  @Override
  void answered(PeerUnit port, long now) {
    // Nothing comes back.
  }
}
