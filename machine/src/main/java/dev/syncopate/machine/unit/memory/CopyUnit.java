package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.config.CopyConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.local.AsyncProxyStore;
import dev.syncopate.machine.local.LittleEndian;
import dev.syncopate.machine.local.Mbarrier;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.warp.AsyncCopies;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copy unit of a compute unit: performs bulk copies, one line of global memory after the other.
 * Lines go through the L1 as weak accesses that keep no copy there. Their queue is separate from
 * that of warps, so that they overtake what is queued there. Bytes of shared memory are read and
 * written at that moment, as the async proxy sees them ({@link AsyncProxyStore}); warps' pending
 * accesses are not looked at. When all bytes of a copy are there, its mbarrier counts them.
 */
final class CopyUnit implements CopyEngine {
  /** Bytes of a lane of its accesses; copies are of whole multiples. */
  static final int CHUNK = 16;

  private static final MemoryOperation READ =
      MemoryOperation.load(DataType.B64).withElements(2).with(Order.WEAK, Scope.GPU).into(64);
  private static final MemoryOperation WRITE = MemoryOperation.store(DataType.B64).withElements(2);

  private final ComputeUnit unit;
  private final CopyConfig config;
  private final Coalescer coalescer;
  private final int lineBytes;
  private final RecentLoads loads;

  /** Copies of which not all lines have been issued, and all that are not complete. */
  private final ArrayDeque<Copy> queue = new ArrayDeque<>();

  private final List<Copy> inFlight = new ArrayList<>();
  private int lines;
  private boolean ticking;

  /**
   * @param loads of shared memory that a write may overtake
   */
  CopyUnit(ComputeUnit unit, CopyConfig config, int lineBytes, int width, RecentLoads loads) {
    this.unit = unit;
    this.config = config;
    this.lineBytes = lineBytes;
    this.loads = loads;
    this.coalescer = new Coalescer(lineBytes, Math.max(width, lineBytes / Integer.BYTES));
  }

  /** A copy of one thread. */
  private static final class Copy {
    final BulkTransfer transfer;
    final Cta cta;

    /** Where it is in the unit's shared memory, and the object there that counts its bytes. */
    final int shared;

    final int barrier;

    /** Update of each element of the target; null for none. */
    final @Nullable MemoryOperation update;

    final long start;
    final AsyncCopies.@Nullable Copy reading;
    final AsyncCopies.@Nullable Copy writing;
    int issued;
    int complete;

    Copy(BulkTransfer transfer, @Nullable MemoryOperation update, long start) {
      this.transfer = transfer;
      this.update = update;
      this.start = start;
      Warp warp = transfer.warp;
      this.cta = transfer.cta;
      this.shared = cta.sharedBase + transfer.shared;
      this.barrier =
          transfer.barrier < 0 ? BulkTransfer.NO_BARRIER : cta.sharedBase + transfer.barrier;
      boolean grouped = transfer.barrier < 0;
      long lane = 1L << transfer.lane;
      this.reading = grouped ? warp.accesses.makeBulkReads().begin(lane) : null;
      this.writing = grouped ? warp.accesses.makeBulkCopies().begin(lane) : null;
    }
  }

  /**
   * Takes a copy.
   *
   * @param update of each element of the target; null to overwrite it
   */
  void add(BulkTransfer transfer, @Nullable MemoryOperation update, long now) {
    boolean atOnce = unit.memory.answersAtOnce();
    Copy copy = new Copy(transfer, update, atOnce ? now : now + config.latency());
    queue.add(copy);
    inFlight.add(copy);
    if (atOnce) {
      tick(now);
    } else {
      unit.wakeUp(copy.start);
    }
  }

  @Override
  public boolean busy() {
    return !inFlight.isEmpty();
  }

  @Override
  public long tick(long now) {
    if (ticking) {
      return Long.MAX_VALUE;
    }
    ticking = true;
    Copy first = queue.peek();
    while (first != null && first.start <= now && lines < config.lines() && unit.memory.mayCopy()) {
      if (line(first)) {
        queue.remove();
        read(first);
      }
      first = queue.peek();
    }
    ticking = false;
    return first == null || first.start <= now ? Long.MAX_VALUE : first.start;
  }

  /** Issues the next line of a copy. Returns whether it is the last. */
  private boolean line(Copy copy) {
    BulkTransfer transfer = copy.transfer;
    int offset = copy.issued;
    long address = transfer.global + offset;
    int count = (int) Math.min(transfer.bytes - offset, lineBytes - (address & (lineBytes - 1)));
    copy.issued += count;
    lines++;
    MemoryOperation update = copy.update;
    MemoryOperation operation = transfer.toShared ? READ : update == null ? WRITE : update;
    WarpAccess access = access(operation, address, count);
    if (!transfer.toShared) {
      byte[] bytes = proxy().read(copy.shared + offset, count);
      int size = operation.type().bytes();
      int lanes = access.address.length;
      for (int i = 0; i < count / size; i++) {
        int element = i % operation.elements();
        access.operand[element * lanes + i / operation.elements()] =
            LittleEndian.get(bytes, i * size, size);
      }
    }
    access.token = new Line(copy, offset, count);
    access.lines = coalescer.lines(access, operation.bytesPerLane());
    unit.memory.issue(access);
    return copy.issued == transfer.bytes;
  }

