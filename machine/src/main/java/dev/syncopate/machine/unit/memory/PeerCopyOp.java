package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.ScalarType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code cp.async.bulk}, {@code cp.reduce.async.bulk} from the own CTA's shared memory to that of
 * another CTA of the cluster.
 */
public final class PeerCopyOp extends CopyOp {
  private final Address target;
  private final Address source;
  private final Address barrier;
  private final int size;
  private final @Nullable MemoryOperation update;

  public PeerCopyOp(MemoryInstruction.PeerCopy copy, HotOperands operands, int pc) {
    super(copy, operands, pc);
    this.target = copy.target();
    this.source = copy.source();
    this.barrier = copy.barrier();
    this.size = copy.size();
    ScalarType type = copy.type();
    this.update =
        type == null ? null : update(copy.reduction(), AccessTypes.type(type), Scope.CLUSTER);
  }

  @Override
  boolean start(MemoryUnit memory, Warp warp, int lane, long now) {
    int bytes = size(memory, warp, lane, size);
    Place destination = place(memory, warp, lane, target, CopyUnit.CHUNK);
    int sourceOffset = ownPlace(memory, warp, lane, source, CopyUnit.CHUNK);
    requireInside(memory, warp, lane, "a bulk copy", destination.offset(), bytes);
    requireInside(memory, warp, lane, "a bulk copy", sourceOffset, bytes);
    int object = object(memory, warp, lane, barrier, destination, bytes);
    if (destination.rank() == AddressMap.NO_RANK) {
      throw memory.unit.fault(
          this,
          warp,
          lane,
          "a bulk copy from shared memory to that of the own CTA: its target must be in another CTA of the cluster");
    }
    if (bytes == 0) {
      return false;
    }
    List<PeerCta> targets = targets(memory, warp, lane, destination, null);
    BulkTransfer transfer =
        BulkTransfer.toPeer(
            warp,
            pc,
            lane,
            update != null,
            destination.offset(),
            sourceOffset,
            bytes,
            object,
            targets.getFirst().cta());
    if (memory.unit.observer != null) {
      memory.unit.observer.bulkIssued(memory.unit.index, transfer);
      memory.unit.observer.bulkLocated(memory.unit.index, transfer);
    }
    memory.copies().add(transfer, update, targets, now);
    return true;
  }
}
