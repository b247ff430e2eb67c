package dev.syncopate.check.race;

import dev.syncopate.check.race.ShadowAccesses.Mark;
import dev.syncopate.check.race.WarpClock.Missed;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** Builder of {@link Race}s from conflicts. */
final class RaceBuilder implements Conflicts.Reporter {
  private final Grid grid;
  private final SyncGraph graph;
  private final RunInstructions instructions;
  private final SourceSites sites;
  private final RaceLog log;

  /** First address of global memory that is checked. */
  private final long origin;

  private final @Nullable Listener listener;
  private final AsynchronousCopies copies;

  /** Sites of accesses to shared memory that have raced. */
  private final BitSet raced = new BitSet();

  RaceBuilder(
      Grid grid,
      SyncGraph graph,
      RunInstructions instructions,
      RaceLog log,
      long origin,
      @Nullable Listener listener,
      AsynchronousCopies copies) {
    this.grid = grid;
    this.graph = graph;
    this.instructions = instructions;
    this.sites = new SourceSites(grid.kernel().program, instructions);
    this.log = log;
    this.origin = origin;
    this.listener = listener;
    this.copies = copies;
  }

  private static final MemoryOperation EXIT = MemoryOperation.store(DataType.B32);

  /**
   * A CTA has exited, and nothing orders before that an access to its shared memory by a bulk copy
   * or by another CTA. Told of instructions that have raced with no other access.
   *
   * @param warp the last one of the CTA
   * @param pc its exit
   */
  void exited(CtaClock cta, WarpClock warp, int pc, LateAccesses.Access access) {
    instructions.note(pc, EXIT);
    if (raced.get(sites.of(access.pc()))) {
      return;
    }
    long lane = Long.lowestOneBit(warp.lanes);
    int node = warp.now[Long.numberOfTrailingZeros(lane)];
    LaneGroup exit =
        new LaneGroup(warp, lane, node, pc, access.elementBytes(), true, false, false, false, true);
    long word = access.address() >> 2;
    int bytes = 1 << (access.address() & 3);
    report(
        new Conflict(
            exit,
            cta.shared.page(word),
            word,
            bytes,
            access.warp().firstThread,
            1L << access.lane(),
            access.node(),
            Mark.of(access.pc(), bytes, false),
            false,
            Conflict.Excuse.EXIT));
  }

  @Override
  public void race(Conflict race) {
    if (race.later().shared()) {
      raced.set(sites.of(Mark.pc(race.info())));
      raced.set(sites.of(race.later().pc()));
    }
    report(race);
  }

  private void report(Conflict race) {
    LaneGroup later = race.later();
    int pc = Mark.pc(race.info());
    Race.Kind kind = kind(later, pc, race.excuse());
    int site = sites.of(pc);
    int laterSite = sites.of(later.pc());
    boolean eitherOrder = kind == Race.Kind.NON_COHERENT;
    RaceLog.Key key =
        new RaceLog.Key(
            grid.kernel().program.name(),
            later.shared(),
            eitherOrder ? Math.min(site, laterSite) : site,
            eitherOrder ? Math.max(site, laterSite) : laterSite,
            kind);
    WarpClock warp = later.warp();
    RaceLog.Distance distance = distance(warp, copies.thread(race.thread()));
    if (log.again(key, distance)) {
      return;
    }
    Sides sides = sides(race);
    int earlier = sides.earlier.cta() * warp.cta.threads + sides.earlier.thread();
    Race newRace =
        new Race(
            grid,
            later.shared(),
            sides.address,
            later.size(),
            later.shared() ? null : name(sides.address, later.size()),
            sides.earlier,
            sides.later,
            kind,
            eitherOrder ? null : passed(warp, sides.laterLane, sides.earlier, earlier, race.time()),
            awaited(race, sides),
            1);
    log.add(key, distance, newRace);
    if (listener != null && kind != Race.Kind.EXIT && kind != Race.Kind.NON_COHERENT) {
      listener.raced(newRace);
    }
  }

  @Override
  public boolean hearsOrder() {
    return listener != null;
  }

  @Override
  public void ordered(Conflict conflict) {
    LaneGroup later = conflict.later();
    boolean oneWarp = conflict.thread() == later.warp().owner;
    if (listener == null
        || (oneWarp && (conflict.lanes() & ~later.lanes()) == 0)
        || !listener.asks(Mark.pc(conflict.info()), later.pc())) {
      return;
    }
    Sides sides = sides(conflict);
    listener.ordered(later.shared(), sides.address, sides.earlier, sides.later);
  }

  /**
   * The threads that a conflict is told of, one of each side.
   *
   * @param address of the first byte that both touch
   */
  private record Sides(RaceSide earlier, RaceSide later, int laterLane, long address) {}

  private Sides sides(Conflict conflict) {
    LaneGroup later = conflict.later();
    WarpClock warp = later.warp();
    CtaClock cta = warp.cta;
    long lanes = conflict.lanes();
    int laterLane = Long.numberOfTrailingZeros(later.lanes());
    boolean oneWarp = conflict.thread() == warp.owner;
    long otherLanes = oneWarp ? lanes & ~(1L << laterLane) : lanes;
    if (otherLanes == 0) { // the one lane of the earlier access is the later group's first
      otherLanes = lanes;
      boolean single = (later.lanes() & ~lanes) == 0; // one thread did both
      laterLane = single ? laterLane : Long.numberOfTrailingZeros(later.lanes() & ~lanes);
    }
    int earlier = copies.thread(conflict.thread() + Long.numberOfTrailingZeros(otherLanes));
    int commonBytes = conflict.bytes() & Mark.bytes(conflict.info());
    long first = conflict.word() * 4 + Integer.numberOfTrailingZeros(commonBytes);
    return new Sides(
        new RaceSide(
            Mark.pc(conflict.info()),
            earlier / cta.threads,
            earlier % cta.threads,
            graph.pc(conflict.time())),
        new RaceSide(
            later.pc(),
            cta.index,
            copies.thread(warp.firstThread) - cta.firstThread + laterLane,
            graph.pc(later.node())),
        laterLane,
        later.shared() ? first : origin + first);
  }

