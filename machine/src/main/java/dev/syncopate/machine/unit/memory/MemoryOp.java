package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.AccessTypes;
import dev.syncopate.machine.code.HotOperands;
import dev.syncopate.machine.core.AccessCompletion;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.fusion.FusibleAccess;
import dev.syncopate.machine.fusion.LaneEmitter;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.LatestWrites;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.sim.bits.Bits;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code ld}, {@code st}, {@code atom}, {@code red} on global, local, shared or generic addresses.
 */
public final class MemoryOp extends AccessOp implements AccessCompletion, FusibleAccess {
  static final int[] NO_OPERANDS = new int[0];

  final MemoryOperation operation;
  final StateSpace space;
  final long[] constants;

  /** Address: base operand and byte offset. */
  final int base;

  final long offset;

  /** Destination of each element; none for a store or an unused result. */
  final int[] destinations;

  /**
   * Values of each element to store; the first operand of each element of an atomic, then the
   * second.
   */
  final int[] values;

  /** Of each value that is a constant: it, for every lane, shared by all accesses; else null. */
  final long[] @Nullable [] fixed;

  /**
   * Bytes that must lie together in global memory, aligned by their number: what a lane moves, or
   * the vector that it begins.
   */
  final int contiguousBytes;

  /** Index of the instruction, for reports. */
  final int pc;

  /** Whether {@link LatestWrites} notes it, and as a strong write. */
  final boolean noted;

  final boolean strong;

  /** Whether fences and other synchronising accesses must not pass it. */
  final boolean synchronising;

  /** Whether what it returns may be another thread's news: what loops that wait read. */
  final boolean polls;

  private MemoryOp(
      Instruction instruction,
      HotOperands operands,
      MemoryOperation operation,
      StateSpace space,
      dev.syncopate.ptx.ir.Address address,
      int[] destinations,
      int[] values,
      int contiguousBytes,
      int pc) {
    super(instruction);
    this.contiguousBytes = contiguousBytes;
    this.pc = pc;
    this.operation = operation;
    this.space = space;
    this.constants = operands.constants;
    this.base = address.base();
    this.offset = address.offset();
    this.destinations = destinations;
    this.values = values;
    this.fixed = new long[values.length] @Nullable [];
    for (int i = 0; i < values.length; i++) {
      fixed[i] = values[i] < 0 ? operands.constant(values[i]) : null;
    }
    this.polls = operation.resultUsed() && operation.order() != Order.WEAK;
    this.noted = LatestWrites.concern(operation);
    this.strong = LatestWrites.strong(operation);
    this.synchronising = operation.order().acquires() || operation.order().releases();
  }

  public static MemoryOp of(MemoryInstruction.Load load, HotOperands operands, int pc) {
    int[] destinations = load.destinations().stream().mapToInt(operands::valueOrSpare).toArray();
    MemoryOperation operation =
        MemoryOperation.load(AccessTypes.type(load.type()))
            .withElements(destinations.length)
            .with(AccessTypes.order(load.order()), AccessTypes.scope(load))
            .withRemote(load.remote())
            .withNonCoherent(load.nonCoherent())
            .into(load.registerBits());
    return new MemoryOp(
        load,
        operands,
        operation,
        load.space(),
        load.address(),
        destinations,
        NO_OPERANDS,
        operation.bytesPerLane(),
        pc);
  }

  public static MemoryOp of(MemoryInstruction.Store store, HotOperands operands, int pc) {
    int[] values = store.values().stream().mapToInt(Integer::intValue).toArray();
    MemoryOperation operation =
        MemoryOperation.store(AccessTypes.type(store.type()))
            .withElements(values.length)
            .with(AccessTypes.order(store.order()), AccessTypes.scope(store.scope()))
            .withRemote(store.remote());
    return new MemoryOp(
        store,
        operands,
        operation,
        store.space(),
        store.address(),
        NO_OPERANDS,
        values,
        operation.bytesPerLane(),
        pc);
  }

  public static MemoryOp of(MemoryInstruction.Atomic atomic, HotOperands operands, int pc) {
    AtomicOp performed = AtomicOp.valueOf(atomic.operation().name());
    MemoryOperation operation =
        MemoryOperation.atomic(performed, AccessTypes.type(atomic.type()))
            .withElements(atomic.a().size())
            .with(AccessTypes.order(atomic.order()), AccessTypes.scope(atomic.scope()))
            .withRemote(atomic.remote())
            .withCommutative(atomic.commutative())
            .withResult(atomic.resultUsed());
    return new MemoryOp(
        atomic,
        operands,
        operation,
        atomic.space(),
        atomic.address(),
        atomic.resultUsed()
            ? atomic.destinations().stream().mapToInt(operands::valueOrSpare).toArray()
            : NO_OPERANDS,
        Stream.concat(atomic.a().stream(), atomic.b().stream())
            .mapToInt(Integer::intValue)
            .toArray(),
        atomic.alignment(),
        pc);
  }

