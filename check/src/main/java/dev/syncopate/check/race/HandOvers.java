package dev.syncopate.check.race;

import dev.syncopate.check.race.Race.Passed;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.ptx.analysis.FlagReads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds data that is handed over by a flag without synchronisation ({@link HandOver}). A strong
 * load is a finding if the latest strong store to its location is by another thread, not before it
 * in causality order, and followed by a flag that the loading thread has read.
 *
 * <p>A flag is read by a strong load or an atomic whose value decides what its kernel does ({@link
 * FlagReads}), and is known to have returned the write of the flag. Store and flag's write are in
 * program order or on either side of a barrier, and so are flag's read and load. Loads that poll
 * need no order, and neither do loads that meet data without any flag. Atomics on the data are not
 * looked at.
 */
final class HandOvers {
  /** Flags that are remembered of each lane, and of each CTA for threads behind a barrier. */
  private static final int OF_LANE = 16;

  private static final int OF_CTA = 64;

  private final Grid grid;
  private final String kernel;
  private final SyncGraph graph;
  private final FlagReads reads;
  private final SourceSites sites;
  private final HandOverLog log;
  private final @Nullable Listener listener;
  private long written;

  /**
   * The order of events if every strong write released to each thread that reads it as a flag: more
   * than causality order. Data that is not even in this order has come without any flag.
   */
  private final SyncGraph handed = new SyncGraph();

  private HandOvers(
      Grid grid,
      FlagReads reads,
      SourceSites sites,
      SyncGraph graph,
      HandOverLog log,
      @Nullable Listener listener) {
    this.grid = grid;
    this.kernel = grid.kernel().program.name();
    this.graph = graph;
    this.reads = reads;
    this.sites = sites;
    this.log = log;
    this.listener = listener;
  }

  /** Those of a launch; null if its kernel cannot have any. */
  static @Nullable HandOvers of(
      Grid grid,
      SyncGraph graph,
      RunInstructions instructions,
      HandOverLog log,
      @Nullable Listener listener) {
    FlagReads reads = new FlagReads(grid.kernel().program);
    if (!reads.possible()) {
      return null;
    }
    SourceSites sites = new SourceSites(grid.kernel().program, instructions);
    return new HandOvers(grid, reads, sites, graph, log, listener);
  }

  /** Flags that the lanes of a warp have read. */
  static final class Knowledge {
    /** Each lane's latest node in the order of flags. */
    private final int[] now;

    /** Flags that each lane has read, the latest first. */
    private final List<ArrayDeque<FlagRead>> flags = new ArrayList<>();

    private Knowledge(int width) {
      now = new int[width];
      for (int i = 0; i < width; i++) {
        flags.add(new ArrayDeque<>());
      }
    }

    private static Knowledge of(WarpClock warp) {
      Knowledge knowledge = warp.knowledge;
      if (knowledge == null) {
        knowledge = new Knowledge(warp.now.length);
        warp.knowledge = knowledge;
      }
      return knowledge;
    }
  }

  /**
   * A flag as a thread has read it.
   *
   * <p>Not a record: a fence behind the read is noted here.
   */
  static final class FlagRead {
    final WarpClock warp;
    final int lane;
    final int pc;
    final SyncLocation flag;

    /** The write that it has returned, and those before it that this one has updated. */
    final List<ReleasedWrite> writes;

    /** Whether it is known that it has returned the first of these. */
    final boolean sure;

    /** The lane's latest node. */
    final int moment;

    /** The lane's fence behind the read; -1 for none. Whether its scope includes the writer. */
    int fence = -1;

    boolean wide;

    FlagRead(
        WarpClock warp,
        int lane,
        int pc,
        SyncLocation flag,
        List<ReleasedWrite> writes,
        boolean sure) {
      this.warp = warp;
      this.lane = lane;
      this.pc = pc;
      this.flag = flag;
      this.writes = writes;
      this.sure = sure;
      this.moment = warp.now[lane];
    }

    private boolean isOf(WarpClock otherWarp, int otherLane, int otherPc, SyncLocation place) {
      return warp == otherWarp && lane == otherLane && pc == otherPc && flag == place;
    }
  }

  /** Whether there was too much to keep: data may seem to come without a flag from then on. */
  boolean full() {
    return handed.full();
  }

  /** A strong write: it has its place among all, and tells of what its lane did before. */
  void written(ReleasedWrite write, MemoryOperation operation) {
    write.number = ++written;
    write.update = operation.kind() == AccessKind.ATOMIC;
    Knowledge knowledge = Knowledge.of(write.warp);
    write.time = knowledge.now[write.lane];
    write.node = advance(write.warp, write.lane, write.pc, write.time, 0);
    knowledge.now[write.lane] = write.node;
  }

