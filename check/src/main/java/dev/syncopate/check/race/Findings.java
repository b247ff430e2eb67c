package dev.syncopate.check.race;

import dev.syncopate.check.race.Shadow.Mark;
import dev.syncopate.machine.warp.Grid;
import org.jspecify.annotations.Nullable;

/** Makes {@link Race}s of conflicts. */
final class Findings implements Conflicts.Reporter {
  private final Grid grid;
  private final SyncGraph graph;
  private final Instructions instructions;
  private final RaceLog log;

  /** First address of global memory that is checked. */
  private final long origin;

  Findings(Grid grid, SyncGraph graph, Instructions instructions, RaceLog log, long origin) {
    this.grid = grid;
    this.graph = graph;
    this.instructions = instructions;
    this.log = log;
    this.origin = origin;
  }

  @Override
  public void race(Conflict race) {
    Group later = race.later();
    int thread = race.thread();
    long lanes = race.lanes();
    int info = race.info();
    int pc = Mark.pc(info);
    Race.Kind kind = kind(later, pc, race.excuse());
    RaceLog.Key key =
        new RaceLog.Key(grid.kernel().program.name(), later.shared(), pc, later.pc(), kind);
    if (log.again(key)) {
      return;
    }
    WarpClock warp = later.warp();
    CtaClock cta = warp.cta;
    int laterLane = Long.numberOfTrailingZeros(later.lanes());
    long others = thread == warp.firstThread ? lanes & ~(1L << laterLane) : lanes;
    if (others == 0) { // the one lane of the earlier access is the later group's first
      others = lanes;
      laterLane = Long.numberOfTrailingZeros(later.lanes() & ~lanes);
    }
    int earlier = thread + Long.numberOfTrailingZeros(others);
    int earlierCta = earlier / cta.threads;
    long first = race.word() * 4 + Integer.numberOfTrailingZeros(race.bytes() & Mark.bytes(info));
    log.add(
        key,
        new Race(
            grid,
            later.shared(),
            later.shared() ? first : origin + first,
            later.size(),
            later.shared() ? null : name(origin + first, later.size()),
            new Access(pc, earlierCta, earlier % cta.threads, graph.pc(race.time())),
            new Access(
                later.pc(),
                cta.index,
                warp.firstThread - cta.firstThread + laterLane,
                graph.pc(later.node())),
            kind,
            passed(warp, laterLane, earlierCta, earlier),
            1));
  }

  private @Nullable String name(long address, int bytes) {
    return grid.space().names().name(address - Math.floorMod(address, bytes), bytes);
  }

  private Race.Kind kind(Group later, int pc, Conflict.Excuse excuse) {
    boolean strong = instructions.strong(pc);
    if (strong != later.strong()) {
      return Race.Kind.MIXED_STRENGTH;
    }
    return switch (excuse) {
      case SAME_VALUE -> Race.Kind.SAME_VALUE;
      case SCOPES -> Race.Kind.SIZE;
      case NONE -> strong ? Race.Kind.SCOPE : Race.Kind.WEAK;
    };
  }

  /** What the later thread has read of the earlier one's writes, or of its CTA's. */
  private Race.@Nullable Passed passed(WarpClock warp, int lane, int writerCta, int writer) {
    Missed best = null;
    int bestRank = 0;
    for (WarpClock reader : warp.cta.warps) {
      for (Missed missed = reader.missed; missed != null; missed = missed.next()) {
        WarpClock from = missed.written().warp;
        if (from.cta.index != writerCta) {
          continue;
        }
        int rank =
            1
                + (reader == warp && missed.lane() == lane ? 1 : 0)
                + (from.firstThread + missed.written().lane == writer ? 2 : 0);
        if (rank > bestRank) {
          best = missed;
          bestRank = rank;
        }
      }
    }
    return best == null
        ? null
        : new Race.Passed(
            best.written().pc,
            best.pc(),
            writerCta,
            warp.cta.index,
            best.written().itsWide != 0 || best.written().itsOwn != 0,
            best.written().itsWide != 0);
  }
}
