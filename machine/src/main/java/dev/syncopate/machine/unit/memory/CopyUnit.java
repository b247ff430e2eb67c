package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.config.CopyConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.tensor.TensorBox;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.CopyLine;
import dev.syncopate.memory.local.CopyPort;
import dev.syncopate.memory.local.CopyQueue;
import dev.syncopate.memory.local.LittleEndian;
import dev.syncopate.memory.local.QueuedCopy;
import dev.syncopate.memory.local.RecentLoads;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copy unit of a compute unit: performs bulk copies, one line of global memory after the other, as
 * {@link CopyQueue} decides. Lines go through the L1 as weak accesses that keep no copy there.
 * Their queue is separate from that of warps, so that they overtake what is queued there. Of a copy
 * of a tensor's box it reads the map first, by the tensormap proxy ({@link TensorMapCache}).
 */
final class CopyUnit implements CopyEngine, CopyPort {
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

  private final CopyQueue queue = new CopyQueue(this);
  private boolean ticking;

  /** Bytes of a lane of the access that is issued next. */
  private int laneBytes;

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
  private static final class Copy extends QueuedCopy {
    final BulkTransfer transfer;
    final Cta cta;
    final Grid grid;

    /** Where it is in the unit's shared memory. */
    private final int shared;

    /** Update of each element of the target; null for none. */
    @Nullable MemoryOperation update;

    /** What makes a box of the tensor map; null where bytes in a row are copied. */
    final @Nullable Boxes boxes;

    final long start;

    Copy(
        BulkTransfer transfer,
        @Nullable MemoryOperation update,
        @Nullable Boxes boxes,
        long start) {
      boolean grouped = transfer.barrier < 0;
      super(
          transfer.warp.slot,
          transfer.lane,
          transfer.toShared,
          grouped ? NO_BARRIER : transfer.cta.sharedBase + transfer.barrier,
          grouped ? transfer.warp.accesses.makeBulkReads() : null,
          grouped ? transfer.warp.accesses.makeBulkCopies() : null);
      this.transfer = transfer;
      this.update = update;
      this.boxes = boxes;
      this.start = start;
      this.cta = transfer.cta;
      this.grid = cta.grid();
      this.shared = cta.sharedBase + transfer.shared;
    }

    @Override
    protected int bytes() {
      return transfer.bytes;
    }

    @Override
    protected int place(int offset) {
      TensorBox box = transfer.box;
      return box == null ? shared + offset : cta.sharedBase + box.place(transfer.shared, offset);
    }

    @Override
    protected int together(int offset, int limit) {
      TensorBox box = transfer.box;
      return box == null || !box.isSwizzled() ? limit : Math.min(limit, CHUNK - offset % CHUNK);
    }

    @Override
    protected int outside(int offset) {
      TensorBox box = transfer.box;
      if (box == null) {
        return 0;
      }
      int row = offset / box.rowBytes();
      int position = offset % box.rowBytes();
      return position < box.begin(row)
          ? box.begin(row) - position
          : position < box.end(row) ? 0 : box.rowBytes() - position;
    }

    @Override
    protected byte[] fill(int count) {
      TensorBox box = transfer.box;
      return box == null ? super.fill(count) : box.fill(count);
    }

    @Override
    protected long address(int offset) {
      TensorBox box = transfer.box;
      return box == null
          ? transfer.global + offset
          : box.address(offset / box.rowBytes()) + offset % box.rowBytes();
    }

    @Override
    protected int inRow(int offset) {
      TensorBox box = transfer.box;
      return box == null
          ? transfer.bytes - offset
          : box.end(offset / box.rowBytes()) - offset % box.rowBytes();
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
    if (atOnce) {
      tick(now);
    } else {
      unit.wakeUp(copy.start);
    }
  }

  @Override
  public boolean busy() {
    return !queue.inFlight().isEmpty();
  }

