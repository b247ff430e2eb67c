package dev.syncopate.machine.agent;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;

/**
 * Interface of host code to the CPU that runs it: loads, stores, atomics and fences on device
 * memory, each of which takes its time. The core does them in order. It waits for what loads,
 * atomics and fences give; stores go into the store buffer of its L1, and a release waits for those
 * before it.
 *
 * <p>Addresses are device addresses, naturally aligned. Orders are those of PTX; plain accesses are
 * weak, and those with an order are at system scope. Only for the thread that runs the program.
 */
public final class HostThread {
  private final CpuCore core;

  HostThread(CpuCore core) {
    this.core = core;
  }

  // ---- data ----

  /** A weak load. */
  public int load32(long address) {
    return (int) core.access(MemoryOperation.load(DataType.B32), address, 0, 0);
  }

  /** A weak store. */
  public void store32(long address, int value) {
    core.access(MemoryOperation.store(DataType.B32), address, value, 0);
  }

  // ---- synchronisation, at system scope ----

  /** A load in an order: relaxed, acquire or sequentially consistent. */
  public int load32(long address, Order order) {
    return (int) core.access(system(MemoryOperation.load(DataType.B32), order), address, 0, 0);
  }

  /** A store in an order: relaxed, release or sequentially consistent. */
  public void store32(long address, int value, Order order) {
    core.access(system(MemoryOperation.store(DataType.B32), order), address, value, 0);
  }

  /** Adds; the value before. */
  public int add32(long address, int value, Order order) {
    return (int) atomic(AtomicOp.ADD, DataType.U32, address, value, 0, order);
  }

  /** Writes if the value is as expected; the value before. */
  public int compareAndSwap32(long address, int expected, int value, Order order) {
    return (int) atomic(AtomicOp.CAS, DataType.B32, address, expected, value, order);
  }

  /**
   * Any read-modify-write.
   *
   * @param a first operand; of a compare-and-swap the value expected
   * @param b of a compare-and-swap the value to write
   * @return the value before
   */
  public long atomic(AtomicOp operation, DataType type, long address, long a, long b, Order order) {
    return core.access(system(MemoryOperation.atomic(operation, type), order), address, a, b);
  }

  /** A fence at system scope: acquire, release, both, or sequentially consistent. */
  public void fence(Order order) {
    core.fence(MemoryOperation.fence(order, Scope.SYS));
  }

  private static MemoryOperation system(MemoryOperation operation, Order order) {
    return operation.with(order, Scope.SYS);
  }

  // ---- time ----

  /**
   * Waits, as in a loop that polls: a launch in which nothing happens but that counts as hung.
   *
   * @param cycles of the CPU, at least 1
   */
  public void pause(long cycles) {
    core.pass(cycles, false);
  }

  /**
   * Works without memory.
   *
   * @param cycles of the CPU, at least 1
   */
  public void compute(long cycles) {
    core.pass(cycles, true);
  }

  /** The CPU's cycle, counted since the machine was made. */
  public long cycle() {
    return core.cycle();
  }
}