  /** An access to bytes of a line. */
  private WarpAccess access(MemoryOperation operation, long address, int count) {
    int bytes = operation.bytesPerLane();
    int lanes = count / bytes;
    long[] addresses = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      addresses[lane] = address + (long) lane * bytes;
    }
    long mask = lanes == Long.SIZE ? -1L : (1L << lanes) - 1;
    boolean reads = operation.resultUsed();
    long[] operand = reads ? WarpAccess.NO_VALUES : new long[lanes * operation.elements()];
    return WarpAccess.of(
        operation, unit.warps.length + 1, mask, addresses, operand, WarpAccess.NO_VALUES);
  }

  private AsyncProxyStore proxy() {
    if (unit.local instanceof AsyncProxyStore store) {
      return store;
    }
    throw new IllegalStateException("a kernel without bulk copies has one");
  }

  /** All of a copy's source has been read, if that is shared memory. */
  private void read(Copy copy) {
    if (copy.reading != null) {
      copy.transfer.warp.accesses.makeBulkReads().landed(copy.reading);
      resume(copy);
    }
  }

  private void resume(Copy copy) {
    Warp warp = copy.transfer.warp;
    if (warp.cta() == copy.cta && warp.waiting() == Wait.COPIES) {
      unit.resume(warp, 0);
    }
  }

  /** The access to a line of a copy. */
  private final class Line implements CopyEngine.Completion {
    private final Copy copy;
    private final int offset;
    private final int count;

    Line(Copy copy, int offset, int count) {
      this.copy = copy;
      this.offset = offset;
      this.count = count;
    }

    @Override
    public void completed(WarpAccess access) {
      lines--;
      if (copy.transfer.toShared) {
        byte[] bytes = new byte[count];
        int lanes = access.address.length;
        for (int i = 0; i < count / Long.BYTES; i++) {
          LittleEndian.put(bytes, i * Long.BYTES, Long.BYTES, access.result[i % 2 * lanes + i / 2]);
        }
        proxy().write(copy.shared + offset, bytes);
        loads.overtaken(copy.shared + offset, count);
      }
      copy.complete += count;
      if (copy.complete == copy.transfer.bytes) {
        complete(copy);
      }
      if (!queue.isEmpty() && !unit.memory.answersAtOnce()) {
        unit.wakeUp(unit.now() + 1);
      }
    }
  }

  private void complete(Copy copy) {
    inFlight.remove(copy);
    BulkTransfer transfer = copy.transfer;
    LaunchObserver observer = unit.observer;
    if (copy.writing != null) {
      transfer.warp.accesses.makeBulkCopies().landed(copy.writing);
      if (observer != null) {
        observer.bulkCompleted(unit.index, transfer, 0, 0);
      }
      resume(copy);
    } else {
      int slot = transfer.warp.slot;
      long[] address = new long[transfer.lane + 1];
      address[transfer.lane] = copy.barrier;
      unit.local.begin(slot, 1L << transfer.lane, address, Mbarrier.BYTES, LocalMemoryUse.UPDATE);
      long oldState = unit.local.peek(copy.barrier, Mbarrier.BYTES);
      Mbarrier.transact(unit.local, slot, transfer.lane, copy.barrier, -transfer.bytes);
      if (observer != null) {
        long newState = unit.local.peek(copy.barrier, Mbarrier.BYTES);
        observer.bulkCompleted(unit.index, transfer, oldState, newState);
      }
    }
    unit.progressed();
    if (inFlight.isEmpty()) {
      unit.copied();
    }
  }

  @Override
  public List<String> waiting() {
    List<String> text = new ArrayList<>();
    for (Copy copy : inFlight) {
      BulkTransfer transfer = copy.transfer;
      text.add(
          "cu%d copy unit: %d of %d bytes %s shared 0x%x at 0x%x, of CTA %d thread %d, are there%s"
              .formatted(
                  unit.index,
                  copy.complete,
                  transfer.bytes,
                  transfer.toShared ? "to" : "from",
                  transfer.shared,
                  transfer.global,
                  copy.cta.index,
                  transfer.thread,
                  transfer.barrier < 0
                      ? ""
                      : ", for the mbarrier at shared 0x%x".formatted(transfer.barrier)));
    }
    return text;
  }
}
