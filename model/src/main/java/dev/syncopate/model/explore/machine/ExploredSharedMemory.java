package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.LineAccess;
import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.cache.LineBytes;
import dev.syncopate.memory.local.AsyncCopies;
import dev.syncopate.memory.local.AsyncMutant;
import dev.syncopate.memory.local.AsyncProxyStore;
import dev.syncopate.memory.local.CopyLine;
import dev.syncopate.memory.local.CopyPort;
import dev.syncopate.memory.local.CopyQueue;
import dev.syncopate.memory.local.IssueRule;
import dev.syncopate.memory.local.LittleEndian;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.memory.local.QueuedCopy;
import dev.syncopate.memory.local.RecentLoads;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory of a tile, its copy unit, and the copies of its threads: the classes that a timed
 * run drives. What can happen here of itself: the copy unit issues its next line, the oldest store
 * lands that the copy unit does not see yet, a load returns.
 */
final class ExploredSharedMemory implements CopyPort {
  static final MemoryOperation READ =
      MemoryOperation.load(DataType.B64).withElements(2).with(Order.WEAK, Scope.GPU).into(64);
  static final MemoryOperation WRITE = MemoryOperation.store(DataType.B64).withElements(2);

  /** Time that does not pass. */
  private enum Standstill implements LongSupplier {
    NOW;

    @Override
    public long getAsLong() {
      return 0;
    }
  }

  private final TilePart tile;
  private final @Nullable AsyncMutant mutant;
  private final AsyncProxyStore store;
  private final RecentLoads loads = new RecentLoads(Standstill.NOW);
  private final CopyQueue queue = new CopyQueue(this);

  /** Lines that the copy unit has on their way at a time. */
  private final int mostLines;

  /** Whether the copy unit writes shared memory: then it matters when a load returns. */
  private final boolean overtakes;

  /** By thread: its groups by what they have read, and by what they have written. */
  private final List<AsyncCopies> reads = new ArrayList<>();

  private final List<AsyncCopies> writes = new ArrayList<>();

  /** By thread: loads that have not returned, and those that its proxy fence waits for. */
  private final List<List<ExploredLoad>> pending = new ArrayList<>();

  private final List<List<RecentLoads.Load>> fenced = new ArrayList<>();

  /** By thread: the threads of its CTA, as bits. */
  private final long[] ctas;

  /**
   * @param codes of the tile's threads
   * @param bytes of shared memory
   * @param mostLines that the copy unit has on their way at a time
   * @param mutant what is wrong on purpose; null for nothing
   */
  ExploredSharedMemory(
      TilePart tile,
      List<ThreadCode> codes,
      int bytes,
      int mostLines,
      @Nullable AsyncMutant mutant) {
    this.tile = tile;
    this.mutant = mutant;
    this.mostLines = mostLines;
    store = AsyncProxyStore.withoutTime(bytes, Standstill.NOW, mutant);
    overtakes =
        codes.stream()
            .flatMap(code -> code.instructions().stream())
            .anyMatch(instruction ->
                instruction instanceof ThreadCode.Instruction.Bulk bulk && bulk.toShared());
    ctas = new long[codes.size()];
    for (int thread = 0; thread < codes.size(); thread++) {
      reads.add(new AsyncCopies(1));
      writes.add(new AsyncCopies(1));
      pending.add(new ArrayList<>());
      fenced.add(new ArrayList<>());
      for (int other = 0; other < codes.size(); other++) {
        ctas[thread] |= codes.get(other).cta() == codes.get(thread).cta() ? 1L << other : 0;
      }
    }
  }

  /** Gives locations their first values. */
  void initialise(List<String> names, SharedPlaces places) {
    for (String name : names) {
      int place = places.place(name);
      Long arrivals = places.arrivals(name);
      if (arrivals != null) {
        Mbarrier.initialise(store, 0, 0, place, Math.toIntExact(arrivals));
      } else {
        boolean _ = store.put(0, 0, place, LocationAddresses.BYTES, places.initial(name));
      }
    }
    store.reset();
  }

  /** What threads find at a place. */
  long content(int place) {
    return store.peek(place, LocationAddresses.BYTES);
  }

  // ---- what can happen of itself ----

  /** Whether the copy unit may issue a line. */
  boolean mayAdvance() {
    return queue.first() != null && queue.lines() < mostLines && tile.mayCopy();
  }

  void advance() {
    queue.advance();
  }

  String advanceText() {
    return "the copy unit issues a line of "
        + ((ExploredCopy) Objects.requireNonNull(queue.first())).text;
  }

  /** Whether a store has not landed. */
  boolean mayLand() {
    return store.queued();
  }

  void land() {
    store.landFirst();
  }

  boolean mayReturn(int thread) {
    return !pending.get(thread).isEmpty();
  }

