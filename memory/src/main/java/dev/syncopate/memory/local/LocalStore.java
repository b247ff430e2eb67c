package dev.syncopate.memory.local;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.transaction.TransactionUnit;
import dev.syncopate.sim.bits.Bits;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a compute unit's shared memory. Every access goes through this class: loads, stores
 * and atomics, mbarrier objects, asynchronous copies that land, functions of the runtime, reports.
 * An instruction first says which lanes access what ({@link #begin}), then its lanes get and put in
 * order, each lane identified. That is enough to find conflicts, to keep what is overwritten, and
 * to take back what a lane has done.
 *
 * <p>Addresses count from the compute unit's first byte. How long an access takes is {@link Banks}'
 * business, but for what a store adds.
 */
public abstract class LocalStore {
  /**
   * Lanes of a warp access bytes in one instruction.
   *
   * @param warp slot of the warp
   * @param address of each lane
   * @param bytes that each lane accesses
   * @return the lanes that may: all, but in a transaction that has met a conflict
   */
  public abstract long begin(int warp, long lanes, long[] address, int bytes, LocalMemoryUse use);

  /** Cycles that the access begun last takes beyond those of its banks. */
  public abstract int extraCycles();

  /** The zero-extended value of 1, 2, 4 or 8 bytes, as a lane sees them. */
  public abstract long get(int warp, int lane, int offset, int count);

  /**
   * Lanes read a value of 1, 2, 4 or 8 bytes each, in order; it is zero-extended.
   *
   * @param address of each lane
   * @param offset from there
   * @param registers that take the values
   * @param destination lane 0's register
   */
  public void get(
      int warp,
      long lanes,
      long[] address,
      int offset,
      int count,
      long[] registers,
      int destination) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Bits.lowest(rest);
      registers[destination + lane] = get(warp, lane, (int) address[lane] + offset, count);
    }
  }

  /**
   * A lane writes the low bytes of a value.
   *
   * @return whether they had another value before
   */
  public abstract boolean put(int warp, int lane, int offset, int count, long value);

  /** The value for reports; not an access. */
  public abstract long peek(int offset, int count);

  /**
   * The same bytes, for a kernel with transactions.
   *
   * @param warps slots of the compute unit
   * @param width lanes of a warp
   * @throws UnsupportedOperationException if this store has none
   */
  public TransactionStore withTransactions(int warps, int width) {
    throw new UnsupportedOperationException("this shared memory has no transactions");
  }

  /**
   * The same bytes, for a kernel with bulk copies.
   *
   * @param delay in cycles, until the copy unit sees what a thread has written
   * @param clock the current cycle
   * @throws UnsupportedOperationException if this store has none
   */
  public AsyncProxyStore withAsyncProxy(int delay, LongSupplier clock) {
    throw new UnsupportedOperationException("this shared memory has no async proxy");
  }

  /** The transactions of the CTA of the warp in a slot; null where the kernel has none. */
  public @Nullable TransactionUnit transactions(int warp) {
    return null;
  }

  /**
   * The bytes themselves, for code that accesses them in place; null for a store that watches
   * accesses. Which bytes have been written is not tracked there.
   */
  public byte @Nullable [] inPlace() {
    return null;
  }

  /** What is wrong with it on purpose; null for nothing. */
  @Nullable AsyncMutant mutant() {
    return null;
  }

  /** Zeroes a stretch: another CTA moves in. */
  public abstract void clear(int offset, int count);

  /** From now on remembers which bytes are written, or no longer does. */
  public abstract void trackWrites(boolean track);

  /** Whether all the bytes have been written since they were cleared; true if not tracked. */
  public abstract boolean written(int offset, int count);
}
