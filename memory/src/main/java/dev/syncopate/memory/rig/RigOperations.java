package dev.syncopate.memory.rig;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;

/** Memory operations, written shortly. */
public final class RigOperations {
  private RigOperations() {}

  public static MemoryOperation load(DataType type, Order order, Scope scope) {
    return MemoryOperation.load(type).with(order, scope);
  }

  public static MemoryOperation load(DataType type) {
    return MemoryOperation.load(type);
  }

  public static MemoryOperation store(DataType type, Order order, Scope scope) {
    return MemoryOperation.store(type).with(order, scope);
  }

  public static MemoryOperation store(DataType type) {
    return MemoryOperation.store(type);
  }

  public static MemoryOperation atomic(AtomicOp op, DataType type, Order order, Scope scope) {
    return MemoryOperation.atomic(op, type).with(order, scope);
  }

  /** An atomic with an unused result. */
  public static MemoryOperation reduce(AtomicOp op, DataType type, Order order, Scope scope) {
    return atomic(op, type, order, scope).withResult(false);
  }

  public static MemoryOperation fence(Order order, Scope scope) {
    return MemoryOperation.fence(order, scope);
  }

  /** The same with remote scope promotion. */
  public static MemoryOperation remote(MemoryOperation operation) {
    return operation.withRemote(true);
  }

  /** The same with some elements to a lane. */
  public static MemoryOperation vector(MemoryOperation operation, int elements) {
    return operation.withElements(elements);
  }
}
