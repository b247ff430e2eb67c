package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.AccessKind;
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
import dev.syncopate.memory.local.SharedElement;
import dev.syncopate.memory.local.TensormapProxy;
import dev.syncopate.model.litmus.AsyncInstruction;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import dev.syncopate.sim.perturb.PeerChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Shared memory of a tile, its copy unit, and the copies of its threads: the classes that a timed
 * run drives. What can happen here of itself: the copy unit issues its next line, the oldest store
 * lands that the copy unit does not see yet, a load returns. Before the first line of a copy by a
 * tensor map the copy unit reads the map.
 *
 * <p>A tensor map is a location, and holds the address of another one.
 */
final class ExploredSharedMemory implements CopyPort, TensormapProxy.Port {
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

  private final TensormapProxy maps;

  /** Lines that the copy unit has on their way at a time. */
  private final int mostLines;

  /** Whether the copy unit writes shared memory: then it matters when a load returns. */
  private final boolean overtakes;

  /** By thread: its groups by what they have read, and by what they have written. */
  private final List<AsyncCopies> reads = new ArrayList<>();

  private final List<AsyncCopies> writes = new ArrayList<>();

  /** Copies to other CTAs that are on their way, by number. */
  private final TreeMap<Integer, ExploredCopy> delivered = new TreeMap<>();

  /** By copy from another CTA, how many of its bytes have come. */
  private final TreeMap<Integer, Integer> incoming = new TreeMap<>();

  /** By thread: loads that have not returned, and those that its proxy fence waits for. */
  private final List<List<ExploredLoad>> pending = new ArrayList<>();

  private final List<List<RecentLoads.Load>> fenced = new ArrayList<>();

  /** What CTAs send to each other. */
  private final ExploredCluster cluster;

  /** Whether the test has barriers of clusters. */
  private final boolean meets;

  /** By thread: the threads of its CTA, as bits. */
  private final long[] ctas;

