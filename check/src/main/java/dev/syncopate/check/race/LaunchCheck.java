package dev.syncopate.check.race;

import dev.syncopate.check.order.FollowedWord;
import dev.syncopate.check.order.FollowedWrite;
import dev.syncopate.check.order.IssuedAccess;
import dev.syncopate.check.order.NoteKinds;
import dev.syncopate.check.order.OrderListener;
import dev.syncopate.check.order.ReadSource;
import dev.syncopate.check.race.AccessDecomposition.Memory;
import dev.syncopate.check.race.ShadowAccesses.Mark;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.observer.BulkTransfer;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.observer.MbarrierAccess;
import dev.syncopate.machine.observer.PeerStoreEvent;
import dev.syncopate.machine.observer.SharedAccess;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.WarpAccess;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.MemoryInstruction.MbarrierKind;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.TensorMapLayout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Watches one launch for races: who stands where, and what its accesses meet. */
final class LaunchCheck implements OrderListener {
  private static final long ORIGIN = AddressMap.DEVICE_BASE;
  private static final long[] UNKNOWN = {};
  private static final MemoryOperation COPY = MemoryOperation.store(DataType.B32);
  private static final MemoryOperation BULK_READ = MemoryOperation.load(DataType.B32);
  private static final MemoryOperation BULK_UPDATE =
      MemoryOperation.atomic(AtomicOp.ADD, DataType.B32).withResult(false);

  private final Grid grid;
  private final int unitsPerGpu;
  private final SyncGraph graph;
  private final ThreadMeetings meetings;
  private final RaceBuilder findings;
  private final Conflicts conflicts;
  private final AccessDecomposition accesses;
  private final GlobalHappensBefore globalSync;
  private final SharedHappensBefore sharedSync;
  private final AsynchronousCopies copies;
  private final BulkCopies bulk;

  /** Null where no fence is of initialisations alone. */
  private final @Nullable Initialisations initialisations;

  /** Share in launches that overlap; null for a launch alone. */
  private final LaunchOverlap.@Nullable Share overlap;

  private final Consumer<String> unchecked;
  private final Consumer<RaceCheckExtent> extent;
  private final Synchronisation synchronisation;
  private final @Nullable HandOvers handOvers;
  private long barriers;
  private final CtaPlaces places;
  private final boolean ctaScopeIsUnit;
  private final InstructionReading reading;
  private final ShadowAccesses memory = new ShadowAccesses();
  private final Memory global = new Memory(memory, false, ORIGIN);

  /** CTAs of clusters that have moved in, by number. */
  private final Map<Long, CtaClock> clusterCtas = new HashMap<>();

  /** Conflicts of accesses to other CTAs that acquire and are on their way. */
  private final IdentityHashMap<SharedAccess, List<Conflict>> heldConflicts =
      new IdentityHashMap<>();

  /** Barriers of clusters, by the cluster's number. */
  private final Map<Integer, ClusterPhases> clusterPhases = new HashMap<>();

  /** By unit and warp slot. */
  private @Nullable WarpClock[] @Nullable [] warps = new @Nullable WarpClock[0][];

  /**
   * @param ctaScopeIsUnit whether {@code .cta} scope takes in all CTAs of a compute unit
   * @param reading what instructions are taken for
   * @param handOverLog keeps hand-overs without order; null if none are looked for
   * @param listener null for none
   * @param unchecked hears what could not be checked
   * @param extent hears how much there was to check
   * @param overlapping the launches that it overlaps; null for none
   * @param notes makes the kinds of notes that are kept with words and writes
   */
  LaunchCheck(
      Grid grid,
      InstructionReading reading,
      int unitsPerGpu,
      boolean ctaScopeIsUnit,
      SyncGraph graph,
      RaceLog log,
      @Nullable HandOverLog handOverLog,
      @Nullable Listener listener,
      Consumer<String> unchecked,
      Consumer<RaceCheckExtent> extent,
      @Nullable LaunchOverlap overlapping,
      NoteKinds notes) {
    this.grid = grid;
    this.reading = reading;
    this.unitsPerGpu = unitsPerGpu;
    this.graph = graph;
    this.unchecked = unchecked;
    this.extent = extent;
    this.ctaScopeIsUnit = ctaScopeIsUnit;
    this.places = new CtaPlaces((int) grid.ctas());
    RunInstructions instructions = new RunInstructions(grid.kernel().code.length);
    this.copies = new AsynchronousCopies(graph, grid);
    this.bulk = new BulkCopies(graph, grid, reading);
    this.initialisations = Initialisations.of(graph, grid);
    this.findings = new RaceBuilder(grid, graph, instructions, log, ORIGIN, listener, copies);
    this.conflicts = new Conflicts(graph, instructions, places, bulk, findings);
    this.accesses = new AccessDecomposition(instructions, conflicts);
    this.overlap =
        overlapping == null ? null : overlapping.share(grid, graph, memory, instructions, ORIGIN);
    if (overlap != null) {
      conflicts.overlaps(overlap);
    }
    this.meetings = new ThreadMeetings(graph);
    this.handOvers =
        handOverLog == null ? null : HandOvers.of(grid, graph, instructions, handOverLog, listener);
    FenceScOrder fenceOrder = FenceScOrder.of(grid, graph);
    this.synchronisation = new Synchronisation(graph, listener, handOvers, fenceOrder);
    this.globalSync =
        new GlobalHappensBefore(graph, synchronisation, handOvers, memory, ORIGIN, notes);
    this.sharedSync = new SharedHappensBefore(graph, synchronisation, handOvers);
  }

