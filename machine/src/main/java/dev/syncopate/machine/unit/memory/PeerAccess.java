package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.local.LocalStore;
import dev.syncopate.memory.local.SharedElement;
import org.jspecify.annotations.Nullable;

/** {@code ld}, {@code st}, {@code atom}, {@code red} on the shared memory of another CTA. */
final class PeerAccess extends PeerRequest {
  private final MemoryOp access;
  private final MemoryOperation operation;
  private final int width;

  /** Value v of lane l at {@code v * width + l}; results likewise. */
  private final long[] values;

  private final long[] results;
  private @Nullable SharedAccess event;

  PeerAccess(
      int unit,
      MemoryOp access,
      Warp warp,
      long lanes,
      PeerCta target,
      long[] offset,
      long[] values) {
    super(unit, access, access.pc, warp, lanes, target, offset);
    this.access = access;
    this.operation = access.operation;
    this.width = warp.width;
    this.values = values;
    this.results = new long[access.destinations.length * width];
  }

  @Override
  int bytes() {
    return operation.bytesPerLane();
  }

  @Override
  int sentBytes() {
    return access.values.length * operation.type().bytes() * Long.bitCount(lanes);
  }

  @Override
  int returnedBytes() {
    return access.destinations.length * operation.type().bytes() * Long.bitCount(lanes);
  }

  @Override
  LocalMemoryUse use() {
    return switch (operation.kind()) {
      case LOAD -> LocalMemoryUse.READ;
      case STORE -> LocalMemoryUse.WRITE;
      case ATOMIC, FENCE -> LocalMemoryUse.UPDATE;
    };
  }

  @Override
  void perform(PeerUnit port, Cta cta, LocalStore store, long[] address) {
    int slot = slot(port);
    store.begin(slot, lanes, address, bytes(), use());
    switch (operation.kind()) {
      case LOAD -> load(store, slot, address);
      case STORE -> store(store, slot, address);
      case ATOMIC -> atomic(store, slot, address);
      case FENCE -> throw new IllegalStateException("a fence has no address");
    }
    if (operation.kind() != AccessKind.LOAD) {
      land(port, store);
    }
    if (port.unit.observer != null) {
      port.unit.observer.peerPerformed(unit, cta, told());
    }
  }

  /** As observers see it. */
  SharedAccess told() {
    SharedAccess access = event;
    if (access == null) {
      access = new SharedAccess(warp, pc, operation, lanes, offset, 0, values, false);
      event = access;
    }
    return access;
  }

  private void load(LocalStore store, int slot, long[] address) {
    DataType type = operation.type();
    for (int e = 0; e < access.destinations.length; e++) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        long raw = store.get(slot, lane, (int) address[lane] + e * type.bytes(), type.bytes());
        results[e * width + lane] = AccessTypes.extend(raw, type, operation.registerBits());
      }
    }
  }

  private void store(LocalStore store, int slot, long[] address) {
    int bytes = operation.type().bytes();
    for (int e = 0; e < access.values.length; e++) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        store.put(slot, lane, (int) address[lane] + e * bytes, bytes, values[e * width + lane]);
      }
    }
  }

  private void atomic(LocalStore store, int slot, long[] address) {
    int elements = operation.elements();
    boolean compares = operation.atomic() == AtomicOp.CAS;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      if (elements > 1) {
        wideAtomic(store, slot, lane, (int) address[lane], compares);
        continue;
      }
      long b = access.values.length > 1 ? values[width + lane] : 0;
      long old =
          SharedElement.perform(store, slot, lane, (int) address[lane], operation, values[lane], b);
      if (results.length != 0) {
        results[lane] = old;
      }
    }
  }

  /** An exchange or a compare-and-swap that takes several elements as one word. */
  private void wideAtomic(LocalStore store, int slot, int lane, int place, boolean compares) {
    int bytes = operation.type().bytes();
    int elements = operation.elements();
    boolean writes = true;
    for (int e = 0; e < elements; e++) {
      long old = store.get(slot, lane, place + e * bytes, bytes);
      writes &= !compares || old == values[e * width + lane];
      if (e * width < results.length) {
        results[e * width + lane] = old;
      }
    }
    for (int e = 0; writes && e < elements; e++) {
      long value = values[(compares ? elements + e : e) * width + lane];
      store.put(slot, lane, place + e * bytes, bytes, value);
    }
  }

  @Override
  void answered(PeerUnit port, long now) {
    for (int e = 0; e < access.destinations.length; e++) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        warp.values()[access.destinations[e] + lane] = results[e * width + lane];
      }
    }
    if (operation.kind() == AccessKind.ATOMIC && results.length != 0) {
      noteLocks();
    }
    if (operation.resultUsed()) {
      warp.resultsFrom(access.writes, now);
      port.unit.delivered(warp);
    }
    if (access.synchronising) {
      port.fences.performed(pc, warp, operation);
      warp.accesses.synchronisesWithPeer(false);
    }
  }

  /** Words that the lanes have taken by an atomic, perhaps as locks. */
  private void noteLocks() {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      long old = results[lane];
      boolean changed =
          operation.atomic() == AtomicOp.CAS
              ? old == values[lane] && old != values[width + lane]
              : operation.atomic() == AtomicOp.EXCH && old == 0 && values[lane] != 0;
      if (changed && operation.elements() == 1) {
        long generic = AddressMap.SHARED_BASE + AddressMap.ofRank(target.rank(), offset[lane]);
        warp.needs.heldWords.changed(true, generic, lane, pc);
      }
    }
  }
}
