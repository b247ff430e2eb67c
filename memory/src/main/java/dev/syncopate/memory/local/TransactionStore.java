package dev.syncopate.memory.local;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.transaction.TransactionUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory of a kernel with transactions: what lanes do goes through the {@link
 * TransactionUnit} of their CTA, which changes the bytes of another store.
 */
public final class TransactionStore extends LocalStore {
  private final DirectStore directStore;

  /**
   * By warp slot: the unit of its CTA, the warp's number there, and where the CTA's bytes begin.
   */
  private final @Nullable TransactionUnit[] units;

  private final int[] wavefront;
  private final int[] base;
  private final long[] inside;
  private int extra;

  /**
   * @param directStore where the bytes are
   * @param warps slots of the compute unit
   * @param width lanes of a warp
   */
  TransactionStore(DirectStore directStore, int warps, int width) {
    this.directStore = directStore;
    this.units = new TransactionUnit[warps];
    this.wavefront = new int[warps];
    this.base = new int[warps];
    this.inside = new long[width];
  }

  /** A CTA moves in: the warp in a slot is this one of its warps. */
  public void enter(int slot, TransactionUnit unit, int warp, int ctaBase) {
    units[slot] = unit;
    wavefront[slot] = warp;
    base[slot] = ctaBase;
  }

  /** The bytes, for the unit of a CTA. */
  public byte[] bytes() {
    return directStore.bytes();
  }

  @Override
  public @Nullable TransactionUnit transactions(int warp) {
    return units[warp];
  }

  private TransactionUnit unit(int slot) {
    TransactionUnit unit = units[slot];
    if (unit == null) {
      throw new IllegalStateException("no CTA has moved into warp slot " + slot);
    }
    return unit;
  }

  @Override
  public long begin(int warp, long lanes, long[] address, int bytes, LocalMemoryUse use) {
    TransactionUnit unit = unit(warp);
    long able = lanes & ~unit.doomed(wavefront[warp]);
    extra = 0;
    if (able == 0) {
      return 0;
    }
    for (long rest = able; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      inside[lane] = address[lane] - base[warp];
    }
    long may = unit.access(wavefront[warp], able, inside, bytes, use);
    extra = unit.lastCycles();
    return may;
  }

  @Override
  public int extraCycles() {
    return extra;
  }

  @Override
  public long get(int warp, int lane, int offset, int count) {
    return unit(warp).get(wavefront[warp], lane, offset - base[warp], count);
  }

  @Override
  public boolean put(int warp, int lane, int offset, int count, long value) {
    boolean changed = unit(warp).put(wavefront[warp], lane, offset - base[warp], count, value);
    directStore.wrote(offset, count);
    return changed;
  }

  @Override
  public long peek(int offset, int count) {
    return directStore.peek(offset, count);
  }

  @Override
  public void clear(int offset, int count) {
    directStore.clear(offset, count);
  }

  @Override
  public void trackWrites(boolean track) {
    directStore.trackWrites(track);
  }

  @Override
  public boolean written(int offset, int count) {
    return directStore.written(offset, count);
  }
}