  /** Why a launch cannot be checked; null if it can. */
  static @Nullable String refusal(Grid grid) {
    String name = grid.kernel().program.name();
    if (2 * grid.ctas() * grid.warps() > Integer.MAX_VALUE / Long.SIZE) { // and those that copy
      return name + ": a launch has too many threads to tell them apart";
    }
    return grid.kernel().code.length >= Mark.MOST_INSTRUCTIONS
        ? name + ": the kernel has too many instructions to tell them apart"
        : null;
  }

  @Override
  public void begun(long cycle) {
    if (overlap != null) {
      overlap.begun();
    }
  }

  @Override
  public void gridDependency(int unit, Warp warp, int pc, long lanes, boolean waits) {
    if (overlap == null) {
      return;
    }
    if (waits) {
      overlap.waited(clock(unit, warp), pc, lanes);
    } else if (!warp.owner().released) {
      overlap.releases(clock(unit, warp), lanes);
    }
  }

  @Override
  public void ended() {
    extent.accept(
        new RaceCheckExtent(conflicts.handedOver(), synchronisation.acquired() + barriers));
    String name = grid.kernel().program.name();
    if (handOvers != null && handOvers.full()) {
      unchecked.accept(
          name
              + ": hand-overs without order were looked for in a part of the launch only, for there"
              + " was too much to keep");
    }
    if (graph.full()) {
      unchecked.accept(
          name + ": there was too much synchronisation to keep; races after that are not known");
    }
    if (bulk.unchecked() > 0) {
      unchecked.accept(
          "%s: %,d bulk copies and asynchronous stores were not checked, for too many were in flight"
              .formatted(name, bulk.unchecked()));
    }
    if (conflicts.forgotten() > 0) {
      unchecked.accept(
          "%s: %,d writes to words that more threads had read than are kept; they were compared with"
                  .formatted(name, conflicts.forgotten())
              + " the last of these");
    }
  }

  @Override
  public void started(int unit, Cta cta) {
    if (unit >= warps.length) {
      warps = Arrays.copyOf(warps, unit + 1);
    }
    int lastSlot = 0;
    for (Warp warp : cta.warps) {
      lastSlot = Math.max(lastSlot, warp.slot);
    }
    @Nullable WarpClock[] unitClocks = warps[unit];
    unitClocks =
        unitClocks == null
            ? new @Nullable WarpClock[lastSlot + 1]
            : unitClocks.length > lastSlot ? unitClocks : Arrays.copyOf(unitClocks, lastSlot + 1);
    warps[unit] = unitClocks;
    int domain = ctaScopeIsUnit ? unit : (int) cta.index;
    int width = cta.warps[0].width;
    CtaClock clock = new CtaClock(cta, unit / unitsPerGpu, domain, width, grid.threads());
    places.started(clock);
    if (!clock.solitary) {
      clusterCtas.put(cta.index, clock);
    }
    for (int i = 0; i < cta.warps.length; i++) {
      WarpClock previous = unitClocks[cta.warps[i].slot];
      if (previous != null) {
        previous.cta.left();
      }
      unitClocks[cta.warps[i].slot] = clock.warps[i];
    }
  }