  @Override
  public @Nullable MemoryOperation asks() {
    return space == StateSpace.SHARED ? null : operation;
  }

  @Override
  public int elementBytes(int bytes) {
    return operation.type().bytes();
  }

  @Override
  boolean issue(MemoryUnit memory, Warp warp, long lanes, long now) {
    if (lanes == 0) {
      warp.schedule.next();
      return true;
    }
    return memory.issue(this, warp, lanes, now);
  }

  @Override
  public boolean isFusible() {
    boolean plain =
        switch (operation.kind()) {
          case LOAD, STORE -> operation.order() == Order.WEAK || isVolatileShared();
          case ATOMIC -> isPlainUpdate();
          case FENCE -> false;
        };
    return plain
        && (space == StateSpace.GLOBAL || space == StateSpace.SHARED)
        && operation.type().bytes() <= Long.BYTES;
  }

  /** Whether it is volatile or relaxed in shared memory, where that orders nothing more. */
  private boolean isVolatileShared() {
    return operation.order() == Order.RELAXED && space == StateSpace.SHARED;
  }

  /** Whether it is an update that orders nothing, returns nothing, and takes no lock. */
  private boolean isPlainUpdate() {
    return (operation.order() == Order.WEAK || operation.order() == Order.RELAXED)
        && !operation.resultUsed()
        && operation.elements() == 1
        && operation.atomic() != AtomicOp.CAS
        && operation.atomic() != AtomicOp.EXCH;
  }

  @Override
  public StateSpace space() {
    return space;
  }

  @Override
  public boolean writes() {
    return operation.kind() != AccessKind.LOAD;
  }

  @Override
  public int base() {
    return base;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public int bytes() {
    return space == StateSpace.GLOBAL ? contiguousBytes : operation.bytesPerLane();
  }

  @Override
  public void emit(LaneEmitter code) {
    code.access(this);
    if (polls) {
      code.poll(this);
    }
    DataType type = operation.type();
    int bytes = type.bytes();
    AtomicOp update = operation.atomic();
    if (update != null) {
      code.update(update, type, values[0]);
      return;
    }
    for (int e = 0; e < values.length; e++) {
      code.store(values[e], e * bytes, bytes);
    }
    for (int e = 0; e < destinations.length; e++) {
      code.load(e * bytes, bytes);
      if (type.isSigned()) {
        code.object(type, DataType.class);
        code.code().loadConstant(operation.registerBits());
        code.callStatic(
            AccessTypes.class, "extend", long.class, long.class, DataType.class, int.class);
      }
      code.setValue(destinations[e]);
    }
  }

  @Override
  public void performed(ComputeUnit unit, Warp warp, long lanes, long address) {
    if (space == StateSpace.GLOBAL) {
      unit.counters.memoryInstructions++;
      unit.counters.globalLanes += Long.bitCount(lanes);
      if (operation.kind() == AccessKind.ATOMIC) {
        unit.counters.atomicLanes += Long.bitCount(lanes);
      }
      if (noted) {
        warp.accesses.wrote.note(strong, address, Bits.lowest(lanes), pc);
      }
    } else {
      unit.counters.sharedInstructions++;
    }
    if (operation.kind() != AccessKind.STORE) {
      warp.accesses.note(pc, lanes, address + AddressMap.base(space));
    }
  }

  @Override
  public int pc() {
    return pc;
  }

  @Override
  public void completed(ComputeUnit unit, Warp warp, WarpAccess access, long ready) {
    if (unit.observer != null && operation.order() != Order.WEAK) {
      unit.observer.completed(unit.index, warp, access);
    }
    if (operation.kind() == AccessKind.ATOMIC && warp.endRest(ready)) { // it was blocking
      unit.delivered(warp);
    }
    if (operation.resultUsed()) {
      warp.resultsFrom(writes, ready);
      if (operation.kind() == AccessKind.ATOMIC) {
        warp.needs.heldWords.returned(access, pc);
      }
      unit.delivered(warp);
    }
    if (synchronising) {
      warp.accesses.synchronisationEnds();
      unit.recheck(warp);
    }
  }

  /** The results are on their way: nothing that names them issues. */
  void awaitResults(Warp warp) {
    warp.awaitResults(writes);
  }
}
