package dev.syncopate.check.scope;

import dev.syncopate.check.report.InstructionDescription;
import dev.syncopate.ptx.ir.Arithmetic.PredicateLogic;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Fence;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyFence;
import dev.syncopate.ptx.ir.MemoryInstruction.ProxyObjects;
import dev.syncopate.ptx.ir.MemoryInstruction.Store;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.WarpInstruction.WarpSync;
import java.util.Locale;

/** Replacement of a synchronising instruction. */
public sealed interface Replacement {
  /** The same access or fence in another order, at another scope. */
  record Access(MemoryOrder order, MemoryScope scope, boolean remote) implements Replacement {
    @Override
    public String text() {
      return (remote ? "remote." : "") + lower(order) + "." + lower(scope);
    }

    @Override
    public boolean weakerThan(Replacement right) {
      return right instanceof Access access
          && !equals(right)
          && within(order, access.order)
          && scope.compareTo(access.scope) <= 0
          && (!remote || access.remote);
    }

    @Override
    public Instruction inPlaceOf(Instruction instruction, int everyLane) {
      return switch (instruction) {
        case Load load -> load.with(order, scope, remote);
        case Store store -> store.with(order, scope, remote);
        case Atomic atomic -> atomic.with(order, scope, remote);
        case Fence fence -> new Fence(fence.guard(), fence.position(), order, scope);
        default -> throw new IllegalArgumentException(instruction + " has no order");
      };
    }

    /** Its order in capitals. */
    public String orderName() {
      return order.name();
    }

    /** Its scope in capitals. */
    public String scopeName() {
      return scope.name();
    }

    /** Whether its scope is narrower than the instruction's. */
    boolean narrows(Instruction instruction) {
      return switch (instruction) {
        case Load load -> scope.compareTo(load.scope()) < 0;
        case Store store -> scope.compareTo(store.scope()) < 0;
        case Atomic atomic -> scope.compareTo(atomic.scope()) < 0;
        case Fence fence -> scope.compareTo(fence.scope()) < 0;
        default -> false;
      };
    }

    /** Whether one order gives no more than another. */
    private static boolean within(MemoryOrder order, MemoryOrder limit) {
      return order == limit
          || switch (order) {
            case WEAK, RELAXED -> true;
            case ACQUIRE, RELEASE -> limit == MemoryOrder.ACQ_REL || limit == MemoryOrder.SC;
            case ACQ_REL -> limit == MemoryOrder.SC;
            case SC -> false;
          };
    }

    private static String lower(Enum<?> name) {
      return name.name().toLowerCase(Locale.ROOT);
    }
  }

  /** {@code bar.warp.sync} of all lanes, in place of a barrier of the CTA. */
  record WarpBarrier() implements Replacement {
    @Override
    public String text() {
      return "__syncwarp()";
    }

    @Override
    public boolean weakerThan(Replacement right) {
      return false;
    }

    @Override
    public Instruction inPlaceOf(Instruction instruction, int everyLane) {
      return new WarpSync(instruction.guard(), instruction.position(), everyLane);
    }
  }

  /** A fence between the generic and the async proxy for fewer objects. */
  record NarrowProxyFence(ProxyObjects objects) implements Replacement {
    @Override
    public String text() {
      return InstructionDescription.proxyFence(objects);
    }

    @Override
    public boolean weakerThan(Replacement right) {
      return false;
    }

    @Override
    public Instruction inPlaceOf(Instruction instruction, int everyLane) {
      return new ProxyFence(instruction.guard(), instruction.position(), objects);
    }
  }

  /** No instruction; in its place one that does nothing. */
  record Nothing() implements Replacement {
    @Override
    public String text() {
      return "nothing";
    }

    @Override
    public boolean weakerThan(Replacement right) {
      return !equals(right);
    }

    @Override
    public Instruction inPlaceOf(Instruction instruction, int everyLane) {
      return PredicateLogic.nothing(instruction.position());
    }
  }

  /** In words: of an access its qualifiers. */
  String text();

  /** Whether it orders less than another, and nothing that the other does not. */
  boolean weakerThan(Replacement right);

  /**
   * The instruction that takes another's place.
   *
   * @param everyLane operand code of a mask of all lanes
   */
  Instruction inPlaceOf(Instruction instruction, int everyLane);
}
