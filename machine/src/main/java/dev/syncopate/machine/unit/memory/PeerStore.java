package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.observer.MbarrierStates;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.memory.local.SharedElement;

/** {@code st.async}, {@code red.async}: values, whose bytes mbarrier objects there count. */
final class PeerStore extends PeerRequest {
  private final MemoryOperation operation;
  private final int width;

  /** Element e of lane l at {@code e * width + l}. */
  private final long[] values;

  /** By lane, offset of the mbarrier object. */
  private final long[] barrier;

  private final PeerStoreEvent event;

  PeerStore(
      int unit,
      StoreAsyncOp store,
      Warp warp,
      long lanes,
      PeerCta target,
      long[] offset,
      long[] values,
      long[] barrier) {
    super(unit, store, store.pc, warp, lanes, target, offset);
    this.operation = store.operation;
    this.width = warp.width;
    this.values = values;
    this.barrier = barrier;
    this.event =
        new PeerStoreEvent(
            new SharedAccess(warp, pc, operation, lanes, offset, 0, values, false),
            barrier,
            new MbarrierStates(warp.width));
  }

  @Override
  int bytes() {
    return operation.bytesPerLane();
  }

  @Override
  int sentBytes() {
    return bytes() * Long.bitCount(lanes);
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
  boolean asynchronous() {
    return true;
  }

  /** As observers see it. */
  PeerStoreEvent told() {
    return event;
  }

  @Override
  void perform(PeerUnit port, Cta cta, LocalStore store, long[] address) {
    int slot = slot(port);
    store.begin(slot, lanes, address, bytes(), use());
    int bytes = operation.type().bytes();
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      for (int e = 0; e < operation.elements(); e++) {
        int place = (int) address[lane] + e * bytes;
        SharedElement.perform(store, slot, lane, place, operation, values[e * width + lane], 0);
      }
      int object = cta.sharedBase + (int) barrier[lane];
      event.states().oldState()[lane] = store.peek(object, Mbarrier.BYTES);
      Mbarrier.transact(store, slot, lane, object, -bytes());
      event.states().newState()[lane] = store.peek(object, Mbarrier.BYTES);
    }
    land(port, store);
    if (port.unit.observer != null) {
      port.unit.observer.peerStored(unit, cta, event);
    }
  }

  @Override
  void answered(PeerUnit port, long now) {
    // Nothing comes back.
  }
}
