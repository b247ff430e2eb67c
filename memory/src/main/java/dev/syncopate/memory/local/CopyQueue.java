package dev.syncopate.memory.local;

import dev.syncopate.memory.access.LocalMemoryUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The copies of a compute unit's copy unit: which bytes it reads and writes next, and when a copy
 * is complete. Copies are begun in order, line after line; lines of global memory come back in any
 * order. Bytes of shared memory are read when their line is issued and written when it has come, as
 * the async proxy sees them ({@link AsyncProxyStore}): warps' pending accesses are not looked at.
 * When all bytes of a copy are where they belong, its mbarrier counts them, or its group has one
 * copy less to wait for.
 *
 * <p>It reads no clock: a driver says when the next line is issued and when it has come.
 */
public final class CopyQueue {
  private final CopyPort port;

  /** Copies of which not all lines have been issued, and all that are not complete. */
  private final ArrayDeque<QueuedCopy> queue = new ArrayDeque<>();

  private final List<QueuedCopy> inFlight = new ArrayList<>();
  private int lines;

  public CopyQueue(CopyPort port) {
    this.port = port;
  }

  /** Takes a copy. */
  public void add(QueuedCopy copy) {
    queue.add(copy);
    inFlight.add(copy);
    if (mutant() == AsyncMutant.READ_WAIT_EARLY) {
      copy.sourceRead();
    }
  }

  private @Nullable AsyncMutant mutant() {
    return port.store().mutant();
  }

  /** The copy whose next line is issued next; null where all lines have been issued. */
  public @Nullable QueuedCopy first() {
    return queue.peek();
  }

  /** Lines on their way. */
  public int lines() {
    return lines;
  }

  /** The copies that are not complete, in their order. */
  public List<QueuedCopy> inFlight() {
    return inFlight;
  }

  /** Issues the next line of the first copy, or goes past bytes outside its tensor. */
  public void advance() {
    QueuedCopy copy = queue.element();
    int offset = copy.issued;
    int outside = copy.outside(offset);
    if (copy.source() >= 0) {
      int place = copy.source() + offset;
      int count = port.inMessage(place, copy.bytes() - offset);
      copy.issued += count;
      arrived(copy, offset, port.store().read(place, count));
    } else if (outside > 0) {
      copy.issued += outside;
      if (copy.toShared) {
        arrived(copy, offset, copy.fill(outside));
      } else {
        moved(copy, outside);
      }
    } else {
      long address = copy.address(offset);
      int count = port.together(copy, address, copy.inRow(offset));
      copy.issued += count;
      lines++;
      port.issue(
          new CopyLine(copy, offset, count),
          address,
          copy.toShared ? null : take(copy, offset, count));
    }
    if (copy.issued == copy.bytes()) {
      queue.remove();
      issued(copy);
    }
  }

  /** All lines of a copy have been issued: its source has been read, if that is shared memory. */
  private void issued(QueuedCopy copy) {
    if (copy.grouped()) {
      copy.sourceRead();
      if (mutant() == AsyncMutant.GROUP_WAIT_IS_READ_WAIT) {
        copy.targetWritten();
      }
      port.sourceRead(copy);
    } else if (mutant() == AsyncMutant.COMPLETION_BEFORE_BYTES && !copy.isDelivered()) {
      count(copy);
    }
  }

  /**
   * An access to a line is done.
   *
   * @param bytes that it has read; null for a write
   */
  public void landed(CopyLine line, byte @Nullable [] bytes) {
    lines--;
    if (bytes != null) {
      arrived(line.copy, line.offset, bytes);
    } else {
      moved(line.copy, line.count);
    }
  }

  /** Bytes of a copy to shared memory have come. */
  private void arrived(QueuedCopy copy, int offset, byte[] bytes) {
    if (copy.isDelivered()) {
      copy.complete += bytes.length;
      port.deliver(copy, offset, bytes);
    } else {
      put(copy, offset, bytes);
      moved(copy, bytes.length);
    }
  }

  /** All CTAs to which a copy is delivered have its bytes. */
  public void delivered(QueuedCopy copy) {
    inFlight.remove(copy);
  }

  /** Writes bytes of a copy into shared memory. */
  private void put(QueuedCopy copy, int offset, byte[] bytes) {
    int copied = 0;
    while (copied < bytes.length) {
      int count = copy.together(offset + copied, bytes.length - copied);
      int place = copy.place(offset + copied);
      port.store().write(place, Arrays.copyOfRange(bytes, copied, copied + count));
      port.loads().overtaken(place, count);
      copied += count;
    }
  }

  /** Reads bytes of a copy from shared memory. */
  private byte[] take(QueuedCopy copy, int offset, int count) {
    byte[] bytes = new byte[count];
    int copied = 0;
    while (copied < count) {
      int part = copy.together(offset + copied, count - copied);
      byte[] read = port.store().read(copy.place(offset + copied), part);
      System.arraycopy(read, 0, bytes, copied, part);
      copied += part;
    }
    return bytes;
  }

  /** Bytes of a copy are where they belong. */
  private void moved(QueuedCopy copy, int count) {
    copy.complete += count;
    if (copy.complete == copy.bytes()) {
      complete(copy);
    }
  }

  private void complete(QueuedCopy copy) {
    inFlight.remove(copy);
    if (copy.grouped()) {
      copy.targetWritten();
      port.completed(copy, 0, 0);
      return;
    }
    long oldState = port.store().peek(copy.barrier, Mbarrier.BYTES);
    if (mutant() != AsyncMutant.COMPLETION_BEFORE_BYTES) {
      count(copy);
    }
    port.completed(copy, oldState, port.store().peek(copy.barrier, Mbarrier.BYTES));
  }

  /** The mbarrier of a copy counts its bytes. */
  private void count(QueuedCopy copy) {
    AsyncProxyStore store = port.store();
    long[] address = new long[copy.lane + 1];
    address[copy.lane] = copy.barrier;
    long _ =
        store.begin(copy.warp, 1L << copy.lane, address, Mbarrier.BYTES, LocalMemoryUse.UPDATE);
    Mbarrier.transact(store, copy.warp, copy.lane, copy.barrier, -copy.bytes());
  }
}
