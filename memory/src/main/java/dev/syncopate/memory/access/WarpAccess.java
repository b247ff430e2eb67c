package dev.syncopate.memory.access;

import org.jspecify.annotations.Nullable;

/**
 * A memory instruction of one warp in flight through the memory system. The compute unit fills in
 * the addresses and operands; the load-store unit owns it from issue to completion and writes
 * results into the caller's register file.
 *
 * <p>Arrays are indexed {@code base + lane}; {@code width} lanes.
 */
public final class WarpAccess {
  public final MemoryOperation operation;

  /** Warp slot in the compute unit. */
  public final int warp;

  /** Active lanes, bit l for lane l. */
  public final long lanes;

  /**
   * Byte address of each active lane (naturally aligned to the lane's bytes); empty for a fence.
   * This and the operands may end behind the highest active lane.
   */
  public final long[] address;

  /**
   * Element e of lane l to store, or that of the atomic's first operand, at {@code e * width + l}.
   */
  public final long[] operand;

  /** The atomic's second operand (CAS: the new value), as {@link #operand}; empty otherwise. */
  public final long[] operand2;

  /**
   * Where values go: element e of lane l to {@code result[resultBase[e] + l]}; empty when there is
   * none.
   */
  public final long[] result;

  public final int[] resultBase;

  public final int width;

  /**
   * Lines touched, ascending by first lane; set by the coalescer before issue; empty for a fence.
   */
  public LineAccess[] lines = NO_LINES;

  /**
   * Origins of what it writes and reads, where it is watched; else null. Transient, since what is
   * explored is never watched.
   */
  public transient @Nullable AccessOrigins origins;

  /** For the issuer: what it wants back on completion. */
  public @Nullable Object token;

  /** Load-store unit's state: what is to be done, one after the other. */
  public Step[] steps = NO_STEPS;

  /** Load-store unit's state: index of the step in progress, and lines of it outstanding. */
  public int step;

  public int outstanding;

  /**
   * Load-store unit's state: whether the warp's later memory instructions wait until every step is
   * done. Then also stores and atomics without a result are answered to this access.
   */
  public boolean blocking;

  public WarpAccess(
      MemoryOperation operation,
      int warp,
      long lanes,
      long[] address,
      long[] operand,
      long[] operand2,
      long[] result,
      int[] resultBase,
      int width) {
    this.operation = operation;
    this.warp = warp;
    this.lanes = lanes;
    this.address = address;
    this.operand = operand;
    this.operand2 = operand2;
    this.result = result;
    this.resultBase = resultBase;
    this.width = width;
  }

  /**
   * An access with its private result registers: element e of lane l goes to {@code result[e *
   * width + l]}.
   *
   * @param address as {@link #address}; as many as lanes
   * @param operand as {@link #operand}
   * @param operand2 as {@link #operand2}
   */
  public static WarpAccess of(
      MemoryOperation operation,
      int warp,
      long lanes,
      long[] address,
      long[] operand,
      long[] operand2) {
    int width = address.length;
    int elements = operation.resultUsed() ? operation.elements() : 0;
    int[] bases = elements == 0 ? NO_BASES : new int[elements];
    for (int e = 1; e < elements; e++) {
      bases[e] = e * width;
    }
    long[] result = elements == 0 ? NO_VALUES : new long[elements * width];
    return new WarpAccess(operation, warp, lanes, address, operand, operand2, result, bases, width);
  }

  /** The same without operands. */
  public static WarpAccess of(MemoryOperation operation, int warp, long lanes, long[] address) {
    return of(operation, warp, lanes, address, NO_VALUES, NO_VALUES);
  }

  /** A fence. */
  public static WarpAccess fence(MemoryOperation operation, int warp, int width) {
    return new WarpAccess(
        operation, warp, 0, NO_VALUES, NO_VALUES, NO_VALUES, NO_VALUES, NO_BASES, width);
  }

  /**
   * Load-store unit's state: lists of steps by which lines go on that the L1 has diverted, each
   * when the one before has diverted them; how many are in use; and the lines diverted so far.
   */
  public Step[][] alternatives = NO_ALTERNATIVES;

  public int alternative;
  public LineAccess[] diverted = NO_LINES;

  /**
   * Whether a lane's atomic has written: all do but a compare-and-swap that finds, in any element,
   * another value than its own. The access is complete and its result used.
   */
  public boolean wrote(int lane) {
    if (operation.atomic() != AtomicOp.CAS) {
      return true;
    }
    boolean equal = true;
    for (int e = 0; e < operation.elements(); e++) {
      long old = result[resultBase[e] + lane];
      equal &= AtomicOp.CAS.writes(operation.type(), narrow(old), operand[e * width + lane]);
    }
    return equal;
  }

  /** What a lane's atomic that has {@link #wrote written} made of an element. */
  public long left(int lane, int element) {
    AtomicOp performed = operation.atomic();
    int index = element * width + lane;
    if (performed == null) {
      throw new IllegalStateException("no atomic");
    }
    long second = operand2.length == 0 ? 0 : operand2[index];
    long old = narrow(result[resultBase[element] + lane]);
    return narrow(performed.apply(operation.type(), old, operand[index], second));
  }

  /** A value cut to the width of an element. */
  private long narrow(long value) {
    int bytes = operation.type().bytes();
    return bytes == Long.BYTES ? value : value & ((1L << (Byte.SIZE * bytes)) - 1);
  }

  /** No operands. */
  public static final long[] NO_VALUES = {};

  private static final int[] NO_BASES = {};

  /** No steps. */
  public static final Step[] NO_STEPS = {};

  /** No lines. */
  public static final LineAccess[] NO_LINES = {};

  /** No other lists of steps. */
  public static final Step[][] NO_ALTERNATIVES = {};

  /** Whether a line may be diverted now. */
  public boolean divertible() {
    return alternative < alternatives.length;
  }

  /** The step in progress. */
  public Step currentStep() {
    return steps[step];
  }
}
