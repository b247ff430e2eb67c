package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.Kind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;

/** Memory operations, written shortly. */
public final class Ops {
  private Ops() {}

  public static MemoryOperation load(DataType type, Order order, Scope scope) {
    return new MemoryOperation(
        Kind.LOAD, null, type, 1, order, scope, false, false, true, 8 * type.bytes());
  }

  public static MemoryOperation load(DataType type) {
    return load(type, Order.WEAK, Scope.CTA);
  }

  public static MemoryOperation store(DataType type, Order order, Scope scope) {
    return new MemoryOperation(Kind.STORE, null, type, 1, order, scope, false, false, false, 0);
  }

  public static MemoryOperation store(DataType type) {
    return store(type, Order.WEAK, Scope.CTA);
  }

  public static MemoryOperation atomic(AtomicOp op, DataType type, Order order, Scope scope) {
    return new MemoryOperation(
        Kind.ATOMIC, op, type, 1, order, scope, false, false, true, 8 * type.bytes());
  }

  /** An atomic whose result nobody reads. */
  public static MemoryOperation reduce(AtomicOp op, DataType type, Order order, Scope scope) {
    return new MemoryOperation(Kind.ATOMIC, op, type, 1, order, scope, false, false, false, 0);
  }

  public static MemoryOperation fence(Order order, Scope scope) {
    return new MemoryOperation(
        Kind.FENCE, null, DataType.B32, 1, order, scope, false, false, false, 0);
  }

  /** The same with remote scope promotion. */
  public static MemoryOperation remote(MemoryOperation of) {
    return new MemoryOperation(
        of.kind(),
        of.atomic(),
        of.type(),
        of.elements(),
        of.order(),
        of.scope(),
        true,
        of.commutative(),
        of.resultUsed(),
        of.registerBits());
  }

  /** The same with some elements to a lane. */
  public static MemoryOperation vector(MemoryOperation of, int elements) {
    return new MemoryOperation(
        of.kind(),
        of.atomic(),
        of.type(),
        elements,
        of.order(),
        of.scope(),
        of.remote(),
        of.commutative(),
        of.resultUsed(),
        of.registerBits());
  }
}
