package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code cp.async.bulk}, {@code cp.reduce.async.bulk}: handed over to the {@link CopyUnit}, one
 * copy for each lane, while the warp goes on. What the manual leaves undefined of addresses and
 * sizes is a fault.
 */
public final class BulkCopyOp extends CopyOp {
  private final boolean toShared;
  private final Address shared;
  private final Address global;
  private final @Nullable Address barrier;
  private final int size;
  private final @Nullable MemoryOperation update;
  private final @Nullable Integer ranks;

  public BulkCopyOp(MemoryInstruction.BulkCopy copy, HotOperands operands, int pc) {
    super(copy, operands, pc);
    this.toShared = copy.toShared();
    this.ranks = copy.ranks();
    this.shared = copy.shared();
    this.global = copy.global();
    this.barrier = copy.barrier();
    this.size = copy.size();
    ScalarType type = copy.type();
    this.update = type == null ? null : update(copy.reduction(), elements(type), Scope.GPU);
  }

  /** The type of an element, or of two small ones, which are updated one by one. */
  private static DataType elements(ScalarType type) {
    return switch (type) {
      case F16 -> DataType.F16X2;
      case BF16 -> DataType.BF16X2;
      default -> AccessTypes.type(type);
    };
  }

  @Override
  public @Nullable MemoryOperation asks() {
    return update;
  }

  @Override
  boolean start(MemoryUnit memory, Warp warp, int lane, long now) {
    int bytes = size(memory, warp, lane, size);
    Place place = place(memory, warp, lane, shared, CopyUnit.CHUNK);
    long globalAddress = value(warp, global.base(), lane) + global.offset();
    requireAligned(memory, warp, lane, globalAddress, CopyUnit.CHUNK, "global");
    requireInside(memory, warp, lane, "a bulk copy", place.offset(), bytes);
    int object =
        barrier == null
            ? BulkTransfer.NO_BARRIER
            : object(memory, warp, lane, barrier, place, bytes);
    List<PeerCta> targets = List.of();
    if (toShared) {
      targets = targets(memory, warp, lane, place, ranks);
    } else {
      ownPlace(memory, warp, lane, shared, CopyUnit.CHUNK);
    }
    if (bytes == 0) {
      return false;
    }
    long[] ends = new long[warp.width];
    for (long offset : new long[] {0, bytes - CopyUnit.CHUNK}) {
      ends[lane] = globalAddress + offset;
      memory.addresses.check(this, warp, 1L << lane, ends, CopyUnit.CHUNK);
    }
    BulkTransfer transfer =
        new BulkTransfer(
            warp,
            pc,
            lane,
            toShared,
            update != null,
            place.offset(),
            globalAddress,
            bytes,
            object,
            toShared ? numbers(warp, targets) : List.of());
    if (memory.unit.observer != null) {
      memory.unit.observer.bulkIssued(memory.unit.index, transfer);
      memory.unit.observer.bulkLocated(memory.unit.index, transfer);
    }
    memory.copies().add(transfer, update, targets, now);
    return true;
  }
}
