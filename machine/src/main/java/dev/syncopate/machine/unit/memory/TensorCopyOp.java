package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.tensor.TensorBox;
import dev.syncopate.machine.tensor.TensorDescriptor;
import dev.syncopate.machine.tensor.TensorMapException;
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
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.TensorMapLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code cp.async.bulk.tensor}, {@code cp.reduce.async.bulk.tensor}: handed over to the {@link
 * CopyUnit}, one copy for each lane, while the warp goes on. The copy unit reads the tensor map
 * when it comes to the copy; a map that breaks the rules is a fault then.
 */
public final class TensorCopyOp extends CopyOp {
  /** What a box's address in shared memory is a multiple of. */
  private static final int ALIGNMENT = 128;

  private final boolean toShared;
  private final Address shared;
  private final Address map;
  private final int[] coordinates;
  private final @Nullable Address barrier;
  private final @Nullable AtomicOp reduction;
  private final @Nullable Integer ranks;

  public TensorCopyOp(MemoryInstruction.TensorCopy copy, HotOperands operands, int pc) {
    super(copy, operands, pc);
    this.toShared = copy.toShared();
    this.ranks = copy.ranks();
    this.shared = copy.shared();
    this.map = copy.map();
    this.coordinates = copy.coordinates().stream().mapToInt(Integer::intValue).toArray();
    this.barrier = copy.barrier();
    AtomicOperation update = copy.reduction();
    this.reduction = update == null ? null : AtomicOp.valueOf(update.name());
  }

  @Override
  boolean start(MemoryUnit memory, Warp warp, int lane, long now) {
    Place place = place(memory, warp, lane, shared, ALIGNMENT);
    List<PeerCta> targets = List.of();
    if (toShared) {
      targets = targets(memory, warp, lane, place, ranks);
    } else {
      ownPlace(memory, warp, lane, shared, ALIGNMENT);
    }
    BulkTransfer transfer =
        transfer(memory, warp, lane, place, toShared ? numbers(warp, targets) : List.of());
    if (memory.unit.observer != null) {
      memory.unit.observer.bulkIssued(memory.unit.index, transfer);
    }
    memory.copies().add(transfer, new Request(memory, coordinates(warp, lane)), targets, now);
    return true;
  }

  private int[] coordinates(Warp warp, int lane) {
    int[] values = new int[coordinates.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = (int) value(warp, coordinates[i], lane);
    }
    return values;
  }

  private BulkTransfer transfer(
      MemoryUnit memory, Warp warp, int lane, Place place, List<Long> targets) {
    int object =
        barrier == null ? BulkTransfer.NO_BARRIER : object(memory, warp, lane, barrier, place, 0);
    long object128 = value(warp, map.base(), lane) + map.offset();
    requireMap(memory, warp, lane, object128);
    requireInside(memory, warp, lane, "a box", place.offset(), 0);
    return BulkTransfer.ofTensor(
        warp, pc, lane, toShared, reduction != null, place.offset(), object128, object, targets);
  }

  /** Refuses an address at which no tensor map can be. */
  private void requireMap(MemoryUnit memory, Warp warp, int lane, long address) {
    StateSpace space = AddressMap.space(address);
    if ((address & (TensorMapLayout.ALIGNMENT - 1)) != 0) {
      throw memory.unit.misaligned(
          this, warp, lane, address, TensorMapLayout.ALIGNMENT, "tensor map");
    }
    switch (space) {
      case PARAM, CONST -> {
        byte[] image =
            space == StateSpace.PARAM ? warp.grid().parameters() : warp.grid().constants();
        if (address - AddressMap.base(space) + TensorMapLayout.BYTES > image.length) {
          throw memory.unit.fault(
              this, warp, lane, "tensor map 0x%x beyond its window".formatted(address));
        }
      }
      case GLOBAL, GENERIC -> {
        long[] ends = new long[warp.width];
        for (int offset : new int[] {0, TensorMapLayout.BYTES - CopyUnit.CHUNK}) {
          ends[lane] = address + offset;
          memory.addresses.check(this, warp, 1L << lane, ends, CopyUnit.CHUNK);
        }
      }
      case SHARED, SHARED_CLUSTER, LOCAL ->
          throw memory.unit.fault(
              this,
              warp,
              lane,
              "tensor map 0x%x in shared or local memory: it must be a parameter, or in constant or global memory"
                  .formatted(address));
    }
  }

  /** What a lane asks for: the map will tell how large its box is. */
  private final class Request implements CopyUnit.Boxes {
    private final MemoryUnit memory;
    private final int[] start;

    Request(MemoryUnit memory, int[] start) {
      this.memory = memory;
      this.start = start;
    }

    @Override
    public TensorBox box(BulkTransfer transfer, byte[] bytes) {
      TensorDescriptor tensor = decoded(transfer, bytes);
      if (tensor.rank() != start.length) {
        throw fault(
            transfer,
            "the tensor map at 0x%x has %d dimensions, and the copy %d"
                .formatted(transfer.map, tensor.rank(), start.length));
      }
      if (tensor.boxBytes() > Mbarrier.MOST) {
        throw fault(transfer, "a box of %d bytes".formatted(tensor.boxBytes()));
      }
      TensorBox box = new TensorBox(tensor, start);
      requireInside(memory, transfer.warp, transfer.lane, "a box", transfer.shared, box.bytes());
      long[] ends = new long[transfer.warp.width];
      for (int row = 0; row < box.rows(); row++) {
        if (box.begin(row) < box.end(row)) {
          for (int offset : new int[] {box.begin(row), box.end(row) - 1}) {
            ends[transfer.lane] = box.address(row) + offset;
            memory.addresses.check(TensorCopyOp.this, transfer.warp, 1L << transfer.lane, ends, 1);
          }
        }
      }
      return box;
    }

    private TensorDescriptor decoded(BulkTransfer transfer, byte[] bytes) {
      try {
        return TensorDescriptor.decode(bytes);
      } catch (TensorMapException e) {
        throw fault(transfer, "tensor map at 0x%x: %s".formatted(transfer.map, e.text()));
      }
    }

    @Override
    public @Nullable MemoryOperation update(BulkTransfer transfer, TensorBox box) {
      if (reduction == null) {
        return null;
      }
      DataType type = box.map().type().updatedBy(reduction);
      if (type == null) {
        throw fault(
            transfer,
            "a reduction `%s` of a tensor of type %s is not supported"
                .formatted(reduction, box.map().type()));
      }
      return MemoryOperation.atomic(reduction, type)
          .with(Order.RELAXED, Scope.GPU)
          .withResult(false);
    }

    private RuntimeException fault(BulkTransfer transfer, String text) {
      return memory.unit.fault(TensorCopyOp.this, transfer.warp, transfer.lane, text);
    }
  }
}
