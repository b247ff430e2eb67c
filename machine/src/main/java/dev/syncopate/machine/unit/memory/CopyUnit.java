package dev.syncopate.machine.unit.memory;

import dev.syncopate.machine.code.Op;
import dev.syncopate.machine.config.CopyConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.core.FaultTexts;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.tensor.TensorBox;
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
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.CopyLine;
import dev.syncopate.memory.local.CopyPort;
import dev.syncopate.memory.local.CopyQueue;
import dev.syncopate.memory.local.LittleEndian;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.memory.local.QueuedCopy;
import dev.syncopate.memory.local.RecentLoads;
import dev.syncopate.memory.local.SharedElement;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Copy unit of a compute unit: performs bulk copies, one line of global memory after the other, as
 * {@link CopyQueue} decides. Lines go through the L1 as weak accesses that keep no copy there.
 * Their queue is separate from that of warps, so that they overtake what is queued there. Of a copy
 * of a tensor's box it reads the map first, by the tensormap proxy ({@link TensorMapCache}).
 *
 * <p>Bytes for other CTAs of the cluster go in messages to the copy units there ({@link CopyPart}),
 * which write them and have the mbarrier of their CTA count them. Bytes of shared memory go through
 * the cluster port of the compute unit. Those of global memory go to all CTAs of a multicast at
 * once.
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
  private final PeerUnit peers;

  /** Tensor maps that it has read. */
  final TensorMapCache maps;

  private final CopyQueue queue = new CopyQueue(this);

  /** Copies of this unit by their shares of CTAs. */
  private final IdentityHashMap<CopyDelivery, Copy> underWay = new IdentityHashMap<>();

  private boolean ticking;

  /** Bytes of a lane of the access that is issued next. */
  private int laneBytes;

  /**
   * @param loads of shared memory that a write may overtake
   * @param peers cluster port of the compute unit
   */
  CopyUnit(
      ComputeUnit unit,
      CopyConfig config,
      int lineBytes,
      int width,
      RecentLoads loads,
      PeerUnit peers) {
    this.peers = peers;
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

    /** Update of each element of the target; null for none. */
    @Nullable MemoryOperation update;

    /** What makes a box of the tensor map; null where bytes in a row are copied. */
    final @Nullable Boxes boxes;

    final long start;

    /** Shares of CTAs that are not over; none where the copy stays in its own CTA. */
    final Set<CopyDelivery> deliveries = new LinkedHashSet<>();

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
    }

    @Override
    protected int bytes() {
      return transfer.bytes;
    }

    @Override
    protected boolean isDelivered() {
      return !deliveries.isEmpty();
    }

    @Override
    protected int source() {
      return transfer.source == BulkTransfer.NOT_SHARED ? -1 : cta.sharedBase + transfer.source;
    }

    @Override
    protected int place(int offset) {
      return CopyUnit.place(transfer, cta, offset);
    }

    @Override
    protected int together(int offset, int limit) {
      return CopyUnit.together(transfer, offset, limit);
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
   * @param targets CTAs of the cluster to which it goes; none where it stays in its own CTA
   */
  void add(
      BulkTransfer transfer, @Nullable MemoryOperation update, List<PeerCta> targets, long now) {
    add(transfer, update, null, targets, now);
  }

  /** Takes a copy of a tensor's box, which is known when its map has been read. */
  void add(BulkTransfer transfer, Boxes boxes, List<PeerCta> targets, long now) {
    add(transfer, null, boxes, targets, now);
  }

  private void add(
      BulkTransfer transfer,
      @Nullable MemoryOperation update,
      @Nullable Boxes boxes,
      List<PeerCta> targets,
      long now) {
    boolean atOnce = unit.memory.answersAtOnce();
    Copy copy = new Copy(transfer, update, boxes, atOnce ? now : now + config.latency());
    for (PeerCta target : targets) {
      CopyDelivery delivery = new CopyDelivery(unit.index, transfer, target, update);
      copy.deliveries.add(delivery);
      underWay.put(delivery, copy);
    }
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
        && hasRoom(first, now)
        && isLocated(first)) {
      queue.advance();
      first = first();
    }
    ticking = false;
    if (first == null) {
      return Long.MAX_VALUE;
    }
    if (first.start <= now) {
      return staysOnUnits(first) && !hasRoom(first, now) ? peers.requestsFree() : Long.MAX_VALUE;
    }
    return first.start;
  }

  /** Whether a copy is from shared memory to shared memory. */
  private static boolean staysOnUnits(Copy copy) {
    return copy.transfer.source != BulkTransfer.NOT_SHARED;
  }

  /** Whether what a copy's bytes go through takes the next of them now. */
  private boolean hasRoom(Copy copy, long now) {
    return staysOnUnits(copy) ? peers.requestsFree() <= now : unit.memory.mayCopy();
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
  public int inMessage(int place, int limit) {
    return Math.min(limit, lineBytes - (place & (lineBytes - 1)));
  }

  @Override
  public void deliver(QueuedCopy queued, int offset, byte[] bytes) {
    Copy copy = (Copy) queued;
    long now = unit.now();
    unit.progressed();
    long arrival = unit.memory.answersAtOnce() ? now : now + config.multicastLatency();
    for (CopyDelivery delivery : List.copyOf(copy.deliveries)) {
      CopyPart part = new CopyPart(delivery, offset, bytes);
      if (staysOnUnits(copy)) {
        peers.post(delivery.target.unit(), part, bytes.length, now);
      } else {
        peers.sent(bytes.length);
        unit.send(delivery.target.unit(), part, arrival);
      }
    }
  }

  /** Bytes of a copy have come for a CTA that is, or was, here. */
  void receive(CopyPart part, long now) {
    CopyDelivery delivery = part.delivery();
    if (delivery.isOver()) {
      return;
    }
    Cta cta = delivery.target.in(unit);
    if (cta != null) {
      write(delivery, cta, part.offset(), part.bytes());
      unit.progressed();
      if (!delivery.receive(part.bytes().length)) {
        return;
      }
      count(delivery, cta);
    }
    delivery.end();
    peers.acknowledge(delivery.unit, new CopyReceipt(delivery, cta != null), now);
  }

  private void write(CopyDelivery delivery, Cta cta, int offset, byte[] bytes) {
    MemoryOperation update = delivery.update;
    if (update == null) {
      put(delivery.transfer, cta, offset, bytes);
      return;
    }
    byte[] values = store().read(cta.sharedBase + delivery.transfer.shared + offset, bytes.length);
    SharedElement.update(update, values, bytes);
    put(delivery.transfer, cta, offset, values);
  }

  /** All bytes of a copy are in the shared memory of a CTA: its mbarrier object counts them. */
  private void count(CopyDelivery delivery, Cta cta) {
    BulkTransfer transfer = delivery.transfer;
    int slot = PeerRequest.slot(peers);
    int object = cta.sharedBase + transfer.barrier;
    long oldState = unit.local.peek(object, Mbarrier.BYTES);
    transact(transfer, slot, object);
    store().landWrites(slot);
    if (unit.observer != null) {
      long newState = unit.local.peek(object, Mbarrier.BYTES);
      unit.observer.bulkCompleted(unit.index, cta, transfer, oldState, newState);
    }
  }

  /** The bytes of a copy are counted by an object. */
  private void transact(BulkTransfer transfer, int slot, int object) {
    long[] address = new long[transfer.lane + 1];
    address[transfer.lane] = object;
    unit.local.begin(slot, 1L << transfer.lane, address, Mbarrier.BYTES, LocalMemoryUse.UPDATE);
    Mbarrier.transact(unit.local, slot, transfer.lane, object, -transfer.bytes);
  }

  /** A copy of this unit is over in a CTA. */
  void receive(CopyReceipt receipt) {
    CopyDelivery delivery = receipt.delivery();
    Copy copy = underWay.remove(delivery);
    if (copy == null) {
      throw new IllegalStateException("no copy has this share");
    }
    BulkTransfer transfer = delivery.transfer;
    if (!receipt.present()) {
      Grid grid = copy.grid;
      Op op = grid.kernel().code[transfer.pc];
      String name = FaultTexts.name(grid, op, true, transfer.shared, CHUNK);
      throw unit.fault(
          grid,
          op,
          transfer.thread(grid),
          "copies to " + peers.gone(transfer.shared, name, delivery.target, grid));
    }
    copy.deliveries.remove(delivery);
    unit.progressed();
    if (copy.deliveries.isEmpty()) {
      queue.delivered(copy);
      if (queue.inFlight().isEmpty()) {
        unit.copied();
      }
    }
  }

  /** Writes bytes of a copy into the shared memory of a CTA that is here. */
  private void put(BulkTransfer transfer, Cta cta, int offset, byte[] bytes) {
    int copied = 0;
    while (copied < bytes.length) {
      int count = together(transfer, offset + copied, bytes.length - copied);
      int place = place(transfer, cta, offset + copied);
      store().write(place, Arrays.copyOfRange(bytes, copied, copied + count));
      loads.overtaken(place, count);
      copied += count;
    }
  }

  /** How many of some bytes of a copy are in a row in shared memory. */
  private static int together(BulkTransfer transfer, int offset, int limit) {
    TensorBox box = transfer.box;
    return box == null || !box.isSwizzled() ? limit : Math.min(limit, CHUNK - offset % CHUNK);
  }

  private static int place(BulkTransfer transfer, Cta cta, int offset) {
    TensorBox box = transfer.box;
    return cta.sharedBase
        + (box == null ? transfer.shared + offset : box.place(transfer.shared, offset));
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
      observer.bulkCompleted(unit.index, copy.cta, transfer, oldState, newState);
    }
    if (transfer.barrier < 0) {
      resume(copy);
    }
    unit.progressed();
    if (queue.inFlight().isEmpty()) {
      unit.copied();
    }
  }

  /** CTAs of the cluster that do not have all bytes of a copy. */
  private String missing(Copy copy) {
    if (copy.deliveries.isEmpty()) {
      return "";
    }
    List<String> ranks = new ArrayList<>();
    copy.deliveries.forEach(delivery -> ranks.add(String.valueOf(delivery.target.rank())));
    return "; not all are in the CTAs of rank %s of the cluster"
        .formatted(String.join(", ", ranks));
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
                      transfer.source != BulkTransfer.NOT_SHARED
                          ? "for those at shared 0x%x".formatted(transfer.source)
                          : transfer.map == 0
                              ? "at 0x%x".formatted(transfer.global)
                              : box == null
                                  ? "by the tensor map at 0x%x, which has not been read"
                                      .formatted(transfer.map)
                                  : "for the %s of the tensor at 0x%x"
                                      .formatted(box, box.map().address()),
                      transfer.cta.index,
                      transfer.thread,
                      transfer.barrier < 0
                          ? ""
                          : ", for the mbarrier at shared 0x%x".formatted(transfer.barrier))
              + missing(copy));
    }
    return text;
  }
}
