package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction;

/**
 * {@code st.async}, {@code red.async}: sent to the CTAs that lanes name, while the warp goes on.
 */
public final class StoreAsyncOp extends AccessOp {
  /** What it does to the target. */
  final MemoryOperation operation;

  final int pc;
  private final long[] constants;
  private final Address address;
  private final Address barrier;
  private final int[] values;

  public StoreAsyncOp(MemoryInstruction.StoreAsync store, HotOperands operands, int pc) {
    super(store);
    this.pc = pc;
    this.constants = operands.constants;
    this.address = store.address();
    this.barrier = store.barrier();
    this.values = store.values().stream().mapToInt(Integer::intValue).toArray();
    AtomicOperation reduction = store.reduction();
    DataType type = AccessTypes.type(store.type());
    this.operation =
        reduction == null
            ? MemoryOperation.store(type).withElements(values.length)
            : MemoryOperation.atomic(AtomicOp.valueOf(reduction.name()), type)
                .with(Order.RELAXED, Scope.CLUSTER)
                .withResult(false);
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes != 0 && !memory.shared.mayAccess(warp, false)) {
      return false;
    }
    long[] targets = new long[warp.width];
    long[] objects = new long[warp.width];
    PeerUnit peers = memory.peers;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      targets[lane] = AddressMap.inWindow(value(warp, address.base(), lane) + address.offset());
      objects[lane] = AddressMap.inWindow(value(warp, barrier.base(), lane) + barrier.offset());
      int rank = rank(peers, warp, lane, targets[lane]);
      if (rank != rank(peers, warp, lane, objects[lane])) {
        throw memory.unit.fault(
            this,
            warp,
            lane,
            "the target is in the shared memory of rank %d of the cluster, and its mbarrier in that of rank %d: both must be of one CTA"
                .formatted(rank, rank(peers, warp, lane, objects[lane])));
      }
    }
    long remaining = lanes;
    while (remaining != 0) {
      int lane = Long.numberOfTrailingZeros(remaining);
      peers.requirePlain(this, warp, lane);
      if (warp.owner().cluster == null) {
        throw memory.unit.fault(
            this, warp, lane, "an asynchronous store in a launch without clusters");
      }
      remaining &= ~send(memory, warp, remaining, targets, objects, now);
    }
    warp.schedule.next();
    return true;
  }

  /** Sends what goes to the CTA of the first lane; returns the lanes for which it does. */
  private long send(
      MemoryUnit memory, Warp warp, long lanes, long[] targets, long[] objects, long now) {
    PeerUnit peers = memory.peers;
    int first = Long.numberOfTrailingZeros(lanes);
    int rank = peers.rank(this, warp, first, targets[first]);
    long part = peers.ofRank(this, warp, lanes, targets, rank);
    long[] offset = targets.clone();
    long[] object = objects.clone();
    PeerUnit.cut(offset, part);
    PeerUnit.cut(object, part);
    int bytes = operation.bytesPerLane();
    peers.check(this, warp, part, offset, bytes, bytes);
    peers.check(this, warp, part, object, Mbarrier.BYTES, Mbarrier.BYTES);
    long[] data = new long[values.length * warp.width];
    for (int e = 0; e < values.length; e++) {
      for (long rest = part; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        data[e * warp.width + lane] = value(warp, values[e], lane);
      }
    }
    PeerStore store =
        new PeerStore(
            memory.unit.index,
            this,
            warp,
            part,
            peers.target(warp, rank == AddressMap.NO_RANK ? warp.owner().clusterRank : rank),
            offset,
            data,
            object);
    if (memory.unit.observer != null) {
      memory.unit.observer.peerStores(memory.unit.index, store.target.cta(), store.told());
    }
    peers.request(store, now);
    return part;
  }

  private int rank(PeerUnit peers, Warp warp, int lane, long inWindow) {
    int rank = peers.rank(this, warp, lane, inWindow);
    return rank == AddressMap.NO_RANK ? warp.owner().clusterRank : rank;
  }

  private long value(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }
}
