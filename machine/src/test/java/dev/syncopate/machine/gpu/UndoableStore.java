package dev.syncopate.machine.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.local.LocalStore;
import dev.syncopate.memory.access.Use;
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
  private record Overwritten(int warp, int lane, int at, int count, long before) {}

  private final byte[] bytes;
  private final Deque<Overwritten> log = new ArrayDeque<>();
  private final Set<Use> uses = EnumSet.noneOf(Use.class);
  private int warp = -1;
  private long lanes;
  private long[] address = {};
  private int width;
  private Use use = Use.READ;
  private int extra;

  UndoableStore(int size) {
    this.bytes = new byte[size];
  }

  /** From now on every access takes some cycles longer. */
  void delay(int cycles) {
    extra = cycles;
  }

  Set<Use> uses() {
    return uses;
  }

  int overwritten() {
    return log.size();
  }

  /** Takes back what lanes of a warp have written, the latest first. */
  void rollBack(int who, long which) {
    for (Iterator<Overwritten> all = log.iterator(); all.hasNext(); ) {
      Overwritten one = all.next();
      if (one.warp() == who && (which >>> one.lane() & 1) != 0) {
        set(one.at(), one.count(), one.before());
        all.remove();
      }
    }
  }

  /** Takes back everything, the latest first. */
  void rollBackAll() {
    while (!log.isEmpty()) {
      Overwritten one = log.pop();
      set(one.at(), one.count(), one.before());
    }
  }

  @Override
  public long begin(int who, long which, long[] where, int count, Use what) {
    warp = who;
    lanes = which;
    address = where.clone();
    width = count;
    use = what;
    uses.add(what);
    return which;
  }

  @Override
  public int extraCycles() {
    return extra;
  }

  private void expect(int who, int lane, int at, int count, Use allowed) {
    assertThat(who).isEqualTo(warp);
    assertThat(lanes >>> lane & 1).as("lane %d is among %x", lane, lanes).isEqualTo(1);
    assertThat(at >= address[lane] && at + count <= address[lane] + width)
        .as("%d bytes at %d of %d announced at %d", count, at, width, address[lane])
        .isTrue();
    assertThat(use).isIn(allowed, Use.UPDATE);
  }

  @Override
  public long get(int who, int lane, int at, int count) {
    expect(who, lane, at, count, Use.READ);
    return peek(at, count);
  }

  @Override
  public boolean put(int who, int lane, int at, int count, long value) {
    expect(who, lane, at, count, Use.WRITE);
    long before = peek(at, count);
    log.push(new Overwritten(who, lane, at, count, before));
    set(at, count, value);
    return peek(at, count) != before;
  }

  private void set(int at, int count, long value) {
    for (int i = 0; i < count; i++) {
      bytes[at + i] = (byte) (value >>> (8 * i));
    }
  }

  @Override
  public long peek(int at, int count) {
    long value = 0;
    for (int i = 0; i < count; i++) {
      value |= (bytes[at + i] & 0xffL) << (8 * i);
    }
    return value;
  }

  @Override
  public void clear(int from, int count) {
    for (int i = from; i < from + count; i++) {
      bytes[i] = 0;
    }
  }

  @Override
  public void trackWrites(boolean track) {
    assertThat(track).as("no strict launch is made here").isFalse();
  }

  @Override
  public boolean written(int at, int count) {
    return true;
  }
}
