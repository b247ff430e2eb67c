package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.local.LocalStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.Set;

/**
 * Shared memory that knows of every access who makes it, insists that it was announced, and can
 * take back what lanes have written. Its bytes are nowhere else.
 */
final class UndoableStore extends LocalStore {
  private record Overwritten(int warp, int lane, int offset, int count, long oldValue) {}

  private final byte[] bytes;
  private final Deque<Overwritten> log = new ArrayDeque<>();
  private final Set<LocalMemoryUse> uses = EnumSet.noneOf(LocalMemoryUse.class);
  private int warp = -1;
  private long lanes;
  private long[] address = {};
  private int width;
  private LocalMemoryUse use = LocalMemoryUse.READ;
  private int extra;

  UndoableStore(int size) {
    this.bytes = new byte[size];
  }

  /** From now on every access takes some cycles longer. */
  void delay(int cycles) {
    extra = cycles;
  }

  Set<LocalMemoryUse> uses() {
    return uses;
  }

  int overwritten() {
    return log.size();
  }

  /** Takes back what lanes of a warp have written, the latest first. */
  void rollBack(int accessWarp, long laneMask) {
    for (Iterator<Overwritten> iterator = log.iterator(); iterator.hasNext(); ) {
      Overwritten overwritten = iterator.next();
      if (overwritten.warp() == accessWarp && (laneMask >>> overwritten.lane() & 1) != 0) {
        set(overwritten.offset(), overwritten.count(), overwritten.oldValue());
        iterator.remove();
      }
    }
  }

  /** Takes back everything, the latest first. */
  void rollBackAll() {
    while (!log.isEmpty()) {
      Overwritten overwritten = log.pop();
      set(overwritten.offset(), overwritten.count(), overwritten.oldValue());
    }
  }

  @Override
  public long begin(
      int accessWarp, long laneMask, long[] addresses, int count, LocalMemoryUse accessUse) {
    warp = accessWarp;
    lanes = laneMask;
    address = addresses.clone();
    width = count;
    use = accessUse;
    uses.add(accessUse);
    return laneMask;
  }

  @Override
  public int extraCycles() {
    return extra;
  }

  private void expect(int accessWarp, int lane, int offset, int count, LocalMemoryUse allowed) {
    assertThat(accessWarp).isEqualTo(warp);
    assertThat(lanes >>> lane & 1).as("lane %d is among %x", lane, lanes).isEqualTo(1);
    assertThat(offset >= address[lane] && offset + count <= address[lane] + width)
        .as("%d bytes at %d of %d announced at %d", count, offset, width, address[lane])
        .isTrue();
    assertThat(use).isIn(allowed, LocalMemoryUse.UPDATE);
  }

  @Override
  public long get(int accessWarp, int lane, int offset, int count) {
    expect(accessWarp, lane, offset, count, LocalMemoryUse.READ);
    return peek(offset, count);
  }

  @Override
  public boolean put(int accessWarp, int lane, int offset, int count, long value) {
    expect(accessWarp, lane, offset, count, LocalMemoryUse.WRITE);
    long oldValue = peek(offset, count);
    log.push(new Overwritten(accessWarp, lane, offset, count, oldValue));
    set(offset, count, value);
    return peek(offset, count) != oldValue;
  }

  private void set(int offset, int count, long value) {
    for (int i = 0; i < count; i++) {
      bytes[offset + i] = (byte) (value >>> (8 * i));
    }
  }

  @Override
  public long peek(int offset, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[offset + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  @Override
  public void clear(int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      bytes[i] = 0;
    }
  }

  @Override
  public void trackWrites(boolean track) {
    assertThat(track).as("no strict launch is made here").isFalse();
  }

  @Override
  public boolean written(int offset, int count) {
    return true;
  }
}