  /** Whether the earlier access is a copy that its thread has waited for. */
  private boolean awaited(Conflict race, Sides sides) {
    if (copies.thread(race.thread()) == race.thread()) {
      return false;
    }
    CtaClock cta = race.later().warp().cta;
    if (cta.index != sides.earlier.cta()) {
      return false; // of another CTA, which may have gone
    }
    int width = race.later().warp().now.length;
    AsynchronousCopies.Agent agent = cta.warps[sides.earlier.thread() / width].agent;
    return agent != null && agent.awaited(sides.earlier.thread() % width, race.time());
  }

  private @Nullable String name(long address, int bytes) {
    return grid.space().names().name(address - Math.floorMod(address, bytes), bytes);
  }

  private Race.Kind kind(LaneGroup later, int pc, Conflict.Excuse excuse) {
    if (excuse == Conflict.Excuse.MAP_PROXY) {
      return Race.Kind.MAP_PROXY;
    }
    if (excuse == Conflict.Excuse.PROXY) {
      return Race.Kind.PROXY;
    }
    if (excuse == Conflict.Excuse.EXIT) {
      return Race.Kind.EXIT;
    }
    if (excuse == Conflict.Excuse.NON_COHERENT) {
      return Race.Kind.NON_COHERENT;
    }
    boolean strong = instructions.strong(pc);
    if (strong != later.strong()) {
      return Race.Kind.MIXED_STRENGTH;
    }
    return switch (excuse) {
      case SAME_VALUE -> Race.Kind.SAME_VALUE;
      case SCOPES -> Race.Kind.SIZE;
      case NONE, PROXY, MAP_PROXY, EXIT, NON_COHERENT -> strong ? Race.Kind.SCOPE : Race.Kind.WEAK;
    };
  }

  private static RaceLog.Distance distance(WarpClock later, int earlier) {
    CtaClock cta = later.cta;
    if (earlier < cta.firstThread || earlier >= cta.firstThread + cta.threads) {
      return RaceLog.Distance.GRID;
    }
    return earlier == later.owner ? RaceLog.Distance.WARP : RaceLog.Distance.CTA;
  }

  /**
   * What the later thread, or its CTA, has read of writes that come behind the earlier access.
   *
   * @param writer the thread that made that access, at {@code time}
   */
  private Race.@Nullable Passed passed(
      WarpClock warp, int lane, RaceSide earlier, int writer, int time) {
    Race.Passed best = null;
    int bestRank = 0;
    int width = warp.now.length;
    for (WarpClock reader : warp.cta.warps) {
      for (Missed missed = reader.missed; missed != null; missed = missed.next) {
        ReleasedWrite written = missed.written;
        boolean itsOwn = written.warp.firstThread + written.lane == writer;
        boolean isAfter =
            (itsOwn && written.moment == time)
                ? written.pc > earlier.pc() // in no moment between: as they stand in the program
                : behind(writer, width, time, written.moment, itsOwn);
        if (!isAfter) {
          continue;
        }
        int latestFence = Math.max(written.itsOwn, written.anyFence);
        int wide = written.latestFor(reader.cta);
        boolean releases = behind(writer, width, time, latestFence, itsOwn);
        boolean releasesWidely = behind(writer, width, time, wide, itsOwn);
        int rank =
            1
                + (reader == warp && missed.lane == lane ? 1 : 0)
                + (itsOwn ? 4 : 0)
                + (written.warp.cta.index == earlier.cta() ? 2 : 0);
        if (rank > bestRank && !(releases && caughtUp(reader, missed))) {
          bestRank = rank;
          best =
              new Race.Passed(
                  written.pc,
                  missed.pc,
                  written.warp.cta.index,
                  warp.cta.index,
                  written.warp.cta.cluster == warp.cta.cluster,
                  written.scope != null,
                  releasesWidely ? graph.pc(wide) : releases ? graph.pc(latestFence) : -1,
                  releasesWidely,
                  missed.fence,
                  missed.wide);
        }
      }
    }
    return best;
  }

  /** Whether what a thread did at a moment is before a node of the same or of another thread. */
  private boolean behind(int thread, int width, int time, int node, boolean itsOwn) {
    int lane = thread % width;
    return itsOwn ? node > time : graph.before(thread - lane, 1L << lane, time, node);
  }

  /** Whether a fence or another read has put the reader behind the release since. */
  private boolean caughtUp(WarpClock reader, Missed missed) {
    ReleasedWrite written = missed.written;
    int release =
        written.itsWide != 0
            ? written.itsWide
            : written.itsNear != 0 ? written.itsNear : written.itsOwn;
    int predecessor = release - 1; // what the release itself covers counts
    return release != 0
        && graph.before(
            written.warp.firstThread, 1L << written.lane, predecessor, reader.now[missed.lane]);
  }
}