  /** The oldest load of a thread returns. */
  void returns(TileState state, int thread) {
    ExploredLoad load = pending.get(thread).removeFirst();
    load.returns();
    loads.forgetReturned();
    state.threads.get(thread).arrived(load.register, load.value);
    for (int i = 0; i < fenced.size(); i++) {
      fenced.get(i).remove(load);
      state.threads.get(i).fenced = !fenced.get(i).isEmpty();
    }
  }

  /** Whether nothing is on its way that anything else may wait for. */
  boolean idle() {
    return queue.inFlight().isEmpty() && pending.stream().allMatch(List::isEmpty);
  }

  void canonicalize() {
    store.canonicalize();
  }

  /** A line for each thing that is on its way. */
  List<String> waiting() {
    return queue.inFlight().stream()
        .map(copy ->
            "copy unit: %d bytes of %s are there"
                .formatted(copy.complete(), ((ExploredCopy) copy).text))
        .toList();
  }

  // ---- what threads do ----

  /** Whether a thread may not do now what it is at. */
  boolean refused(TileState state, ExploredThread thread, ThreadCode.Instruction.Local local) {
    return switch (local) {
      case ThreadCode.Instruction.SharedAccess access ->
          refused(state, thread, IssueRule.access(access.operation().order().releases(), mutant));
      case ThreadCode.Instruction.MbarrierStep step ->
          refused(state, thread, IssueRule.access(step.releases(), mutant));
      case ThreadCode.Instruction.AsyncFence fence ->
          refused(state, thread, IssueRule.proxyFence(fence.global(), fence.shared(), mutant));
      case ThreadCode.Instruction.Bulk _, ThreadCode.Instruction.CommitCopies _ -> false;
      case ThreadCode.Instruction.AwaitCopies(boolean reading, int newest) ->
          !(reading ? reads : writes).get(thread.warp).landed(1, newest);
    };
  }

  private static boolean refused(TileState state, ExploredThread thread, IssueRule rule) {
    boolean synchronising = (state.lsu.blocked() >>> thread.warp & 1) != 0;
    return (rule.synchronised() && synchronising)
        || (rule.quiet() && !state.lsu.quiet(thread.warp));
  }

  /** A thread does what it is at. */
  void perform(TileState state, ExploredThread thread, ThreadCode.Instruction.Local local) {
    int warp = thread.warp;
    switch (local) {
      case ThreadCode.Instruction.SharedAccess access -> access(state, thread, access);
      case ThreadCode.Instruction.MbarrierStep step -> step(thread, step);
      case ThreadCode.Instruction.Bulk bulk ->
          queue.add(
              new ExploredCopy(
                  bulk,
                  warp,
                  thread.text(),
                  bulk.barrier() < 0 ? reads.get(warp) : null,
                  bulk.barrier() < 0 ? writes.get(warp) : null));
      case ThreadCode.Instruction.AsyncFence fence -> {
        if (fence.shared()) {
          store.fence(ctas[warp], warp);
        }
        if (IssueRule.proxyFence(fence.global(), fence.shared(), mutant).loaded()) {
          fenced.get(warp).addAll(loads.inFlight(IssueRule.fencedLoads(ctas[warp], warp, mutant)));
          thread.fenced = !fenced.get(warp).isEmpty();
        }
      }
      case ThreadCode.Instruction.CommitCopies _ -> {
        reads.get(warp).commit(1);
        writes.get(warp).commit(1);
      }
      case ThreadCode.Instruction.AwaitCopies _ -> {}
    }
    thread.next++;
  }

  private void access(
      TileState state, ExploredThread thread, ThreadCode.Instruction.SharedAccess access) {
    MemoryOperation operation = access.operation();
    int place = access.place();
    int bytes = LocationAddresses.BYTES;
    long _ = store.begin(thread.warp, 1, new long[] {place}, bytes, use(operation.kind()));
    if (operation.kind() == AccessKind.LOAD) {
      ExploredLoad load = new ExploredLoad(store, thread.warp, access.target(), place);
      loads.issued(load);
      pending.get(thread.warp).add(load);
      thread.awaits(access.target());
      if (!overtakes) {
        returns(state, thread.warp);
      }
      return;
    }
    long a = access.negates() ? -thread.value(access.a()) : thread.value(access.a());
    if (operation.kind() == AccessKind.STORE) {
      boolean _ = store.put(thread.warp, 0, place, bytes, a);
      return;
    }
    AtomicOp atomic = Objects.requireNonNull(operation.atomic());
    long old = store.get(thread.warp, 0, place, bytes);
    long next = atomic.apply(operation.type(), old, a, thread.value(access.b()));
    boolean _ = store.put(thread.warp, 0, place, bytes, next);
    if (access.target() >= 0) {
      thread.registers[access.target()] = old;
    }
  }

  private static LocalMemoryUse use(AccessKind kind) {
    return switch (kind) {
      case LOAD -> LocalMemoryUse.READ;
      case STORE -> LocalMemoryUse.WRITE;
      case ATOMIC, FENCE -> LocalMemoryUse.UPDATE;
    };
  }

