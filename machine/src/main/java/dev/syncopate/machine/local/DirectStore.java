package dev.syncopate.machine.local;

import dev.syncopate.memory.access.Use;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Bytes that every access changes at once and for good. */
public final class DirectStore extends LocalStore {
  private final byte[] bytes;

  /** Bytes written since they were cleared; null unless a launch is strict. */
  private @Nullable BitSet written;

  /**
   * @param size in bytes
   */
  public DirectStore(int size) {
    this.bytes = new byte[size];
  }

  @Override
  public long begin(int warp, long lanes, long[] address, int count, Use use) {
    return lanes;
  }

  @Override
  public int extraCycles() {
    return 0;
  }

  /** The bytes themselves, for what changes them in place. */
  byte[] bytes() {
    return bytes;
  }

  /** Notes that bytes have been written, if that is tracked. */
  void wrote(int at, int count) {
    if (written != null) {
      written.set(at, at + count);
    }
  }

  @Override
  public long get(int warp, int lane, int at, int count) {
    return LittleEndian.get(bytes, at, count);
  }

  @Override
  public boolean put(int warp, int lane, int at, int count, long value) {
    long before = LittleEndian.get(bytes, at, count);
    LittleEndian.put(bytes, at, count, value);
    wrote(at, count);
    return LittleEndian.get(bytes, at, count) != before;
  }

  @Override
  public TransactionStore withTransactions(int warps, int width) {
    return new TransactionStore(this, warps, width);
  }

  @Override
  public long peek(int at, int count) {
    return LittleEndian.get(bytes, at, count);
  }

  @Override
  public void clear(int from, int count) {
    Arrays.fill(bytes, from, from + count, (byte) 0);
    if (written != null) {
      written.clear(from, from + count);
    }
  }

  @Override
  public void trackWrites(boolean track) {
    written = track ? new BitSet() : null;
  }

  @Override
  public boolean written(int at, int count) {
    return written == null || written.nextClearBit(at) >= at + count;
  }
}