  @Override
  public long tick(long now) {
    if (ticking) {
      return Long.MAX_VALUE;
    }
    ticking = true;
    Copy first = first();
    while (first != null
        && first.start <= now
        && queue.lines() < config.lines()
        && unit.memory.mayCopy()
        && isLocated(first)) {
      queue.advance();
      first = first();
    }
    ticking = false;
    return first == null || first.start <= now ? Long.MAX_VALUE : first.start;
  }

  private @Nullable Copy first() {
    return (Copy) queue.first();
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

  @Override
  public int together(QueuedCopy copy, long address, int limit) {
    int count = (int) Math.min(limit, lineBytes - (address & (lineBytes - 1)));
    int size = CHUNK;
    while (((address | count) & (size - 1)) != 0) {
      size >>= 1;
    }
    laneBytes = size;
    return ((Copy) copy).update == null ? Math.min(count, size * Long.SIZE) : count;
  }

  @Override
  public void issue(CopyLine line, long address, byte @Nullable [] bytes) {
    Copy copy = (Copy) line.copy();
    int count = line.count();
    MemoryOperation operation =
        copy.update == null ? operation(copy.transfer.toShared, laneBytes) : copy.update;
    WarpAccess access = access(operation, address, count);
    if (bytes != null) {
      int size = operation.type().bytes();
      int lanes = access.address.length;
      for (int i = 0; i < count / size; i++) {
        int element = i % operation.elements();
        access.operand[element * lanes + i / operation.elements()] =
            LittleEndian.get(bytes, i * size, size);
      }
    }
    access.token = new Line(copy, line);
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

  @Override
  public AsyncProxyStore store() {
    if (unit.local instanceof AsyncProxyStore store) {
      return store;
    }
    throw new IllegalStateException("a kernel without bulk copies has one");
  }

  @Override
  public RecentLoads loads() {
    return loads;
  }

  @Override
  public void sourceRead(QueuedCopy copy) {
    resume((Copy) copy);
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
    private final CopyLine line;

    Line(Copy copy, CopyLine line) {
      this.copy = copy;
      this.line = line;
    }

    @Override
    public void completed(WarpAccess access) {
      queue.landed(line, copy.transfer.toShared ? bytes(access, line.count()) : null);
      if (queue.first() != null && !unit.memory.answersAtOnce()) {
        unit.wakeUp(unit.now() + 1);
      }
    }
  }

  @Override
  public void completed(QueuedCopy completed, long oldState, long newState) {
    Copy copy = (Copy) completed;
    BulkTransfer transfer = copy.transfer;
    LaunchObserver observer = unit.observer;
    if (observer != null) {
      observer.bulkCompleted(unit.index, transfer, oldState, newState);
    }
    if (transfer.barrier < 0) {
      resume(copy);
    }
    unit.progressed();
    if (queue.inFlight().isEmpty()) {
      unit.copied();
    }
  }

  @Override
  public List<String> waiting() {
    List<String> text = new ArrayList<>();
    for (QueuedCopy bulkCopy : queue.inFlight()) {
      Copy copy = (Copy) bulkCopy;
      BulkTransfer transfer = copy.transfer;
      TensorBox box = transfer.box;
      text.add(
          "cu%d copy unit: %d of %s bytes %s shared 0x%x %s, of CTA %d thread %d, are there%s"
              .formatted(
                  unit.index,
                  copy.complete(),
                  transfer.map != 0 && box == null ? "unknown" : transfer.bytes,
                  transfer.toShared ? "to" : "from",
                  transfer.shared,
                  transfer.map == 0
                      ? "at 0x%x".formatted(transfer.global)
                      : box == null
                          ? "by the tensor map at 0x%x, which has not been read"
                              .formatted(transfer.map)
                          : "for the %s of the tensor at 0x%x".formatted(box, box.map().address()),
                  transfer.cta.index,
                  transfer.thread,
                  transfer.barrier < 0
                      ? ""
                      : ", for the mbarrier at shared 0x%x".formatted(transfer.barrier)));
    }
    return text;
  }
}