  private void step(ExploredThread thread, ThreadCode.Instruction.MbarrierStep step) {
    int warp = thread.warp;
    int place = step.place();
    int number = step.number();
    MbarrierAction action = step.action();
    switch (action) {
      case INIT -> Mbarrier.initialise(store, warp, 0, place, number);
      case INVAL -> Mbarrier.invalidate(store, warp, 0, place);
      case ARRIVE -> {
        long _ = Mbarrier.arrive(store, warp, 0, place, number);
      }
      case ARRIVE_EXPECT_TX -> {
        long _ = Mbarrier.expectAndArrive(store, warp, 0, place, number);
      }
      case ARRIVE_DROP -> {
        long _ = Mbarrier.arriveAndDrop(store, warp, 0, place, number);
      }
      case EXPECT_TX -> Mbarrier.transact(store, warp, 0, place, number);
      case COMPLETE_TX -> Mbarrier.transact(store, warp, 0, place, -number);
      case TEST_WAIT, TRY_WAIT ->
          thread.registers[step.target()] =
              Mbarrier.isParityOver(store, warp, 0, place, number) ? 1 : 0;
    }
  }

  // ---- the copy unit ----

  /** A copy of one thread. */
  private static final class ExploredCopy extends QueuedCopy {
    final boolean toShared;
    final @Nullable MemoryOperation update;
    private final int place;
    private final long address;
    private final int bytes;

    /** The instruction, for people. */
    final String text;

    ExploredCopy(
        ThreadCode.Instruction.Bulk bulk,
        int warp,
        String text,
        @Nullable AsyncCopies reads,
        @Nullable AsyncCopies writes) {
      int barrier = bulk.barrier() < 0 ? NO_BARRIER : bulk.barrier();
      super(warp, 0, bulk.toShared(), barrier, reads, writes);
      this.toShared = bulk.toShared();
      this.update = bulk.update();
      this.place = bulk.place();
      this.address = bulk.address();
      this.bytes = bulk.bytes();
      this.text = text;
    }

    @Override
    protected int bytes() {
      return bytes;
    }

    @Override
    protected int place(int offset) {
      return place + offset;
    }

    @Override
    protected long address(int offset) {
      return address + offset;
    }

    @Override
    protected int inRow(int offset) {
      return bytes - offset;
    }
  }

  @Override
  public AsyncProxyStore store() {
    return store;
  }

  @Override
  public RecentLoads loads() {
    return loads;
  }

  @Override
  public int together(QueuedCopy copy, long address, int limit) {
    return (int) Math.min(limit, LocationAddresses.LINE - address % LocationAddresses.LINE);
  }

  @Override
  public void issue(CopyLine line, long address, byte @Nullable [] bytes) {
    ExploredCopy copy = (ExploredCopy) line.copy();
    MemoryOperation operation = copy.update != null ? copy.update : copy.toShared ? READ : WRITE;
    int laneBytes = operation.bytesPerLane();
    int lanes = line.count() / laneBytes;
    long[] addresses = new long[lanes];
    for (int lane = 0; lane < lanes; lane++) {
      addresses[lane] = address + (long) lane * laneBytes;
    }
    WarpAccess access =
        WarpAccess.of(
            operation,
            tile.copySlot(),
            (1L << lanes) - 1,
            addresses,
            bytes == null ? WarpAccess.NO_VALUES : operands(operation, bytes),
            WarpAccess.NO_VALUES);
    long start = address & -LocationAddresses.LINE;
    int offset = (int) (address - start);
    access.lines =
        new LineAccess[] {
          new LineAccess(
              access,
              start,
              access.lanes,
              LineBytes.rangeLow(offset, line.count()),
              LineBytes.rangeHigh(offset, line.count()))
        };
    access.token = line;
    tile.issueCopy(access);
  }

  /** Values of lanes, as the load-store unit has them: elements one after the other. */
  private static long[] operands(MemoryOperation operation, byte[] bytes) {
    int size = operation.type().bytes();
    int elements = operation.elements();
    int lanes = bytes.length / operation.bytesPerLane();
    long[] operands = new long[lanes * elements];
    for (int i = 0; i < bytes.length / size; i++) {
      operands[i % elements * lanes + i / elements] = LittleEndian.get(bytes, i * size, size);
    }
    return operands;
  }

  /** An access of the copy unit is complete. */
  void landed(WarpAccess access) {
    CopyLine line = (CopyLine) Objects.requireNonNull(access.token);
    if (!access.operation.resultUsed()) {
      queue.landed(line, null);
      return;
    }
    int size = access.operation.type().bytes();
    int elements = access.operation.elements();
    int lanes = access.address.length;
    byte[] bytes = new byte[line.count()];
    for (int i = 0; i < bytes.length / size; i++) {
      LittleEndian.put(bytes, i * size, size, access.result[i % elements * lanes + i / elements]);
    }
    queue.landed(line, bytes);
  }

  @Override
  public void sourceRead(QueuedCopy copy) {}

  @Override
  public void completed(QueuedCopy copy, long oldState, long newState) {}
}
