package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.code.Pipe;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.Instruction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bulk copy, handed over to the {@link CopyUnit}: one copy for each lane, while the warp goes on.
 * What the manual leaves undefined of addresses and sizes is a fault.
 */
abstract class CopyOp extends AccessOp {
  final int pc;
  private final long[] constants;

  CopyOp(Instruction instruction, HotOperands operands, int pc) {
    super(instruction);
    this.pc = pc;
    this.constants = operands.constants;
  }

  /**
   * Place in the shared memory of a CTA of the cluster.
   *
   * @param rank of the CTA; {@link AddressMap#NO_RANK} for the own one
   */
  record Place(int rank, int offset) {}

  /** Update of each element of a target; null without a reduction. */
  static @Nullable MemoryOperation update(
      @Nullable AtomicOperation reduction, DataType type, Scope scope) {
    return reduction == null
        ? null
        : MemoryOperation.atomic(AtomicOp.valueOf(reduction.name()), type)
            .with(Order.RELAXED, scope)
            .withResult(false);
  }

  /** Issues the copies once the fences of the warp are over: they order what is behind them. */
  @Override
  final boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes != 0 && !memory.shared.mayAccess(warp, false)) {
      return false;
    }
    requireProxy(memory, warp, lanes);
    int copies = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      copies += start(memory, warp, Long.numberOfTrailingZeros(rest), now) ? 1 : 0;
    }
    if (copies != 0) {
      memory.unit.hold(Pipe.MEMORY, now + (long) copies * memory.copyConfig.issueCycles());
    }
    warp.schedule.next();
    return true;
  }

  /** Hands over a lane's copy; false for one of no bytes. */
  abstract boolean start(MemoryUnit memory, Warp warp, int lane, long now);

  /** Refuses a copy in a kernel whose shared memory has no copy unit. */
  private void requireProxy(MemoryUnit memory, Warp warp, long lanes) {
    if (lanes != 0 && !(memory.unit.local instanceof AsyncProxyStore)) {
      throw memory.unit.fault(
          this,
          warp,
          Long.numberOfTrailingZeros(lanes),
          "a bulk copy in a kernel with transactions is not supported");
    }
  }

  /** Where a lane's address is, which must be a multiple of an alignment. */
  Place place(MemoryUnit memory, Warp warp, int lane, Address address, int alignment) {
    long inWindow = AddressMap.inWindow(value(warp, address.base(), lane) + address.offset());
    requireAligned(memory, warp, lane, inWindow, alignment, "shared");
    int rank = memory.peers.rank(this, warp, lane, inWindow);
    return new Place(rank, (int) AddressMap.inCta(inWindow));
  }

  /** The same in the own CTA. */
  int ownPlace(MemoryUnit memory, Warp warp, int lane, Address address, int alignment) {
    Place place = place(memory, warp, lane, address, alignment);
    if (place.rank != AddressMap.NO_RANK) {
      throw memory.unit.fault(
          this,
          warp,
          lane,
          "shared address 0x%x is in the CTA of rank %d of the cluster: this is for one of the own CTA"
              .formatted(place.offset, place.rank));
    }
    return place.offset;
  }

  /**
   * Where the mbarrier object of a lane's copy is: in the CTA of its target.
   *
   * @param bytes that it counts
   */
  int object(MemoryUnit memory, Warp warp, int lane, Address address, Place target, int bytes) {
    Place place = place(memory, warp, lane, address, Mbarrier.BYTES);
    requireInside(memory, warp, lane, "an mbarrier", place.offset, Mbarrier.BYTES);
    if (place.rank != target.rank) {
      throw memory.unit.fault(
          this,
          warp,
          lane,
          "the target is in the shared memory of rank %d of the cluster, and its mbarrier in that of rank %d: both must be of one CTA"
              .formatted(rank(warp, target), rank(warp, place)));
    }
    if (bytes > Mbarrier.MOST) {
      throw memory.unit.fault(
          this,
          warp,
          lane,
          "a bulk copy of %d bytes: an mbarrier counts up to %d".formatted(bytes, Mbarrier.MOST));
    }
    return place.offset;
  }

  private static int rank(Warp warp, Place place) {
    return place.rank == AddressMap.NO_RANK ? warp.owner().clusterRank : place.rank;
  }

  /**
   * CTAs of the cluster to which a lane copies; none where it stays in its own.
   *
   * @param ranks operand code of a mask of them; null for the one that the target names
   */
  List<PeerCta> targets(
      MemoryUnit memory, Warp warp, int lane, Place target, @Nullable Integer ranks) {
    Long mask = ranks == null ? null : value(warp, ranks, lane);
    return memory.peers.targets(this, warp, lane, target.rank, mask);
  }

  /** Numbers in the grid of the CTAs to which a lane copies. */
  static List<Long> numbers(Warp warp, List<PeerCta> targets) {
    if (targets.isEmpty()) {
      return List.of(warp.owner().index);
    }
    List<Long> numbers = new ArrayList<>();
    targets.forEach(target -> numbers.add(target.cta()));
    return numbers;
  }

  void requireAligned(
      MemoryUnit memory, Warp warp, int lane, long address, int bytes, String space) {
    if ((address & (bytes - 1)) != 0) {
      throw memory.unit.misaligned(this, warp, lane, address, bytes, space);
    }
  }

  void requireInside(
      MemoryUnit memory, Warp warp, int lane, String object, long address, long bytes) {
    if (address < 0 || address + bytes > warp.grid().sharedLimit()) {
      throw memory.unit.fault(
          this,
          warp,
          lane,
          "%s of %d bytes at shared address 0x%x leaves the CTA's %d bytes"
              .formatted(object, bytes, address, warp.grid().sharedBytes()));
    }
  }

  /** Bytes of a lane's copy of bytes in a row. */
  int size(MemoryUnit memory, Warp warp, int lane, int operand) {
    long bytes = value(warp, operand, lane) & 0xffff_ffffL;
    if (bytes % CopyUnit.CHUNK != 0) {
      throw memory.unit.fault(
          this, warp, lane, "a bulk copy of " + bytes + " bytes, no multiple of 16");
    }
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }

  long value(Warp warp, int operand, int lane) {
    return operand >= 0 ? warp.values()[operand + lane] : constants[~operand + lane];
  }
}