  /**
   * @param codes of the tile's threads
   * @param residents all CTAs of the test, those of a cluster by rank
   * @param bytes of shared memory
   * @param mostLines that the copy unit has on their way at a time, and tensor maps that it keeps
   * @param mutant what is wrong on purpose; null for nothing
   */
  ExploredSharedMemory(
      TilePart tile,
      List<ThreadCode> codes,
      List<ExploredCluster.Resident> residents,
      int bytes,
      int mostLines,
      @Nullable AsyncMutant mutant) {
    this.tile = tile;
    this.mutant = mutant;
    this.mostLines = mostLines;
    maps = new TensormapProxy(mostLines, this, mutant);
    store = AsyncProxyStore.withoutTime(bytes, Standstill.NOW, mutant);
    overtakes =
        codes.stream()
            .flatMap(code -> code.instructions().stream())
            .anyMatch(instruction ->
                instruction instanceof ThreadCode.Instruction.Bulk bulk && bulk.toShared());
    cluster = new ExploredCluster(tile, codes, residents, mutant);
    meets = tile.meets();
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

  /** Whether the copy unit may issue a line, or read a map. */
  boolean mayAdvance() {
    return queue.first() != null
        && queue.lines() < mostLines
        && tile.mayCopy()
        && (first().isLocated() || !maps.awaits());
  }

  private ExploredCopy first() {
    return (ExploredCopy) Objects.requireNonNull(queue.first());
  }

  void advance() {
    if (locates(first())) {
      queue.advance();
    }
  }

  /** Whether it is known which bytes a copy moves; if not, its map is on its way. */
  private boolean locates(ExploredCopy copy) {
    if (copy.isLocated()) {
      return true;
    }
    byte[] map = maps.read(copy.map);
    if (map == null) {
      return false;
    }
    long address = LittleEndian.get(map, 0, LocationAddresses.BYTES);
    if (!tile.hasLocation(address)) {
      throw new IllegalStateException(
          "`%s`: the map has address %d, where no location is".formatted(copy.text, address));
    }
    copy.address = address;
    return true;
  }

  String advanceText() {
    ExploredCopy copy = first();
    return "the copy unit %s of %s"
        .formatted(
            copy.isLocated() || maps.holds(copy.map) ? "issues a line" : "reads the map",
            copy.text);
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

  /** The next message of a way between CTAs; null for none. */
  @Nullable ExploredMessage message(int way) {
    return cluster.first(way);
  }

  /** Ways between CTAs. */
  int ways() {
    return cluster.ways();
  }

  /** A thread has come to its end, if the barrier of its cluster counts it. */
  void exit(int thread) {
    if (meets) {
      cluster.exit(thread);
    }
  }

  /** Whether accesses of a thread to other CTAs are on their way. */
  boolean awaitsPeers(int thread) {
    return cluster.awaitsPeers(thread) && mutant != AsyncMutant.RELEASE_LEAVES_PEERS;
  }

  /** Whether nothing is on its way that anything else may wait for. */
  boolean idle() {
    return cluster.idle() && queue.inFlight().isEmpty() && pending.stream().allMatch(List::isEmpty);
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
      case ThreadCode.Instruction.StoreAsync _ ->
          refused(state, thread, IssueRule.access(/* releases= */ false, mutant));
      case ThreadCode.Instruction.ClusterStep step ->
          cluster.refuses(thread.warp, step.arrives())
              || refused(state, thread, IssueRule.access(step.releases(), mutant));
      case ThreadCode.Instruction.MapFence _ ->
          refused(state, thread, IssueRule.access(/* releases= */ false, mutant));
      case ThreadCode.Instruction.Bulk bulk ->
          bulk.mapped() && refused(state, thread, IssueRule.access(/* releases= */ false, mutant));
      case ThreadCode.Instruction.CommitCopies _ -> false;
      case ThreadCode.Instruction.AwaitCopies(boolean reading, int newest) ->
          !(reading ? reads : writes).get(thread.warp).landed(1, newest);
    };
  }

  private boolean refused(TileState state, ExploredThread thread, IssueRule rule) {
    boolean synchronising = (state.lsu.blocked() >>> thread.warp & 1) != 0;
    return (rule.synchronised() && synchronising)
        || (rule.quiet() && (!state.lsu.quiet(thread.warp) || awaitsPeers(thread.warp)));
  }

  /** A thread does what it is at. */
  void perform(TileState state, ExploredThread thread, ThreadCode.Instruction.Local local) {
    int warp = thread.warp;
    switch (local) {
      case ThreadCode.Instruction.SharedAccess access -> {
        if (access.owner() == ThreadCode.OWN) {
          access(state, thread, access);
        } else {
          send(thread, access);
        }
      }
      case ThreadCode.Instruction.MbarrierStep step -> {
        if (step.owner() == ThreadCode.OWN) {
          long result = step(thread.warp, step);
          if (step.target() >= 0) {
            thread.registers[step.target()] = result;
          }
        } else {
          request(thread, step.owner(), request(step, thread, 0, 0));
        }
      }
      case ThreadCode.Instruction.StoreAsync async ->
          cluster.send(
              warp, async.owner(), PeerChannel.REQUEST, request(async, thread, async.value(), 0));
      case ThreadCode.Instruction.ClusterStep step -> {
        if (step.arrives()) {
          cluster.arrive(warp);
        } else {
          cluster.pass(warp);
        }
      }
      case ThreadCode.Instruction.Bulk bulk -> {
        ExploredCopy copy =
            new ExploredCopy(
                bulk,
                warp,
                bulk.owner() == ThreadCode.OWN ? -1 : freeNumber(),
                thread.text(),
                bulk.barrier() < 0 ? reads.get(warp) : null,
                bulk.barrier() < 0 ? writes.get(warp) : null);
        if (copy.isDelivered()) {
          delivered.put(copy.number, copy);
        }
        queue.add(copy);
      }
      case ThreadCode.Instruction.AsyncFence fence -> {
        if (fence.shared()) {
          store.fence(ctas[warp], warp);
        }
        if (IssueRule.proxyFence(fence.global(), fence.shared(), mutant).loaded()) {
          fenced.get(warp).addAll(loads.inFlight(IssueRule.fencedLoads(ctas[warp], warp, mutant)));
          thread.fenced = !fenced.get(warp).isEmpty();
        }
      }
      case ThreadCode.Instruction.MapFence fence -> {
        if (fence.map() >= 0) {
          maps.acquire(fence.map());
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

  /** The lowest number that no copy to another CTA has. */
  private int freeNumber() {
    int number = 0;
    while (delivered.containsKey(number)) {
      number++;
    }
    return number;
  }

  private static ExploredMessage request(
      ThreadCode.Instruction.Local instruction, ExploredThread thread, long a, long b) {
    return new ExploredMessage.Request(
        instruction, thread.warp, a, b, "%s of %s".formatted(thread.text(), thread.code.name()));
  }

  private void request(ExploredThread thread, int owner, ExploredMessage message) {
    cluster.send(thread.warp, owner, PeerChannel.REQUEST, message);
    cluster.requested(thread.warp, 1);
    thread.underWay++;
  }

  /** Sends an access to another CTA. Behind one that acquires nothing is done before it is. */
  private void send(ExploredThread thread, ThreadCode.Instruction.SharedAccess access) {
    long a = access.negates() ? -thread.value(access.a()) : thread.value(access.a());
    request(thread, access.owner(), request(access, thread, a, thread.value(access.b())));
    if (access.target() >= 0) {
      thread.awaits(access.target());
    }
    thread.remote = access.operation().order().acquires();
  }

  /** The next message of a way is performed where it has come to. */
  void receive(TileState state, int way) {
    switch (cluster.take(way)) {
      case ExploredMessage.Request request -> {
        ExploredMessage.Answer answer = perform(request);
        if (answer != null) {
          answered(state, answer);
        }
      }
      case ExploredMessage.Part part -> {
        if (write(part)) {
          delivered(part.copy().number());
        }
      }
      case ExploredMessage.Arrival arrival -> cluster.arrived(arrival);
      case ExploredMessage.Answer _, ExploredMessage.Receipt _ ->
          throw new IllegalStateException("an answer in one tile");
    }
  }

  /** A message of another tile has come. */
  void receive(TileState state, int sender, ExploredMessage message) {
    switch (message) {
      case ExploredMessage.Request request -> {
        ExploredMessage.Answer answer = perform(request);
        if (answer != null) {
          tile.sendToPeer(sender, PeerChannel.ANSWER, answer);
        }
      }
      case ExploredMessage.Part part -> {
        if (write(part)) {
          tile.sendToPeer(
              sender,
              PeerChannel.ANSWER,
              new ExploredMessage.Receipt(part.copy().number(), "the receipt of " + part.text()));
        }
      }
      case ExploredMessage.Arrival arrival -> cluster.arrived(arrival);
      case ExploredMessage.Answer answer -> answered(state, answer);
      case ExploredMessage.Receipt receipt -> delivered(receipt.number());
    }
  }

  /** Performs a request. Returns its answer; null for an asynchronous store, which has none. */
  private ExploredMessage.@Nullable Answer perform(ExploredMessage.Request request) {
    int slot = ctas.length; // of no thread here
    ExploredMessage.Answer answer =
        switch (request.instruction()) {
          case ThreadCode.Instruction.SharedAccess access -> {
            begin(slot, access.place(), use(access.operation().kind()));
            long old =
                SharedElement.perform(
                    store, slot, 0, access.place(), access.operation(), request.a(), request.b());
            yield answer(request, access.target(), old);
          }
          case ThreadCode.Instruction.MbarrierStep step -> {
            long _ = step(slot, step);
            yield answer(request, -1, 0);
          }
          case ThreadCode.Instruction.StoreAsync async -> {
            MemoryOperation operation =
                async.update() != null ? async.update() : MemoryOperation.store(DataType.U64);
            begin(slot, async.place(), LocalMemoryUse.UPDATE);
            long _ =
                SharedElement.perform(store, slot, 0, async.place(), operation, request.a(), 0);
            begin(slot, async.barrier(), LocalMemoryUse.UPDATE);
            Mbarrier.transact(store, slot, 0, async.barrier(), -AsyncInstruction.BYTES);
            yield null;
          }
          default -> throw new IllegalStateException(request.text() + " is no request");
        };
    store.landWrites(slot);
    return answer;
  }

  private static ExploredMessage.Answer answer(
      ExploredMessage.Request request, int register, long value) {
    return new ExploredMessage.Answer(
        request.warp(), register, value, "the answer to " + request.text());
  }

  private void answered(TileState state, ExploredMessage.Answer answer) {
    ExploredThread thread = state.threads.get(answer.warp());
    if (answer.register() >= 0) {
      thread.arrived(answer.register(), answer.value());
    }
    thread.remote = false;
    cluster.requested(thread.warp, -1);
    thread.underWay--;
  }

  private void begin(int slot, int place, LocalMemoryUse use) {
    long _ = store.begin(slot, 1, new long[] {place}, LocationAddresses.BYTES, use);
  }

  /**
   * Bytes of a copy have come from another CTA; the mbarrier here counts them with the last.
   * Returns whether they are the last.
   */
  private boolean write(ExploredMessage.Part part) {
    byte[] written = part.bytes();
    if (part.update() != null) {
      written = store.read(part.place(), part.bytes().length);
      SharedElement.update(part.update(), written, part.bytes());
    }
    store.write(part.place(), written);
    loads.overtaken(part.place(), written.length);
    Integer begun = incoming.remove(part.copy().key());
    int previous = begun == null ? 0 : begun;
    int received = previous + written.length;
    boolean isLast = received == part.total();
    if (!isLast) {
      incoming.put(part.copy().key(), received);
    }
    if (mutant == AsyncMutant.COMPLETION_BEFORE_BYTES ? previous == 0 : isLast) {
      int slot = ctas.length;
      begin(slot, part.barrier(), LocalMemoryUse.UPDATE);
      Mbarrier.transact(store, slot, 0, part.barrier(), -part.total());
      store.landWrites(slot);
    }
    return isLast;
  }

  /** All bytes of a copy have come to another CTA. */
  private void delivered(int number) {
    queue.delivered(Objects.requireNonNull(delivered.remove(number), "no copy has this number"));
  }

  private void access(
      TileState state, ExploredThread thread, ThreadCode.Instruction.SharedAccess access) {
    MemoryOperation operation = access.operation();
    int place = access.place();
    begin(thread.warp, place, use(operation.kind()));
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
    long old =
        SharedElement.perform(store, thread.warp, 0, place, operation, a, thread.value(access.b()));
    if (operation.kind() == AccessKind.ATOMIC && access.target() >= 0) {
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

  /** An operation on an mbarrier here. Returns 1 for a wait that is over, 0 for others. */
  private long step(int warp, ThreadCode.Instruction.MbarrierStep step) {
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
      case TEST_WAIT, TRY_WAIT -> {
        return Mbarrier.isParityOver(store, warp, 0, place, number) ? 1 : 0;
      }
    }
    return 0;
  }

  // ---- the copy unit ----

  /** A copy of one thread. */
  static final class ExploredCopy extends QueuedCopy {
    private static final long UNKNOWN = -1;

    final boolean toShared;

    /** Number of the CTA to which it goes; {@link ThreadCode#OWN} for none or the own one. */
    final int owner;

    final int thread;
    private final int source;

    /** Among copies to other CTAs; negative for another copy. */
    final int number;

    /** Place of the mbarrier that counts its bytes; negative for none. */
    final int mbarrier;

    final @Nullable MemoryOperation update;
    private final int place;

    /** Address of its tensor map; {@link #UNKNOWN} without. */
    final long map;

    /** Of its first byte in global memory; {@link #UNKNOWN} before its map has been read. */
    long address;

    private final int bytes;

    /** The instruction, for people. */
    final String text;

    ExploredCopy(
        ThreadCode.Instruction.Bulk bulk,
        int warp,
        int number,
        String text,
        @Nullable AsyncCopies reads,
        @Nullable AsyncCopies writes) {
      int barrier = bulk.barrier() < 0 ? NO_BARRIER : bulk.barrier();
      this.number = number;
      this.owner = bulk.owner();
      this.source = bulk.source();
      this.mbarrier = bulk.barrier();
      this.thread = warp;
      super(warp, 0, bulk.toShared(), barrier, reads, writes);
      this.toShared = bulk.toShared();
      this.update = bulk.update();
      this.place = bulk.place();
      this.map = bulk.mapped() ? bulk.address() : UNKNOWN;
      this.address = bulk.mapped() ? UNKNOWN : bulk.address();
      this.bytes = bulk.bytes();
      this.text = text;
    }

    boolean isLocated() {
      return address != UNKNOWN;
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
    protected boolean isDelivered() {
      return owner != ThreadCode.OWN;
    }

    @Override
    protected int source() {
      return source;
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
  public int inMessage(int place, int limit) {
    return Math.min(limit, AsyncInstruction.BYTES);
  }

  @Override
  public void deliver(QueuedCopy copy, int offset, byte[] bytes) {
    ExploredCopy explored = (ExploredCopy) copy;
    cluster.send(
        explored.thread,
        explored.owner,
        PeerChannel.COPY,
        new ExploredMessage.Part(
            new ExploredMessage.CopyNumber(tile.node().number(), explored.number),
            explored.update,
            explored.place(offset),
            bytes,
            explored.bytes(),
            explored.mbarrier,
            "a part of " + explored.text));
  }

  @Override
  public void issue(CopyLine line, long address, byte @Nullable [] bytes) {
    ExploredCopy copy = (ExploredCopy) line.copy();
    MemoryOperation operation = copy.update != null ? copy.update : copy.toShared ? READ : WRITE;
    tile.issueCopy(access(operation, address, line.count(), bytes, line));
  }

  /** An access of the copy unit to bytes of a line. */
  private WarpAccess access(
      MemoryOperation operation, long address, int count, byte @Nullable [] bytes, Object token) {
    int laneBytes = operation.bytesPerLane();
    int lanes = count / laneBytes;
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
              LineBytes.rangeLow(offset, count),
              LineBytes.rangeHigh(offset, count))
        };
    access.token = token;
    return access;
  }

  @Override
  public void fetch(TensormapProxy.Fetch request) {
    tile.issueCopy(access(READ, request.address(), AsyncInstruction.BYTES, null, request));
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
    Object token = Objects.requireNonNull(access.token);
    if (token instanceof TensormapProxy.Fetch request) {
      request.arrived(bytes(access, AsyncInstruction.BYTES));
      return;
    }
    CopyLine line = (CopyLine) token;
    queue.landed(line, access.operation.resultUsed() ? bytes(access, line.count()) : null);
  }

  /** The bytes that an access has read. */
  private static byte[] bytes(WarpAccess access, int count) {
    int size = access.operation.type().bytes();
    int elements = access.operation.elements();
    int lanes = access.address.length;
    byte[] bytes = new byte[count];
    for (int i = 0; i < bytes.length / size; i++) {
      LittleEndian.put(bytes, i * size, size, access.result[i % elements * lanes + i / elements]);
    }
    return bytes;
  }

  @Override
  public void sourceRead(QueuedCopy copy) {}

  @Override
  public void completed(QueuedCopy copy, long oldState, long newState) {}
}
