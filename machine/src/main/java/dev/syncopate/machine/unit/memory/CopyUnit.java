package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.config.CopyConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.local.AsyncProxyStore;
import dev.syncopate.machine.local.LittleEndian;
import dev.syncopate.machine.local.Mbarrier;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.tensor.TensorBox;
import dev.syncopate.machine.warp.AsyncCopies;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copy unit of a compute unit: performs bulk copies, one line of global memory after the other.
 * Lines go through the L1 as weak accesses that keep no copy there. Their queue is separate from
 * that of warps, so that they overtake what is queued there. Bytes of shared memory are read and
 * written at that moment, as the async proxy sees them ({@link AsyncProxyStore}); warps' pending
 * accesses are not looked at. When all bytes of a copy are there, its mbarrier counts them. Of a
 * copy of a tensor's box it reads the map first, by the tensormap proxy ({@link TensorMapCache}).
 */
final class CopyUnit implements CopyEngine {
  /** Bytes of a lane of its accesses; copies are of whole multiples. */
  static final int CHUNK = 16;

  static final MemoryOperation READ =
      MemoryOperation.load(DataType.B64).withElements(2).with(Order.WEAK, Scope.GPU).into(64);
  private static final MemoryOperation WRITE = MemoryOperation.store(DataType.B64).withElements(2);

  /**
   * Accesses to rows of tensors that are no multiples of 16 bytes, by the bits of a lane's size.
   */
  private static final DataType[] PARTS = {DataType.B8, DataType.B16, DataType.B32, DataType.B64};

  private final ComputeUnit unit;
  private final CopyConfig config;
  private final Coalescer coalescer;
  private final int lineBytes;
  private final RecentLoads loads;

