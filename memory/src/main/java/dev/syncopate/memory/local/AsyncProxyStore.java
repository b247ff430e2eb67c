package dev.syncopate.memory.local;

import dev.syncopate.memory.access.LocalMemoryUse;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory as two proxies see it (PTX ISA, "Proxies"). Threads write into a store queue, out
 * of which writes go to the memory itself after a delay, in order, or by a proxy fence of their
 * thread. Threads see the memory with what is queued on top of it; the copy unit sees the memory
 * alone. So a bulk copy without a proxy fence reads old bytes, and what is queued may overwrite
 * what a bulk copy has written since.
 */
public final class AsyncProxyStore extends LocalStore {
  private static final int PAGE_SHIFT = 12;
  private static final int PAGE = 1 << PAGE_SHIFT;

  /** Memory with the queue on top: what threads see. */
  private final DirectStore visible;

  /** The memory itself: what the copy unit sees. */
  private final byte[] memory;

  private final int delay;
  private final LongSupplier clock;
  private final @Nullable AsyncMutant mutant;

  /** A write on its way. */
  private record Queued(long due, int number, int warp, int offset, int count, long value) {}

  private final ArrayDeque<Queued> queue = new ArrayDeque<>();

  private int writes;

  /** By byte, in pages: the number of its latest write, and of the latest that is in the memory. */
  private final int[] @Nullable [] latest;

  private final int[] @Nullable [] landed;

  /**
   * @param visible the bytes as threads see them
   * @param delay in cycles, until a write is in the memory by itself
   * @param clock the current cycle
   * @param mutant what is wrong on purpose with it and with what is kept in it; null for nothing
   */
  AsyncProxyStore(
      DirectStore visible, int delay, LongSupplier clock, @Nullable AsyncMutant mutant) {
    this.visible = visible;
    this.mutant = mutant;
    this.memory = visible.bytes().clone();
    this.delay = delay;
    this.clock = clock;
    int pages = (memory.length + PAGE - 1) >> PAGE_SHIFT;
    this.latest = new int[pages][];
    this.landed = new int[pages][];
  }

  /**
   * One whose writes stay queued until {@link #landFirst} or a fence, for a driver without time.
   *
   * @param size in bytes
   * @param clock that stands still
   * @param mutant what is wrong on purpose; null for nothing
   */
  public static AsyncProxyStore withoutTime(
      int size, LongSupplier clock, @Nullable AsyncMutant mutant) {
    return new AsyncProxyStore(new DirectStore(size), 1, clock, mutant);
  }

  @Override
  @Nullable AsyncMutant mutant() {
    return mutant;
  }

  /** A kernel begins: nothing is queued. */
  public void reset() {
    queue.clear();
    writes = 0;
    Arrays.fill(latest, null);
    Arrays.fill(landed, null);
    System.arraycopy(visible.bytes(), 0, memory, 0, memory.length);
  }

  @Override
  public long begin(int warp, long lanes, long[] address, int count, LocalMemoryUse use) {
    return visible.begin(warp, lanes, address, count, use);
  }

  @Override
  public int extraCycles() {
    return 0;
  }

  @Override
  public long get(int warp, int lane, int offset, int count) {
    return visible.get(warp, lane, offset, count);
  }

  @Override
  public boolean put(int warp, int lane, int offset, int count, long value) {
    boolean changed = visible.put(warp, lane, offset, count, value);
    if (delay == 0) {
      LittleEndian.put(memory, offset, count, value);
      return changed;
    }
    long now = clock.getAsLong();
    drain(now);
    writes++;
    queue.add(new Queued(now + delay, writes, warp, offset, count, value));
    for (int i = offset; i < offset + count; i++) {
      page(latest, i)[i & PAGE - 1] = writes;
    }
    return changed;
  }

  private int[] page(int[] @Nullable [] pages, int offset) {
    int number = offset >> PAGE_SHIFT;
    int[] page = pages[number];
    if (page == null) {
      page = new int[Math.min(PAGE, memory.length)];
      pages[number] = page;
    }
    return page;
  }

  /** Whether a write of a byte is queued. */
  private boolean isQueued(int offset) {
    int[] page = latest[offset >> PAGE_SHIFT];
    return page != null && page[offset & PAGE - 1] > page(landed, offset)[offset & PAGE - 1];
  }

