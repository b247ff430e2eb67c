package dev.syncopate.model.generate;

import dev.syncopate.model.generate.TestShape.Kind;
import dev.syncopate.model.litmus.IntegerFunction;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusInstruction.Update;
import dev.syncopate.model.litmus.LitmusOperand;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusScope;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation of a generated thread: a kind of operation at a location.
 *
 * @param location which, by number; -1 for a fence
 */
record GeneratedOperation(
    Type type, LitmusOrder order, @Nullable LitmusScope scope, boolean remote, int location) {

  /** What every location has at first; what is written counts on from it. */
  static final long INITIAL = 0;

  /** Type of memory access. */
  enum Type {
    LOAD,
    STORE,
    EXCHANGE,
    /** A compare-and-swap that expects a location's initial value. */
    SWAP_INITIAL,
    /** One that expects 1: what is written first in the text, if anything is. */
    SWAP_WRITTEN,
    /** A commutative addition without result. */
    UPDATE,
    /** A commutative addition with result. */
    UPDATE_RESULT,
    FENCE
  }

  boolean isFence() {
    return type == Type.FENCE;
  }

  /** Whether it may write. */
  boolean writes() {
    return switch (type) {
      case STORE, EXCHANGE, SWAP_INITIAL, SWAP_WRITTEN, UPDATE, UPDATE_RESULT -> true;
      case LOAD, FENCE -> false;
    };
  }

  /** Whether it sets a register. */
  boolean reads() {
    return switch (type) {
      case LOAD, EXCHANGE, SWAP_INITIAL, SWAP_WRITTEN, UPDATE_RESULT -> true;
      case STORE, UPDATE, FENCE -> false;
    };
  }

  /** The same at another location. */
  GeneratedOperation at(int newLocation) {
    return isFence() ? this : new GeneratedOperation(type, order, scope, remote, newLocation);
  }

  /** Every operation of a shape. */
  static List<GeneratedOperation> all(TestShape shape) {
    List<GeneratedOperation> operations = new ArrayList<>();
    for (int location = 0; location < shape.locations(); location++) {
      if (shape.kinds().contains(Kind.WEAK)) {
        operations.add(new GeneratedOperation(Type.LOAD, LitmusOrder.WEAK, null, false, location));
        operations.add(new GeneratedOperation(Type.STORE, LitmusOrder.WEAK, null, false, location));
      }
      for (LitmusScope scope : shape.orderedScopes()) {
        strong(shape, scope, location, operations);
      }
    }
    if (shape.kinds().contains(Kind.FENCE)) {
      for (LitmusScope scope : shape.orderedScopes()) {
        operations.add(new GeneratedOperation(Type.FENCE, LitmusOrder.ACQ_REL, scope, false, -1));
        operations.add(new GeneratedOperation(Type.FENCE, LitmusOrder.SC, scope, false, -1));
      }
    }
    return operations;
  }

  private static void strong(
      TestShape shape, LitmusScope scope, int location, List<GeneratedOperation> operations) {
    if (shape.kinds().contains(Kind.RELAXED)) {
      operations.add(
          new GeneratedOperation(Type.LOAD, LitmusOrder.RELAXED, scope, false, location));
      operations.add(
          new GeneratedOperation(Type.STORE, LitmusOrder.RELAXED, scope, false, location));
    }
    if (shape.kinds().contains(Kind.SYNCHRONISING)) {
      operations.add(
          new GeneratedOperation(Type.LOAD, LitmusOrder.ACQUIRE, scope, false, location));
      operations.add(
          new GeneratedOperation(Type.STORE, LitmusOrder.RELEASE, scope, false, location));
    }
    if (shape.kinds().contains(Kind.ATOMIC)) {
      operations.add(
          new GeneratedOperation(Type.EXCHANGE, LitmusOrder.ACQ_REL, scope, false, location));
    }
    if (shape.kinds().contains(Kind.SWAP)) {
      operations.add(
          new GeneratedOperation(Type.SWAP_INITIAL, LitmusOrder.RELAXED, scope, false, location));
      operations.add(
          new GeneratedOperation(Type.SWAP_WRITTEN, LitmusOrder.RELAXED, scope, false, location));
    }
    if (shape.kinds().contains(Kind.COMMUTATIVE) && scope != LitmusScope.CTA) {
      operations.add(new GeneratedOperation(Type.UPDATE, LitmusOrder.COMM, scope, false, location));
      operations.add(
          new GeneratedOperation(Type.UPDATE_RESULT, LitmusOrder.COMM, scope, false, location));
    }
    if (shape.kinds().contains(Kind.REMOTE) && scope != LitmusScope.CTA) {
      operations.add(new GeneratedOperation(Type.LOAD, LitmusOrder.ACQUIRE, scope, true, location));
      operations.add(
          new GeneratedOperation(Type.STORE, LitmusOrder.RELEASE, scope, true, location));
      operations.add(
          new GeneratedOperation(Type.EXCHANGE, LitmusOrder.ACQ_REL, scope, true, location));
    }
  }

  private LitmusInstruction atomic(
      Update update, @Nullable String register, LitmusOperand address) {
    return new LitmusInstruction.Atomic(order, scope, remote, update, register, address);
  }

  private static Update swap(long expected, LitmusOperand value) {
    return new Update.CompareAndSwap(new LitmusOperand.Constant(expected), value);
  }

  /** An addition of a power of two, larger than what is stored: sums tell what they consist of. */
  private static Update addition(long number) {
    return new Update.Combine(IntegerFunction.ADD, new LitmusOperand.Constant(1L << (number + 3)));
  }

  /** As an instruction that reads into a register, writes a value. */
  LitmusInstruction instruction(String place, String register, long written) {
    LitmusOperand address = new LitmusOperand.Location(place);
    LitmusOperand value = new LitmusOperand.Constant(written);
    return switch (type) {
      case LOAD -> new LitmusInstruction.Load(order, scope, remote, register, address);
      case STORE -> new LitmusInstruction.Store(order, scope, remote, address, value);
      case EXCHANGE -> atomic(new Update.Exchange(value), register, address);
      case SWAP_INITIAL -> atomic(swap(INITIAL, value), register, address);
      case SWAP_WRITTEN -> atomic(swap(INITIAL + 1, value), register, address);
      case UPDATE -> atomic(addition(written), null, address);
      case UPDATE_RESULT -> atomic(addition(written), register, address);
      case FENCE -> {
        if (scope == null) {
          throw new IllegalStateException("a fence without a scope");
        }
        yield new LitmusInstruction.Fence(order, scope);
      }
    };
  }
}