  /** Tensor maps that it has read. */
  final TensorMapCache maps;

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
    this.maps = new TensorMapCache(unit, coalescer, config.maps());
  }

  /** Instruction that copies a box of a tensor. */
  interface Boxes {
    /** The box of a copy, by the bytes of its map. Faults where that is no good. */
    TensorBox box(BulkTransfer transfer, byte[] map);

    /** Update of each element of a tensor; null to overwrite it. */
    @Nullable MemoryOperation update(BulkTransfer transfer, TensorBox box);
  }

  /** A copy of one thread. */
  private static final class Copy {
    final BulkTransfer transfer;
    final Cta cta;
    final Grid grid;

    /** Where it is in the unit's shared memory, and the object there that counts its bytes. */
    final int shared;

    final int barrier;

    /** Update of each element of the target; null for none. */
    @Nullable MemoryOperation update;

    /** What makes a box of the tensor map; null where bytes in a row are copied. */
    final @Nullable Boxes boxes;

    final long start;
    final AsyncCopies.@Nullable Copy reading;
    final AsyncCopies.@Nullable Copy writing;
    int issued;
    int complete;

    Copy(
        BulkTransfer transfer,
        @Nullable MemoryOperation update,
        @Nullable Boxes boxes,
        long start) {
      this.transfer = transfer;
      this.update = update;
      this.boxes = boxes;
      this.start = start;
      Warp warp = transfer.warp;
      this.cta = transfer.cta;
      this.grid = cta.grid();
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
    add(transfer, update, null, now);
  }

  /** Takes a copy of a tensor's box, which is known when its map has been read. */
  void add(BulkTransfer transfer, Boxes boxes, long now) {
    add(transfer, null, boxes, now);
  }

  private void add(
      BulkTransfer transfer, @Nullable MemoryOperation update, @Nullable Boxes boxes, long now) {
    boolean atOnce = unit.memory.answersAtOnce();
    Copy copy = new Copy(transfer, update, boxes, atOnce ? now : now + config.latency());
    if (AddressMap.space(transfer.map) != StateSpace.GLOBAL) {
      isLocated(copy); // the map does not change
    }
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
    while (first != null
        && first.start <= now
        && lines < config.lines()
        && unit.memory.mayCopy()
        && isLocated(first)) {
      if (line(first)) {
        queue.remove();
        read(first);
      }
      first = queue.peek();
    }
    ticking = false;
    return first == null || first.start <= now ? Long.MAX_VALUE : first.start;
  }

  /** Whether it is known which bytes a copy moves; if not, its map is on its way. */
  private boolean isLocated(Copy copy) {
    BulkTransfer transfer = copy.transfer;
    Boxes boxes = copy.boxes;
    if (boxes == null || transfer.box != null) {
      return true;
    }
    byte[] map = maps.read(transfer.map, copy.grid);
    if (map == null) {
      return false;
    }
    TensorBox box = boxes.box(transfer, map);
    copy.update = boxes.update(transfer, box);
    transfer.box = box;
    transfer.bytes = box.bytes();
    if (unit.observer != null) {
      unit.observer.bulkLocated(unit.index, transfer);
    }
    return true;
  }

  /** Issues the next line of a copy. Returns whether it is the last. */
  private boolean line(Copy copy) {
    BulkTransfer transfer = copy.transfer;
    TensorBox box = transfer.box;
    int offset = copy.issued;
    if (box == null) {
      issue(copy, transfer.global + offset, transfer.bytes - offset);
    } else {
      int row = offset / box.rowBytes();
      int position = offset % box.rowBytes();
      int begin = box.begin(row);
      int end = box.end(row);
      if (position >= begin && position < end) {
        issue(copy, box.address(row) + position, end - position);
      } else {
        outside(copy, box, (position < begin ? begin : box.rowBytes()) - position);
      }
    }
    return copy.issued == transfer.bytes;
  }

  /** Goes past bytes of a box that are outside its tensor: they are not written, or filled. */
  private void outside(Copy copy, TensorBox box, int count) {
    int offset = copy.issued;
    copy.issued += count;
    if (copy.transfer.toShared) {
      put(copy, offset, box.fill(count));
    }
    moved(copy, count);
  }

  /**
   * Issues an access to a line.
   *
   * @param address of the first byte that the copy wants next
   * @param limit bytes that it wants from there
   */
  private void issue(Copy copy, long address, int limit) {
    BulkTransfer transfer = copy.transfer;
    int offset = copy.issued;
    int count = (int) Math.min(limit, lineBytes - (address & (lineBytes - 1)));
    MemoryOperation update = copy.update;
    MemoryOperation operation;
    if (update == null) {
      int size = CHUNK;
      while (((address | count) & (size - 1)) != 0) {
        size >>= 1;
      }
      count = Math.min(count, size * Long.SIZE);
      operation = operation(transfer.toShared, size);
    } else {
      operation = update;
    }
    copy.issued += count;
    lines++;
    WarpAccess access = access(operation, address, count);
    if (!transfer.toShared) {
      byte[] bytes = take(copy, offset, count);
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
  }

  /** What lanes of a size do to global memory. */
  private static MemoryOperation operation(boolean reads, int size) {
    if (size == CHUNK) {
      return reads ? READ : WRITE;
    }
    DataType type = PARTS[Integer.numberOfTrailingZeros(size)];
    return reads
        ? MemoryOperation.load(type).with(Order.WEAK, Scope.GPU).into(64)
        : MemoryOperation.store(type);
  }

  /** An access to bytes of a line. */
  static WarpAccess access(ComputeUnit unit, MemoryOperation operation, long address, int count) {
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

  private WarpAccess access(MemoryOperation operation, long address, int count) {
    return access(unit, operation, address, count);
  }

  /** The bytes that an access has read, in their order. */
  static byte[] bytes(WarpAccess access, int count) {
    MemoryOperation operation = access.operation;
    int size = operation.type().bytes();
    int elements = operation.elements();
    int lanes = access.address.length;
    byte[] bytes = new byte[count];
    for (int i = 0; i < count / size; i++) {
      LittleEndian.put(bytes, i * size, size, access.result[i % elements * lanes + i / elements]);
    }
    return bytes;
  }

  /** Writes bytes of a copy into shared memory. */
  private void put(Copy copy, int offset, byte[] bytes) {
    int copied = 0;
    while (copied < bytes.length) {
      int count = together(copy, offset + copied, bytes.length - copied);
      int place = place(copy, offset + copied);
      proxy().write(place, Arrays.copyOfRange(bytes, copied, copied + count));
      loads.overtaken(place, count);
      copied += count;
    }
  }

  /** Reads bytes of a copy from shared memory. */
  private byte[] take(Copy copy, int offset, int count) {
    byte[] bytes = new byte[count];
    int copied = 0;
    while (copied < count) {
      int part = together(copy, offset + copied, count - copied);
      byte[] read = proxy().read(place(copy, offset + copied), part);
      System.arraycopy(read, 0, bytes, copied, part);
      copied += part;
    }
    return bytes;
  }

  /** How many of some bytes of a copy are in a row in shared memory. */
  private static int together(Copy copy, int offset, int limit) {
    TensorBox box = copy.transfer.box;
    return box == null || !box.isSwizzled() ? limit : Math.min(limit, CHUNK - offset % CHUNK);
  }

  private static int place(Copy copy, int offset) {
    TensorBox box = copy.transfer.box;
    return box == null
        ? copy.shared + offset
        : copy.cta.sharedBase + box.place(copy.transfer.shared, offset);
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
        put(copy, offset, bytes(access, count));
      }
      moved(copy, count);
      if (!queue.isEmpty() && !unit.memory.answersAtOnce()) {
        unit.wakeUp(unit.now() + 1);
      }
    }
  }

  /** Bytes of a copy are where they belong. */
  private void moved(Copy copy, int count) {
    copy.complete += count;
    if (copy.complete == copy.transfer.bytes) {
      complete(copy);
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
      TensorBox box = transfer.box;
      text.add(
          "cu%d copy unit: %d of %s bytes %s shared 0x%x %s, of CTA %d thread %d, are there%s"
              .formatted(
                  unit.index,
                  copy.complete,
                  transfer.map != 0 && box == null ? "unknown" : transfer.bytes,
                  transfer.toShared ? "to" : "from",
                  transfer.shared,
                  transfer.map == 0
                      ? "at 0x%x".formatted(transfer.global)
                      : box == null
                          ? "by the tensor map at 0x%x, which has not been read"
                              .formatted(transfer.map)
                          : "for the %s of the tensor at 0x%x".formatted(box, box.map().address()),
                  copy.cta.index,
                  transfer.thread,
                  transfer.barrier < 0
                      ? ""
                      : ", for the mbarrier at shared 0x%x".formatted(transfer.barrier)));
    }
    return text;
  }
}