  private int advance(WarpClock warp, int lane, int pc, int predecessor, int alsoBefore) {
    return handed.lanes(warp.firstThread, 1L << lane, pc, predecessor, alsoBefore);
  }

  /** Lanes meet: what they do from now on is behind what all of them did. */
  void met(WarpClock[] warps, long[] lanes, int count) {
    int arrivals = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      int[] now = Knowledge.of(warps[i]).now;
      for (long rest = lanes[i]; rest != 0; rest &= rest - 1) {
        int node = now[Long.numberOfTrailingZeros(rest)];
        arrivals = node == last ? arrivals : handed.join(arrivals, node);
        last = node;
      }
    }
    int departures = 0;
    for (int i = 0; i < count; i++) {
      int node = handed.lanes(warps[i].firstThread, lanes[i], -1, arrivals, 0);
      departures = handed.join(departures, node);
    }
    for (int i = 0; i < count; i++) {
      int[] now = Knowledge.of(warps[i]).now;
      int node = handed.lanes(warps[i].firstThread, lanes[i], -1, departures, 0);
      for (long rest = lanes[i]; rest != 0; rest &= rest - 1) {
        now[Long.numberOfTrailingZeros(rest)] = node;
      }
    }
  }

  /** A lane's strong read has returned a write, or one of several. */
  void read(
      WarpClock warp,
      int lane,
      int pc,
      MemoryOperation operation,
      SyncLocation location,
      ReleasedWrite flagWrite) {
    if (!flagWrite.several) {
      flagWrite.sighting = new ReleasedWrite.Seen(warp, lane, warp.now[lane]);
    }
    boolean flags = reads.decides(pc);
    boolean morallyStrong = flagWrite.reaches(warp.cta, operation.scope(), operation.remote());
    if (!morallyStrong || !(flags || operation.order().acquires())) {
      return;
    }
    Knowledge knowledge = Knowledge.of(warp);
    ArrayDeque<FlagRead> mine = knowledge.flags.get(lane);
    for (FlagRead flag : mine) {
      if (flag.isOf(warp, lane, pc, location) && flag.sure && flag.writes.getFirst() == flagWrite) {
        return; // polled
      }
    }
    List<ReleasedWrite> writes =
        flagWrite.several ? location.candidates() : location.chain(flagWrite);
    int node = 0;
    for (ReleasedWrite write : writes) {
      node = handed.join(node, write.node);
    }
    knowledge.now[lane] = advance(warp, lane, pc, knowledge.now[lane], node);
    if (flags) {
      FlagRead flag = new FlagRead(warp, lane, pc, location, writes, !flagWrite.several);
      mine.removeIf(flagRead -> flagRead.isOf(warp, lane, pc, location));
      warp.cta.flags.removeIf(flagRead -> flagRead.isOf(warp, lane, pc, location));
      push(mine, flag, OF_LANE);
      push(warp.cta.flags, flag, OF_CTA);
    }
  }

  private static void push(ArrayDeque<FlagRead> flags, FlagRead flag, int limit) {
    flags.addFirst(flag);
    if (flags.size() > limit) {
      flags.removeLast();
    }
  }

  /** A lane's fence has acquired what its strong reads have seen. */
  void fenced(WarpClock warp, int lane, int pc, Scope scope) {
    for (FlagRead flag : Knowledge.of(warp).flags.get(lane)) {
      boolean wide = flag.writes.getFirst().isCovered(scope, warp.cta);
      if (flag.fence < 0 || (wide && !flag.wide)) {
        flag.fence = pc;
        flag.wide = wide;
      }
    }
  }

  /** Whether {@link #loads} is to be told of a strong load. */
  boolean watches(int pc) {
    return !reads.polls(pc) && !log.isIndependent(kernel, sites.of(pc));
  }

  /**
   * A lane's strong load is issued.
   *
   * @param address of the element: a device address, or an offset in shared memory
   */
  void loads(
      WarpClock warp,
      int lane,
      int pc,
      MemoryOperation operation,
      SyncLocation location,
      boolean shared,
      long address) {
    ReleasedWrite data = location.latest();
    if (data == null
        || data.update
        || data.by(warp, lane)
        || !watches(pc)
        || !data.reaches(warp.cta, operation.scope(), operation.remote())
        || before(data.warp, data.lane, data.moment, warp, lane)
        || isSeen(data, warp, lane)) {
      return;
    }
    int now = Knowledge.of(warp).now[lane];
    if (!handed.before(data.warp.firstThread, 1L << data.lane, data.time, now)) {
      log.independent(kernel, sites.of(pc));
      return;
    }
    Told message = flag(data, warp, lane);
    if (message != null && message.read.sure) {
      found(data, message, warp, lane, pc, operation, shared, address);
    }
  }

  /**
   * Whether the load cannot return an older value, since a read before it has returned this one.
   */
  private boolean isSeen(ReleasedWrite data, WarpClock warp, int lane) {
    ReleasedWrite.Seen sighting = data.sighting;
    return sighting != null
        && ((sighting.warp() == warp && sighting.lane() == lane)
            || before(sighting.warp(), sighting.lane(), sighting.moment(), warp, lane));
  }

  /** Whether what a lane did at a moment is in causality order before what another does now. */
  private boolean before(WarpClock earlier, int oneLane, int moment, WarpClock later, int lane) {
    if (earlier == later && moment < later.floor) {
      return true;
    }
    if (earlier.cta == later.cta && moment < later.cta.floor) {
      return true;
    }
    return graph.before(earlier.firstThread, 1L << oneLane, moment, later.now[lane]);
  }

  /** A flag's read, and the write by which it tells of the data. */
  private record Told(FlagRead read, ReleasedWrite write) {}

  /** The latest flag that tells a lane of data; a sure one if there is one. Null for none. */
  private @Nullable Told flag(ReleasedWrite data, WarpClock warp, int lane) {
    Told best = null;
    for (FlagRead read : Knowledge.of(warp).flags.get(lane)) {
      best = better(best, told(read, data));
    }
    if (best != null && best.read.sure) {
      return best;
    }
    for (FlagRead read : warp.cta.flags) {
      boolean isOwn = read.warp == warp && read.lane == lane;
      if (!isOwn && before(read.warp, read.lane, read.moment, warp, lane)) {
        best = better(best, told(read, data));
      }
    }
    return best;
  }

  private static @Nullable Told better(@Nullable Told best, @Nullable Told candidate) {
    boolean replaces =
        candidate != null && (best == null || (!best.read.sure && candidate.read.sure));
    return replaces ? candidate : best;
  }

  /**
   * Which of a flag's writes tells of data: none to the data's own place, where that is the latest.
   */
  private @Nullable Told told(FlagRead read, ReleasedWrite data) {
    for (ReleasedWrite write : read.writes) {
      boolean itsOwn = write.by(data.warp, data.lane);
      boolean isAfter =
          itsOwn
              ? write.number > data.number
              : graph.before(data.warp.firstThread, 1L << data.lane, data.moment, write.moment);
      if (isAfter && write.scope != null) {
        return new Told(read, write);
      }
    }
    return null;
  }

  private void found(
      ReleasedWrite data,
      Told message,
      WarpClock warp,
      int lane,
      int pc,
      MemoryOperation operation,
      boolean shared,
      long address) {
    ReleasedWrite flag = message.write;
    HandOverLog.Key key =
        new HandOverLog.Key(
            kernel,
            shared,
            sites.of(data.pc),
            sites.of(flag.pc),
            sites.of(message.read.pc),
            sites.of(pc));
    if (log.again(key)) {
      return;
    }
    int bytes = operation.type().bytes();
    HandOver handOver =
        new HandOver(
            grid,
            shared,
            address,
            bytes,
            shared ? null : grid.space().names().name(address, bytes),
            access(data.pc, data.warp, data.lane, data.moment),
            access(pc, warp, lane, warp.now[lane]),
            access(flag.pc, flag.warp, flag.lane, flag.moment),
            access(message.read.pc, message.read.warp, message.read.lane, message.read.moment),
            passed(data, flag, message.read),
            1);
    log.add(key, handOver);
    if (listener != null) {
      listener.handedOver(handOver);
    }
  }

  private RaceSide access(int pc, WarpClock warp, int lane, int moment) {
    int thread = warp.firstThread - warp.cta.firstThread + lane;
    return new RaceSide(pc, warp.cta.index, thread, graph.pc(moment));
  }

  private Passed passed(ReleasedWrite data, ReleasedWrite flag, FlagRead read) {
    int latestFence = Math.max(flag.itsOwn, flag.anyFence);
    int wide = flag.latestFor(read.warp.cta);
    boolean releases = behind(data, flag, latestFence);
    boolean releasesWidely = behind(data, flag, wide);
    return new Passed(
        flag.pc,
        read.pc,
        flag.warp.cta.index,
        read.warp.cta.index,
        flag.warp.cta.cluster == read.warp.cta.cluster,
        true,
        releasesWidely ? graph.pc(wide) : releases ? graph.pc(latestFence) : -1,
        releasesWidely,
        read.fence,
        read.wide);
  }

  /** Whether a release by the flag's thread covers the store of the data. */
  private boolean behind(ReleasedWrite data, ReleasedWrite flag, int release) {
    return flag.by(data.warp, data.lane)
        ? release > data.moment
        : graph.before(data.warp.firstThread, 1L << data.lane, data.moment, release);
  }
}