  /** Writes whose time has come go to the memory. */
  private void drain(long now) {
    Queued first = queue.peek();
    while (first != null && first.due <= now) {
      land(first);
      queue.remove();
      first = queue.peek();
    }
  }

  /** A write goes to the memory, where no later one has gone. */
  private void land(Queued write) {
    for (int i = 0; i < write.count; i++) {
      int offset = write.offset + i;
      int[] page = page(landed, offset);
      if (page[offset & PAGE - 1] < write.number) {
        page[offset & PAGE - 1] = write.number;
        memory[offset] = (byte) (write.value >>> (Byte.SIZE * i));
      }
    }
  }

  /**
   * A thread has executed a proxy fence: what threads of its CTA have written goes to the memory.
   * That takes in what they wrote before a barrier that the thread has passed.
   *
   * @param warps the warp slots of its CTA, as bits
   * @param warp its own slot
   */
  public void fence(long warps, int warp) {
    if (mutant == AsyncMutant.FENCE_LANDS_NOTHING) {
      return;
    }
    long fenced = mutant == AsyncMutant.FENCE_OF_OWN_STORES ? 1L << warp : warps;
    land(write -> write.warp < Long.SIZE && (fenced >>> write.warp & 1) != 0);
  }

  /** Whether writes are queued. */
  public boolean queued() {
    return !queue.isEmpty();
  }

  /** The oldest write that is queued goes to the memory. */
  public void landFirst() {
    land(queue.remove());
  }

  /**
   * Renumbers writes without changing what will happen: as many numbers as writes are queued, and 0
   * for all that are in the memory and behind none of these.
   */
  public void canonicalize() {
    if (queue.isEmpty()) {
      writes = 0;
      Arrays.fill(latest, null);
      Arrays.fill(landed, null);
      return;
    }
    int[] numbers = queue.stream().mapToInt(Queued::number).toArray();
    renumber(latest, numbers);
    renumber(landed, numbers);
    for (int i = 0; i < numbers.length; i++) {
      Queued write = queue.remove();
      queue.add(new Queued(write.due, i + 1, write.warp, write.offset, write.count, write.value));
    }
    writes = numbers.length;
  }

  /** Each number becomes that of the last queued write that is no later. */
  private static void renumber(int[] @Nullable [] pages, int[] numbers) {
    for (int[] page : pages) {
      for (int i = 0; page != null && i < page.length; i++) {
        int rank = 0;
        while (rank < numbers.length && numbers[rank] <= page[i]) {
          rank++;
        }
        page[i] = rank;
      }
    }
  }

  /** What a writer has written goes to the memory. */
  public void landWrites(int writer) {
    land(write -> write.warp == writer);
  }

  /** Some writes go to the memory; the others stay queued, in order. */
  private void land(Predicate<Queued> chosen) {
    for (int rest = queue.size(); rest > 0; rest--) {
      Queued write = queue.remove();
      if (chosen.test(write)) {
        land(write);
      } else {
        queue.add(write);
      }
    }
  }

  /** The bytes that the copy unit reads. */
  public byte[] read(int offset, int count) {
    drain(clock.getAsLong());
    return Arrays.copyOfRange(memory, offset, offset + count);
  }

  /** The copy unit writes bytes. Threads see them where no write of theirs is queued. */
  public void write(int offset, byte[] bytes) {
    drain(clock.getAsLong());
    for (int i = 0; i < bytes.length; i++) {
      memory[offset + i] = bytes[i];
      if (delay == 0 || !isQueued(offset + i)) {
        visible.bytes()[offset + i] = bytes[i];
      }
    }
    visible.wrote(offset, bytes.length);
  }

  @Override
  public long peek(int offset, int count) {
    return visible.peek(offset, count);
  }

  @Override
  public void clear(int offset, int count) {
    land(write -> write.offset >= offset && write.offset < offset + count);
    visible.clear(offset, count);
    Arrays.fill(memory, offset, offset + count, (byte) 0);
  }

  @Override
  public void trackWrites(boolean track) {
    visible.trackWrites(track);
  }

  @Override
  public boolean written(int offset, int count) {
    return visible.written(offset, count);
  }
}
