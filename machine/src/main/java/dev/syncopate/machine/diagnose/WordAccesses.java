package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.ptx.ir.Address;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.BulkCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.CacheOperator;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsyncControl;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryInstruction.PeerCopy;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryInstruction.StoreAsync;
import dev.syncopate.ptx.ir.MemoryInstruction.TensorCopy;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Memory instructions reduced to their effect on waiting for a word. */
final class WordAccesses {
  private WordAccesses() {}

  /**
   * Place that an instruction reads or writes.
   *
   * @param bytes all that a lane touches
   * @param element bytes of one element
   */
  record Place(StateSpace space, Address address, int bytes, int element) {}

  /** Whether lanes that repeat the instruction may wait for another thread. */
  static boolean polls(Instruction instruction) {
    return switch (instruction) {
      case Load load -> concerns(load.space());
      case Atomic atomic -> atomic.resultUsed();
      case MemoryBarrierObject barrier -> barrier.kind().tests();
      default -> false;
    };
  }

  private static boolean concerns(StateSpace space) {
    return space == StateSpace.GLOBAL
        || space == StateSpace.SHARED
        || space == StateSpace.SHARED_CLUSTER
        || space == StateSpace.GENERIC;
  }

  /** Whether a poll by it is meant to be one: all but weak loads. */
  static boolean strong(Instruction instruction) {
    return !(instruction instanceof Load load) || load.order() != MemoryOrder.WEAK;
  }

  /** Where it writes what others may wait for; null if it does not. */
  static @Nullable Place written(Instruction instruction) {
    return switch (instruction) {
      case Store store -> {
        int element = store.type().bytes();
        yield concerns(store.space())
            ? new Place(store.space(), store.address(), element * store.values().size(), element)
            : null;
      }
      case Atomic atomic ->
          new Place(atomic.space(), atomic.address(), atomic.bytes(), atomic.type().bytes());
      case CopyAsync copy ->
          new Place(StateSpace.SHARED, copy.shared(), copy.bytes(), copy.bytes());
      case CopyAsyncControl control -> mbarrier(control.barrier());
      case BulkCopy copy -> mbarrier(copy.barrier());
      case PeerCopy copy -> mbarrier(copy.barrier());
      case TensorCopy copy -> mbarrier(copy.barrier());
      case StoreAsync store -> mbarrier(store.barrier());
      case MemoryBarrierObject barrier ->
          barrier.kind().arrives() || barrier.kind() == MbarrierKind.COMPLETE_TX
              ? mbarrier(barrier.address())
              : null;
      default -> null;
    };
  }

  /** Where it reads what it may wait for. */
  static @Nullable Place read(Instruction instruction) {
    return switch (instruction) {
      case Load load -> {
        int element = load.type().bytes();
        yield new Place(
            load.space(), load.address(), element * load.destinations().size(), element);
      }
      case Atomic _ -> written(instruction);
      case MemoryBarrierObject barrier -> mbarrier(barrier.address());
      default -> null;
    };
  }

  private static @Nullable Place mbarrier(@Nullable Address address) {
    return address == null ? null : new Place(StateSpace.SHARED, address, 8, 8);
  }

  /** Whether a generic address, or one in a window, is in shared memory. */
  static boolean shared(StateSpace space, long address) {
    StateSpace place = space == StateSpace.GENERIC ? AddressMap.space(address) : space;
    return place == StateSpace.SHARED || place == StateSpace.SHARED_CLUSTER;
  }

  /** Whether it copies to several CTAs of a cluster, each to the same offsets. */
  static boolean isMulticast(Instruction instruction) {
    return (instruction instanceof BulkCopy bulk && bulk.ranks() != null)
        || (instruction instanceof TensorCopy tensor && tensor.ranks() != null);
  }

  /** Whether it completes bytes of an mbarrier's transactions, and arrives nowhere. */
  static boolean completesBytes(Instruction instruction) {
    return instruction instanceof BulkCopy
        || instruction instanceof PeerCopy
        || instruction instanceof TensorCopy
        || instruction instanceof StoreAsync
        || (instruction instanceof MemoryBarrierObject barrier
            && barrier.kind() == MbarrierKind.COMPLETE_TX);
  }

  /** Where an mbarrier is that it has expect bytes of transactions; null for none. */
  static @Nullable Place expecting(Instruction instruction) {
    return instruction instanceof MemoryBarrierObject barrier
            && (barrier.expects() || barrier.kind() == MbarrierKind.EXPECT_TX)
        ? mbarrier(barrier.address())
        : null;
  }

  /** How an instruction reads, for a person. */
  static String reading(Instruction instruction) {
    return switch (instruction) {
      case Load load ->
          load.order() == MemoryOrder.WEAK
              ? "a weak ld"
              : load.isVolatile()
                  ? "ld.volatile"
                  : "ld." + lower(load.order()) + " at " + scope(load.scope());
      case Atomic atomic ->
          "atom."
              + atomic.operation().name().toLowerCase(Locale.ROOT)
              + " at "
              + scope(atomic.scope());
      default -> "mbarrier.test_wait";
    };
  }

  /** Whether a copy in the L1 may answer. */
  static boolean narrow(Instruction instruction) {
    return switch (instruction) {
      case Load load ->
          (load.order() == MemoryOrder.WEAK
                  && load.cache() != CacheOperator.CG
                  && load.cache() != CacheOperator.CV)
              || (load.order() != MemoryOrder.WEAK
                  && !load.isVolatile()
                  && load.scope() == MemoryScope.CTA);
      case Atomic atomic -> atomic.scope() == MemoryScope.CTA;
      default -> false;
    };
  }

  private static String scope(MemoryScope scope) {
    return switch (scope) {
      case CTA -> "CTA scope";
      case CLUSTER -> "cluster scope";
      case GPU -> "GPU scope";
      case SYS -> "system scope";
    };
  }

  private static String lower(MemoryOrder order) {
    return order.name().toLowerCase(Locale.ROOT);
  }
}
