package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.AtomicOperation;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.MemoryScope;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Orders that override those of relaxed atomics in the PTX, by operation: the convention of
 * simulators that read synchronisation from the opcode (heterosync §IV-B). Atomics that state an
 * order keep it, and so do those on shared memory and commutative ones.
 *
 * @param anyScope orders by operation
 * @param ctaScope orders of atomics of CTA scope, which come before those of any scope
 */
public record AtomicOrders(
    Map<AtomicOperation, MemoryOrder> anyScope, Map<AtomicOperation, MemoryOrder> ctaScope) {
  /** Every atomic as it is written. */
  public static final AtomicOrders AS_WRITTEN = new AtomicOrders(Map.of(), Map.of());

  public AtomicOrders {
    anyScope = Map.copyOf(anyScope);
    ctaScope = Map.copyOf(ctaScope);
  }

  /** The kernel with these orders. */
  public Program apply(Program program) {
    if (anyScope.isEmpty() && ctaScope.isEmpty()) {
      return program;
    }
    List<Instruction> code = new ArrayList<>(program.code());
    code.replaceAll(
        instruction -> instruction instanceof Atomic atomic ? apply(atomic) : instruction);
    return program.withCode(code);
  }

  private Atomic apply(Atomic atomic) {
    if (atomic.order() != MemoryOrder.RELAXED
        || atomic.commutative()
        || atomic.space() == StateSpace.SHARED) {
      return atomic;
    }
    MemoryOrder order = anyScope.getOrDefault(atomic.operation(), MemoryOrder.RELAXED);
    if (atomic.scope() == MemoryScope.CTA) {
      order = ctaScope.getOrDefault(atomic.operation(), order);
    }
    return atomic.with(order, atomic.scope(), atomic.remote());
  }
}
