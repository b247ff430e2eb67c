package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * {@code cp.async.bulk}, {@code cp.reduce.async.bulk}: handed over to the {@link CopyUnit}, one
 * copy for each lane, while the warp goes on. What the manual leaves undefined of addresses and
 * sizes is a fault.
 */
public final class BulkCopyOp extends AccessOp {
  private final boolean toShared;
  private final long[] constants;
  private final Address shared;
  private final Address global;
  private final @Nullable Address barrier;
  private final int size;
  private final @Nullable MemoryOperation update;
  private final int pc;

  public BulkCopyOp(MemoryInstruction.BulkCopy copy, HotOperands operands, int pc) {
    super(copy);
    this.pc = pc;
    this.toShared = copy.toShared();
    this.constants = operands.constants;
    this.shared = copy.shared();
    this.global = copy.global();
    this.barrier = copy.barrier();
    this.size = copy.size();
    AtomicOperation reduction = copy.reduction();
    ScalarType type = copy.type();
    this.update =
        reduction == null || type == null
            ? null
            : MemoryOperation.atomic(AtomicOp.valueOf(reduction.name()), AccessTypes.type(type))
                .with(Order.RELAXED, Scope.GPU)
                .withResult(false);
  }

  @Override
  public @Nullable MemoryOperation asks() {
    return update;
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes != 0 && !(memory.unit.local instanceof AsyncProxyStore)) {
      throw memory.unit.fault(
          this,
          warp,
          Long.numberOfTrailingZeros(lanes),
          "a bulk copy in a kernel with transactions is not supported");
    }
    int copies = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      BulkTransfer transfer = transfer(memory, warp, lane);
      if (transfer == null) {
        continue;
      }
      copies++;
      if (memory.unit.observer != null) {
        memory.unit.observer.bulkIssued(memory.unit.index, transfer);
        memory.unit.observer.bulkLocated(memory.unit.index, transfer);
      }
      memory.copies().add(transfer, update, now);
    }
    if (copies != 0) {
      memory.unit.hold(Pipe.MEMORY, now + (long) copies * memory.copyConfig.issueCycles());
    }
    warp.schedule.next();
    return true;
  }

  /** A lane's copy; null where it is of no bytes. */
  private @Nullable BulkTransfer transfer(MemoryUnit memory, Warp warp, int lane) {
    long bytes = value(warp, size, lane) & 0xffff_ffffL;
    if (bytes % CopyUnit.CHUNK != 0) {
      throw memory.unit.fault(
          this, warp, lane, "a bulk copy of " + bytes + " bytes, no multiple of 16");
    }
    long sharedAddress = AddressMap.inWindow(value(warp, shared.base(), lane) + shared.offset());
    long globalAddress = value(warp, global.base(), lane) + global.offset();
    requireAligned(memory, warp, lane, sharedAddress, CopyUnit.CHUNK, "shared");
    requireAligned(memory, warp, lane, globalAddress, CopyUnit.CHUNK, "global");
    requireInside(memory, warp, lane, sharedAddress, bytes);
    int object = BulkTransfer.NO_BARRIER;
    if (barrier != null) {
      long place = AddressMap.inWindow(value(warp, barrier.base(), lane) + barrier.offset());
      requireAligned(memory, warp, lane, place, Mbarrier.BYTES, "shared");
      requireInside(memory, warp, lane, place, Mbarrier.BYTES);
      object = (int) place;
      if (bytes > Mbarrier.MOST) {
        throw memory.unit.fault(
            this,
            warp,
            lane,
            "a bulk copy of %d bytes: an mbarrier counts up to %d".formatted(bytes, Mbarrier.MOST));
      }
    }
    if (bytes == 0) {
      return null;
    }
    long[] ends = new long[warp.width];
    for (long offset : new long[] {0, bytes - CopyUnit.CHUNK}) {
      ends[lane] = globalAddress + offset;
      memory.addresses.check(this, warp, 1L << lane, ends, CopyUnit.CHUNK);
    }
    return new BulkTransfer(
        warp,
        pc,
        lane,
        toShared,
        update != null,
        (int) sharedAddress,
        globalAddress,
        (int) bytes,
        object);
  }

  private void requireAligned(
      MemoryUnit memory, Warp warp, int lane, long address, int bytes, String space) {
    if ((address & (bytes - 1)) != 0) {
      throw memory.unit.misaligned(this, warp, lane, address, bytes, space);
    }
  }

  private void requireInside(MemoryUnit memory, Warp warp, int lane, long address, long bytes) {
    int limit = warp.grid().sharedLimit();
    if (address < 0 || address + bytes > limit) {
      throw memory.unit.fault(
          this,
          warp,
          lane,
          "a bulk copy of %d bytes at shared address 0x%x leaves the CTA's %d bytes"
              .formatted(bytes, address, warp.grid().sharedBytes()));
    }
  }

  private long value(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }
}
