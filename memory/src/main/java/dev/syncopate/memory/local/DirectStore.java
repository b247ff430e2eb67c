package dev.syncopate.memory.local;

import dev.syncopate.memory.access.LocalMemoryUse;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that every access changes at once and for good. They are allocated by the first access:
 * most launches use the shared memory of few compute units, or of none.
 */
public final class DirectStore extends LocalStore {
  private static final byte[] NOT_ALLOCATED = {};

  private final int size;
  private byte[] allocated = NOT_ALLOCATED;

  /** Bytes written since they were cleared; null unless a launch is strict. */
  private @Nullable BitSet written;

  /**
   * @param size in bytes
   */
  public DirectStore(int size) {
    this.size = size;
  }

  @Override
  public long begin(int warp, long lanes, long[] address, int count, LocalMemoryUse use) {
    return lanes;
  }

  @Override
  public int extraCycles() {
    return 0;
  }

  @Override
  public byte[] inPlace() {
    return bytes();
  }

  /** The bytes themselves, for what changes them in place. */
  byte[] bytes() {
    if (allocated.length != size) {
      allocated = new byte[size];
    }
    return allocated;
  }

  /** Notes that bytes have been written, if that is tracked. */
  void wrote(int offset, int count) {
    if (written != null) {
      written.set(offset, offset + count);
    }
  }

  @Override
  public long get(int warp, int lane, int offset, int count) {
    return LittleEndian.get(bytes(), offset, count);
  }

  @Override
  public void get(
      int warp,
      long lanes,
      long[] address,
      int offset,
      int count,
      long[] registers,
      int destination) {
    if (count == Integer.BYTES && (lanes & (lanes + 1)) == 0) {
      byte[] bytes = bytes();
      int width = Long.SIZE - Long.numberOfLeadingZeros(lanes);
      for (int lane = 0; lane < width; lane++) {
        registers[destination + lane] =
            LittleEndian.word(bytes, (int) address[lane] + offset) & 0xffff_ffffL;
      }
    } else {
      super.get(warp, lanes, address, offset, count, registers, destination);
    }
  }

  @Override
  public boolean put(int warp, int lane, int offset, int count, long value) {
    byte[] bytes = bytes();
    long oldValue = LittleEndian.get(bytes, offset, count);
    LittleEndian.put(bytes, offset, count, value);
    wrote(offset, count);
    return LittleEndian.get(bytes, offset, count) != oldValue;
  }

  @Override
  public TransactionStore withTransactions(int warps, int width) {
    return new TransactionStore(this, warps, width);
  }

  @Override
  public AsyncProxyStore withAsyncProxy(int delay, LongSupplier clock) {
    return new AsyncProxyStore(this, delay, clock, null);
  }

  @Override
  public long peek(int offset, int count) {
    return LittleEndian.get(bytes(), offset, count);
  }

  @Override
  public void clear(int offset, int count) {
    if (allocated.length == size) {
      Arrays.fill(allocated, offset, offset + count, (byte) 0);
    }
    if (written != null) {
      written.clear(offset, offset + count);
    }
  }

  @Override
  public void trackWrites(boolean track) {
    written = track ? new BitSet() : null;
  }

  @Override
  public boolean written(int offset, int count) {
    return written == null || written.nextClearBit(offset) >= offset + count;
  }
}