  /**
   * Threads of the last warp of a CTA have exited: bulk copies and other CTAs' accesses to its
   * shared memory must be over.
   */
  @Override
  public void left(int unit, Warp warp) {
    CtaClock cta = clock(unit, warp).cta;
    if (warp.owner().liveWarps > 1) {
      return;
    }
    for (LateAccesses.Access access : cta.lateAccesses.unordered(cta, graph)) {
      findings.exited(cta, clock(unit, warp), warp.schedule.pc(), access);
    }
  }

  private WarpClock clock(int unit, Warp warp) {
    @Nullable WarpClock @Nullable [] unitClocks = warps[unit];
    WarpClock clock = unitClocks == null ? null : unitClocks[warp.slot];
    if (clock == null) {
      throw new IllegalStateException("no CTA has moved into warp slot " + warp.slot);
    }
    return clock;
  }

  @Override
  public void issued(int unit, Warp warp, int pc, WarpAccess access, long lanes) {
    WarpClock clock = clock(unit, warp);
    MemoryOperation operation = reading.operation(pc, access.operation);
    globalSync.passes();
    if (operation == null) {
      return;
    }
    boolean acquires = operation.order().acquires() && operation.resultUsed();
    if (acquires) {
      conflicts.hold();
    }
    if (operation.kind() != AccessKind.FENCE) {
      WarpClock agent = copies.copies(pc) ? copies.agent(clock).clock : clock;
      int bytes = operation.bytesPerLane();
      accesses.access(
          global,
          new AccessDecomposition.Step(
              agent, pc, operation, lanes, access.address, bytes, access.operand, false));
    }
    if (RunInstructions.isStrong(operation)) {
      globalSync.issued(clock, pc, operation, access, lanes, conflicts.release());
    } else if (operation.kind() == AccessKind.STORE) {
      globalSync.overwrites(clock, pc, operation, lanes);
    }
  }

  @Override
  public void completed(int unit, Warp warp, WarpAccess access) {
    globalSync.completed(access);
  }

  @Override
  public boolean follows(IssuedAccess issue, int lane) {
    return globalSync.follows(lane);
  }

  @Override
  public void wrote(IssuedAccess issue, FollowedWrite write, @Nullable FollowedWrite previous) {
    globalSync.wrote(write);
  }

  @Override
  public void loads(IssuedAccess issue, int lane, FollowedWord word) {
    globalSync.loads(lane, word);
  }

  @Override
  public void read(
      IssuedAccess issue, int lane, int element, @Nullable FollowedWord word, ReadSource source) {
    if (word != null) {
      globalSync.read(lane, word, source);
    }
  }

  @Override
  public void performed(
      IssuedAccess issue, FollowedWrite write, boolean written, ReadSource source) {
    globalSync.performed(write, written, source);
  }

  @Override
  public void answered(IssuedAccess issue) {
    conflicts.settle(globalSync.answered());
  }

  @Override
  public void shared(int unit, SharedAccess access) {
    WarpClock clock = clock(unit, access.warp());
    MemoryOperation operation = reading.operation(access.pc(), access.operation());
    if (operation == null) {
      return;
    }
    if (operation.order().acquires()) {
      conflicts.hold();
    }
    accesses.access(
        new Memory(clock.cta.shared, true, access.base()),
        new AccessDecomposition.Step(
            clock,
            access.pc(),
            operation,
            access.lanes(),
            access.address(),
            operation.bytesPerLane(),
            access.stored(),
            access.inTransaction()));
    sharedSync.accessed(clock, clock.cta, access.as(operation));
    conflicts.settle(conflicts.release());
  }

  /** The clock of a CTA of a cluster. */
  private CtaClock clusterCta(long cta) {
    CtaClock clock = clusterCtas.get(cta);
    if (clock == null) {
      throw new IllegalStateException("CTA " + cta + " has not moved in");
    }
    return clock;
  }

  @Override
  public void peerIssued(int unit, long cta, SharedAccess access) {
    WarpClock clock = clock(unit, access.warp());
    MemoryOperation operation = reading.operation(access.pc(), access.operation());
    if (operation == null) {
      return;
    }
    conflicts.hold();
    CtaClock owner = clusterCta(cta);
    boolean isSeen = RunInstructions.isStrong(operation) && operation.kind() != AccessKind.LOAD;
    fromPeer(
        owner,
        clock,
        access.pc(),
        access.lanes(),
        access.address(),
        operation.type().bytes(),
        isSeen);
    accesses.access(
        new Memory(owner.shared, true, 0),
        new AccessDecomposition.Step(
            clock,
            access.pc(),
            operation,
            access.lanes(),
            access.address(),
            operation.bytesPerLane(),
            access.stored(),
            false));
    List<Conflict> undecided = conflicts.release();
    if (operation.order().acquires()) {
      heldConflicts.put(access, undecided);
    } else {
      conflicts.settle(undecided);
    }
  }

