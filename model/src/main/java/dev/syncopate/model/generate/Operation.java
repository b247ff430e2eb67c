package dev.syncopate.model.generate;

import dev.syncopate.model.generate.Shape.Kind;
import dev.syncopate.model.litmus.Instruction;
import dev.syncopate.model.litmus.Instruction.Update;
import dev.syncopate.model.litmus.Operand;
import dev.syncopate.model.litmus.Order;
import dev.syncopate.model.litmus.Scope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a generated thread does: a kind of operation at a location.
 *
 * @param location which, by number; -1 for a fence
 */
record Operation(Type type, Order order, @Nullable Scope scope, boolean remote, int location) {

  /** What every location has at first; what is written counts on from it. */
  static final long INITIAL = 0;

  /** What it does to memory. */
  enum Type {
    LOAD,
    STORE,
    EXCHANGE,
    /** A compare-and-swap that expects a location's initial value. */
    SWAP_INITIAL,
    /** One that expects 1: what is written first in the text, if anything is. */
    SWAP_WRITTEN,
    FENCE
  }

  boolean isFence() {
    return type == Type.FENCE;
  }

  /** Whether it may write. */
  boolean writes() {
    return switch (type) {
      case STORE, EXCHANGE, SWAP_INITIAL, SWAP_WRITTEN -> true;
      case LOAD, FENCE -> false;
    };
  }

  /** The same at another location. */
  Operation at(int newLocation) {
    return isFence() ? this : new Operation(type, order, scope, remote, newLocation);
  }

  /** Every operation of a shape. */
  static List<Operation> all(Shape shape) {
    List<Operation> operations = new ArrayList<>();
    for (int location = 0; location < shape.locations(); location++) {
      if (shape.kinds().contains(Kind.WEAK)) {
        operations.add(new Operation(Type.LOAD, Order.WEAK, null, false, location));
        operations.add(new Operation(Type.STORE, Order.WEAK, null, false, location));
      }
      for (Scope scope : shape.orderedScopes()) {
        strong(shape, scope, location, operations);
      }
    }
    if (shape.kinds().contains(Kind.FENCE)) {
      for (Scope scope : shape.orderedScopes()) {
        operations.add(new Operation(Type.FENCE, Order.ACQ_REL, scope, false, -1));
        operations.add(new Operation(Type.FENCE, Order.SC, scope, false, -1));
      }
    }
    return operations;
  }

  private static void strong(Shape shape, Scope scope, int location, List<Operation> operations) {
    if (shape.kinds().contains(Kind.RELAXED)) {
      operations.add(new Operation(Type.LOAD, Order.RELAXED, scope, false, location));
      operations.add(new Operation(Type.STORE, Order.RELAXED, scope, false, location));
    }
    if (shape.kinds().contains(Kind.SYNCHRONISING)) {
      operations.add(new Operation(Type.LOAD, Order.ACQUIRE, scope, false, location));
      operations.add(new Operation(Type.STORE, Order.RELEASE, scope, false, location));
    }
    if (shape.kinds().contains(Kind.ATOMIC)) {
      operations.add(new Operation(Type.EXCHANGE, Order.ACQ_REL, scope, false, location));
    }
    if (shape.kinds().contains(Kind.SWAP)) {
      operations.add(new Operation(Type.SWAP_INITIAL, Order.RELAXED, scope, false, location));
      operations.add(new Operation(Type.SWAP_WRITTEN, Order.RELAXED, scope, false, location));
    }
    if (shape.kinds().contains(Kind.REMOTE) && scope != Scope.CTA) {
      operations.add(new Operation(Type.LOAD, Order.ACQUIRE, scope, true, location));
      operations.add(new Operation(Type.STORE, Order.RELEASE, scope, true, location));
      operations.add(new Operation(Type.EXCHANGE, Order.ACQ_REL, scope, true, location));
    }
  }

  private Instruction atomic(Update update, String register, Operand address) {
    return new Instruction.Atomic(order, scope, remote, update, register, address);
  }

  private static Update swap(long expected, Operand value) {
    return new Update.CompareAndSwap(new Operand.Constant(expected), value);
  }

  /** As an instruction that reads into a register, writes a value. */
  Instruction instruction(String place, String register, long written) {
    Operand address = new Operand.Location(place);
    Operand value = new Operand.Constant(written);
    return switch (type) {
      case LOAD -> new Instruction.Load(order, scope, remote, register, address);
      case STORE -> new Instruction.Store(order, scope, remote, address, value);
      case EXCHANGE -> atomic(new Update.Exchange(value), register, address);
      case SWAP_INITIAL -> atomic(swap(INITIAL, value), register, address);
      case SWAP_WRITTEN -> atomic(swap(INITIAL + 1, value), register, address);
      case FENCE -> {
        if (scope == null) {
          throw new IllegalStateException("a fence without a scope");
        }
        yield new Instruction.Fence(order, scope);
      }
    };
  }
}