  /**
   * Lanes access the shared memory of another CTA.
   *
   * @param isSeen whether a thread of that CTA may see there that the access is over
   */
  private static void fromPeer(
      CtaClock owner,
      WarpClock agent,
      int pc,
      long lanes,
      long[] offset,
      int elementBytes,
      boolean isSeen) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      SyncLocation place = isSeen ? owner.locations.at(offset[lane]) : null;
      owner.lateAccesses.add(agent, pc, lane, offset[lane], elementBytes, place);
    }
  }

  @Override
  public void peerPerformed(int unit, Cta cta, SharedAccess access) {
    WarpClock clock = clock(unit, access.warp());
    MemoryOperation operation = reading.operation(access.pc(), access.operation());
    if (operation == null) {
      return;
    }
    sharedSync.accessed(clock, clusterCta(cta.index), access.as(operation));
    List<Conflict> undecided = heldConflicts.remove(access);
    if (undecided != null) {
      conflicts.settle(undecided);
    }
  }

  @Override
  public void peerStores(int unit, long cta, PeerStoreEvent store) {
    SharedAccess data = store.data();
    CtaClock owner = clusterCta(cta);
    MemoryOperation operation = data.operation();
    bulk.stores(
        clock(unit, data.warp()),
        store,
        (agent, lanes) -> {
          fromPeer(owner, agent, data.pc(), lanes, data.address(), operation.type().bytes(), false);
          accesses.access(
              new Memory(owner.shared, true, 0),
              new AccessDecomposition.Step(
                  agent,
                  data.pc(),
                  operation,
                  lanes,
                  data.address(),
                  operation.bytesPerLane(),
                  UNKNOWN,
                  false));
        });
  }

  @Override
  public void peerStored(int unit, Cta cta, PeerStoreEvent store) {
    SharedAccess data = store.data();
    CtaClock owner = clusterCta(cta.index);
    for (long rest = data.lanes(); rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      WarpClock agent = bulk.stored(store, lane);
      if (agent != null) {
        boolean endsPhase =
            Mbarrier.endsPhase(store.states().oldState()[lane], store.states().newState()[lane]);
        sharedSync.completed(agent, owner, lane, data.pc(), store.barrier()[lane], endsPhase);
      }
    }
    bulk.forget(store);
  }

  @Override
  public void copied(int unit, Warp warp, int pc, long lanes, long[] targets, int base, int bytes) {
    WarpClock clock = copies.begin(clock(unit, warp), lanes);
    accesses.access(
        new Memory(clock.cta.shared, true, base),
        new AccessDecomposition.Step(clock, pc, COPY, lanes, targets, bytes, UNKNOWN, false));
  }

  @Override
  public void grouped(int unit, Warp warp, int pc, long lanes) {
    copies.grouped(clock(unit, warp), pc, lanes);
  }

  @Override
  public void awaited(int unit, Warp warp, int pc, long lanes, int but) {
    copies.awaited(clock(unit, warp), pc, lanes, but);
  }

  @Override
  public void arriving(int unit, Warp warp, int pc, CopyArrival arrival) {
    WarpClock clock = clock(unit, warp);
    object(
        clock,
        clock.cta,
        pc,
        SharedHappensBefore.ARRIVAL,
        arrival.lanes,
        arrival.address,
        arrival.base);
    copies.arriving(clock, pc, arrival);
  }

  @Override
  public void arrived(int unit, Warp warp, int pc, CopyArrival arrival) {
    WarpClock agent = copies.agent(clock(unit, warp)).clock;
    sharedSync.arrived(agent, pc, arrival, copies.arrived(arrival));
  }

  /**
   * The bytes of a copy whose map is in global memory are told later. What its thread does from now
   * on has another moment.
   */
  @Override
  public void bulkIssued(int unit, BulkTransfer transfer) {
    List<BulkCopies.Copy> issued = bulk.issued(clock(unit, transfer.warp), transfer);
    if (issued.isEmpty()) {
      return;
    }
    for (BulkCopies.Copy copy : issued) {
      mustEnd(transfer, copy);
    }
    if (transfer.map != 0 && AddressMap.space(transfer.map) == StateSpace.GLOBAL) {
      synchronisation.moment(clock(unit, transfer.warp), 1L << transfer.lane, transfer.pc);
      for (BulkCopies.Copy copy : issued) {
        bulk(global, copy.mapper(), transfer, BULK_READ, transfer.map, TensorMapLayout.BYTES);
      }
    }
  }

  /** Notes what a copy reads and writes of CTAs' shared memory, for when these exit. */
  private void mustEnd(BulkTransfer transfer, BulkCopies.Copy copy) {
    int source = transfer.toShared ? transfer.source : transfer.shared;
    if (source != BulkTransfer.NOT_SHARED) {
      copy.warp()
          .cta
          .lateAccesses
          .add(copy.reader(), transfer.pc, transfer.lane, source, COPY.type().bytes(), null);
    }
    if (transfer.toShared) {
      target(copy).lateAccesses.issued(transfer, copy.writer(), COPY.type().bytes());
    }
  }

  /** The CTA to whose shared memory it copies. */
  private CtaClock target(BulkCopies.Copy copy) {
    CtaClock issuer = copy.warp().cta;
    return copy.target() == issuer.index ? issuer : clusterCta(copy.target());
  }

  @Override
  public void bulkLocated(int unit, BulkTransfer transfer) {
    MemoryOperation change = transfer.reduces ? BULK_UPDATE : COPY;
    for (BulkCopies.Copy copy : bulk.located(transfer)) {
      CtaClock issuer = copy.warp().cta;
      if (!transfer.toShared) {
        Memory shared = new Memory(issuer.shared, true, 0);
        bulk(shared, copy.reader(), transfer, BULK_READ, transfer.shared, transfer.bytes);
        transfer.inGlobal(
            (address, bytes) -> bulk(global, copy.writer(), transfer, change, address, bytes));
        continue;
      }
      if (transfer.source == BulkTransfer.NOT_SHARED) {
        transfer.inGlobal(
            (address, bytes) -> bulk(global, copy.reader(), transfer, BULK_READ, address, bytes));
      } else {
        Memory source = new Memory(issuer.shared, true, 0);
        bulk(source, copy.reader(), transfer, BULK_READ, transfer.source, transfer.bytes);
      }
      Memory shared = new Memory(target(copy).shared, true, 0);
      bulk(shared, copy.writer(), transfer, change, transfer.shared, transfer.bytes);
    }
  }

  private void bulk(
      Memory accessed,
      WarpClock agent,
      BulkTransfer transfer,
      MemoryOperation operation,
      long start,
      int bytes) {
    long[] address = new long[agent.now.length];
    address[transfer.lane] = start;
    accesses.access(
        accessed,
        new AccessDecomposition.Step(
            agent, transfer.pc, operation, 1L << transfer.lane, address, bytes, UNKNOWN, false));
  }

  @Override
  public void tensorMapFence(int unit, Warp warp, int pc, long lanes, long @Nullable [] maps) {
    WarpClock clock = clock(unit, warp);
    synchronisation.moment(clock, lanes, pc);
    if (maps != null) {
      bulk.acquired(clock, lanes, maps);
    }
  }

  @Override
  public void bulkCompleted(
      int unit, Cta cta, BulkTransfer transfer, long oldState, long newState) {
    BulkCopies.Copy copy = bulk.completed(transfer, cta.index);
    if (copy != null) {
      CtaClock target = target(copy);
      target.lateAccesses.completed(transfer, target.locations.at(transfer.barrier));
      sharedSync.completed(
          copy.writer(),
          target,
          transfer.lane,
          transfer.pc,
          transfer.barrier,
          Mbarrier.endsPhase(oldState, newState));
    }
  }

  @Override
  public void bulkGrouped(int unit, Warp warp, int pc, long lanes) {
    bulk.grouped(clock(unit, warp), lanes);
  }

  @Override
  public void bulkAwaited(int unit, Warp warp, int pc, long lanes, int but, boolean reads) {
    bulk.awaited(clock(unit, warp), pc, lanes, but, reads);
  }

  @Override
  public void productIssued(int unit, Warp warp, int pc, int[] tiles) {
    WarpClock clock = clock(unit, warp);
    BulkCopies.Copy product = bulk.productIssued(clock);
    if (product == null) {
      return;
    }
    Memory shared = new Memory(clock.cta.shared, true, 0);
    for (int i = 0; i < tiles.length; i += 2) {
      long[] address = new long[clock.now.length];
      address[0] = tiles[i];
      accesses.access(
          shared,
          new AccessDecomposition.Step(
              product.reader(), pc, BULK_READ, 1, address, tiles[i + 1], UNKNOWN, false));
    }
  }

  @Override
  public void productsGrouped(int unit, Warp warp, int pc) {
    bulk.productsGrouped(clock(unit, warp));
  }

  @Override
  public void productsAwaited(int unit, Warp warp, int pc, long lanes, int but) {
    bulk.productsAwaited(clock(unit, warp), pc, lanes, but);
  }

  @Override
  public void proxyFence(int unit, Warp warp, int pc, long lanes) {
    synchronisation.moment(clock(unit, warp), lanes, pc);
  }

  @Override
  public void mbarrier(int unit, MbarrierAccess access) {
    WarpClock clock = clock(unit, access.warp());
    boolean isOwn = access.cta() == access.warp().owner();
    CtaClock owner = isOwn ? clock.cta : clusterCta(access.cta().index);
    Initialisations begun = access.kind() == MbarrierKind.INIT ? initialisations : null;
    object(
        begun == null ? clock : begun.begin(clock, access.lanes()),
        owner,
        access.pc(),
        access.operation(),
        access.lanes(),
        access.address(),
        access.base());
    if (begun != null) {
      begun.end(clock, access.pc(), access.lanes());
    }
    if (!isOwn) {
      long[] offset = new long[access.address().length];
      for (long rest = access.lanes(); rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        offset[lane] = access.offset(lane);
      }
      fromPeer(owner, clock, access.pc(), access.lanes(), offset, Mbarrier.BYTES, true);
    }
    sharedSync.mbarrier(clock, owner, access);
  }

  @Override
  public void initialisationFence(int unit, Warp warp, int pc, long lanes) {
    if (initialisations != null) {
      initialisations.fenced(clock(unit, warp), lanes);
    }
  }

  /** Lanes access mbarrier objects, which must be initialised before: no wait orders that. */
  private void object(
      WarpClock clock,
      CtaClock owner,
      int pc,
      MemoryOperation operation,
      long lanes,
      long[] address,
      int base) {
    accesses.access(
        new Memory(owner.shared, true, base),
        new AccessDecomposition.Step(
            clock, pc, operation, lanes, address, operation.bytesPerLane(), UNKNOWN, false));
  }

  @Override
  public void barrier(int unit, Cta cta, Warp[] warps, long[] lanes, int[] pcs, int count) {
    barriers++;
    WarpClock[] clocks = new WarpClock[count];
    for (int i = 0; i < count; i++) {
      clocks[i] = clock(unit, warps[i]);
    }
    if (handOvers != null) {
      handOvers.met(clocks, lanes, count);
    }
    switch (reading.barrier(pcs, count)) {
      case CTA -> meetings.barrier(clocks[0].cta, clocks, lanes, pcs, count);
      case WARP -> meetings.inWarps(clocks, lanes, pcs, count);
      case NOBODY -> {}
    }
  }

  @Override
  public void clusterArrived(
      int unit, Warp warp, int pc, long lanes, long phase, boolean releases) {
    WarpClock clock = clock(unit, warp);
    SyncLocation location =
        clusterPhases.computeIfAbsent(clock.cta.cluster, _ -> new ClusterPhases()).arriving(phase);
    sharedSync.clusterArrived(clock, location, pc, lanes, releases, initialisations);
  }

  @Override
  public void clusterWaited(int unit, Warp warp, int pc, long lanes, long phase, boolean acquires) {
    WarpClock clock = clock(unit, warp);
    ClusterPhases phases = clusterPhases.get(clock.cta.cluster);
    if (phases != null) {
      sharedSync.clusterWaited(clock, phases.over(phase), pc, lanes, acquires);
    }
  }

  @Override
  public void converged(int unit, Warp warp, int pc, long lanes) {
    if (reading.converges(pc)) {
      meetings.converged(clock(unit, warp), pc, lanes);
      if (handOvers != null) {
        handOvers.met(new WarpClock[] {clock(unit, warp)}, new long[] {lanes}, 1);
      }
    }
  }

  @Override
  public void transaction(int unit, Warp warp, int pc, long lanes, boolean commit) {
    meetings.transaction(clock(unit, warp), pc, lanes, commit);
  }

  @Override
  public void renewed(long address, long bytes) {
    memory.forget((address - ORIGIN) >> 2, (bytes + 3) >> 2);
  }
}
