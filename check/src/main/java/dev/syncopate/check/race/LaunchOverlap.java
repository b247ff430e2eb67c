package dev.syncopate.check.race;

import dev.syncopate.check.race.ShadowAccesses.Extra;
import dev.syncopate.check.race.ShadowAccesses.Mark;
import dev.syncopate.check.race.ShadowAccesses.Page;
import dev.syncopate.check.race.ShadowAccesses.Plane;
import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.access.Scope;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Launches of a stream that overlap (programmatic dependent launches), and the races between them.
 * Two things order their accesses (PTX ISA, "griddepcontrol"):
 *
 * <ul>
 *   <li>What the launches before have done happens before {@code griddepcontrol.wait} returns. A
 *       thread is behind the wait, too, that has synchronised with one that has waited.
 *   <li>What a thread has released at GPU scope before it executes {@code
 *       griddepcontrol.launch_dependents} happens before the next launch starts. That counts for
 *       the first threads of a CTA that execute it.
 * </ul>
 *
 * <p>Each launch has a synchronisation graph. Accesses of two launches are compared in the graph of
 * the earlier one, where the start of the later one is a node.
 */
final class LaunchOverlap {
  /** Number of the thread that stands for all launches before; there is none with it. */
  private static final int PREDECESSORS = Integer.MAX_VALUE - Long.SIZE;

  /** A node in the graph of an earlier launch behind all that this has done. */
  private static final int EVERYTHING = Integer.MAX_VALUE;

  private record Sites(int earlier, int earlierSite, int later, int laterSite) {}

  private final long firstNumber;
  private final @Nullable Share[] shares;
  private final Consumer<LaunchRace> races;
  private final Set<Sites> reported = new HashSet<>();

  /**
   * @param grids the launches
   * @param races hears of each pair of lines once
   */
  LaunchOverlap(List<Grid> grids, Consumer<LaunchRace> races) {
    this.firstNumber = grids.getFirst().number();
    this.shares = new @Nullable Share[grids.size()];
    this.races = races;
  }

  /** Whether a launch is one of them. */
  boolean has(Grid grid) {
    return grid.number() >= firstNumber && grid.number() < firstNumber + shares.length;
  }

  /** Adds the check of a launch. */
  Share share(
      Grid grid,
      SyncGraph graph,
      ShadowAccesses memory,
      RunInstructions instructions,
      long origin) {
    Share share =
        new Share(grid, (int) (grid.number() - firstNumber), graph, memory, instructions, origin);
    shares[share.place] = share;
    return share;
  }

  /** Share of one launch. */
  final class Share {
    private final Grid grid;
    private final int place;
    private final SyncGraph graph;
    private final ShadowAccesses memory;
    private final RunInstructions instructions;
    private final SourceSites sites;
    private final long origin;
    private boolean begun;

    /** A node behind all launches before; 0 before the first wait. */
    private int complete;

    /** A node behind what is released to the next launch, which has not begun. */
    private int released;

    /**
     * By place of an earlier launch, the node in its graph that is behind what happens before this
     * one starts; 0 for nothing.
     */
    private final int[] beforeStart;

    Share(
        Grid grid,
        int place,
        SyncGraph graph,
        ShadowAccesses memory,
        RunInstructions instructions,
        long origin) {
      this.grid = grid;
      this.place = place;
      this.graph = graph;
      this.memory = memory;
      this.instructions = instructions;
      this.sites = new SourceSites(grid.kernel().program, instructions);
      this.origin = origin;
      this.beforeStart = new int[place];
    }

    /** The launch begins: all CTAs of the one before have let it. */
    void begun() {
      begun = true;
      for (int earlier = place - 1; earlier >= 0; earlier--) {
        beforeStart[earlier] = beforeStart(earlier);
      }
    }

    private int beforeStart(int earlier) {
      Share next = shares[earlier + 1];
      if (earlier == place - 1) {
        Share previous = shares[earlier];
        return previous == null ? 0 : previous.released;
      }
      int ofNext = beforeStart[earlier + 1];
      if (ofNext == 0 || next == null) {
        return 0;
      }
      return ofNext == EVERYTHING || next.hasWaited(ofNext)
          ? EVERYTHING
          : next.beforeStart[earlier];
    }

    /** Lanes have waited for the launches before. */
    void waited(WarpClock warp, int pc, long lanes) {
      if (place == 0) {
        return;
      }
      if (complete == 0) {
        complete = graph.lanes(PREDECESSORS, 1, -1, 0, 0);
      }
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        int lane = Long.numberOfTrailingZeros(rest);
        warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, warp.now[lane], complete);
      }
    }

    /** Lanes, the first of their CTA, let the next launch start. */
    void releases(WarpClock warp, long lanes) {
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        released = graph.merge(released, warp.wideFence[Long.numberOfTrailingZeros(rest)]);
      }
    }

    private boolean hasWaited(int node) {
      return graph.before(PREDECESSORS, 1, 0, node);
    }

    /** Lanes access bytes of a word of global memory. */
    void accessed(LaneGroup group, long word, int bytes) {
      boolean early = place > 0 && !hasWaited(group.node());
      for (Share partner : shares) {
        if (partner == null || !partner.begun || partner == this) {
          continue;
        }
        boolean isBehind = partner.place < place;
        if (!isBehind || (early && beforeStart[partner.place] != EVERYTHING)) {
          compare(partner, group, word, bytes);
        }
      }
    }

    private void compare(Share partner, LaneGroup group, long word, int bytes) {
      Page page = partner.memory.page(word);
      int index = ShadowAccesses.inPage(word);
      for (int kind = Plane.WEAK_WRITE; kind < Plane.COUNT; kind++) {
        Plane plane = page.planes[kind];
        if (plane != null && plane.info[index] != 0) {
          compare(
              partner,
              group,
              word,
              bytes,
              kind,
              plane.thread[index],
              plane.lanes[index],
              plane.time[index],
              plane.info[index]);
        }
      }
      compare(partner, group, word, bytes, page.writes == null ? null : page.writes[index]);
      compare(partner, group, word, bytes, page.reads == null ? null : page.reads[index]);
    }

    private void compare(
        Share partner, LaneGroup group, long word, int bytes, @Nullable Extra first) {
      for (Extra extra = first; extra != null; extra = extra.next) {
        compare(
            partner,
            group,
            word,
            bytes,
            extra.plane,
            extra.thread,
            extra.lanes,
            extra.time,
            extra.info);
      }
    }

    private void compare(
        Share partner,
        LaneGroup group,
        long word,
        int bytes,
        int kind,
        int thread,
        long lanes,
        int time,
        int info) {
      int common = bytes & Mark.bytes(info);
      boolean writes = kind == Plane.WEAK_WRITE || kind == Plane.STRONG_WRITE;
      boolean strong = kind == Plane.STRONG_WRITE || kind == Plane.STRONG_READ;
      int pc = Mark.pc(info);
      if (common == 0
          || !(writes || group.writes())
          || (strong && group.strong() && partner.isWide(pc) && isWide(group.pc()))
          || inOrder(partner, thread, lanes, time)) {
        return;
      }
      long address = origin + word * 4 + Integer.numberOfTrailingZeros(common);
      if (partner.place < place) {
        add(partner, pc, writes, this, group.pc(), group.writes(), address);
      } else {
        add(this, group.pc(), group.writes(), partner, pc, writes, address);
      }
    }

    /** Whether another launch's access is ordered with one that is made now. */
    private boolean inOrder(Share partner, int thread, long lanes, int time) {
      if (partner.place > place) {
        return partner.hasWaited(time);
      }
      int start = beforeStart[partner.place];
      return start != 0 && partner.graph.before(thread, lanes, time, start);
    }

    /** Whether a strong instruction's scope takes in threads of other launches. */
    private boolean isWide(int pc) {
      return instructions.of(pc).scope().compareTo(Scope.GPU) >= 0;
    }
  }

  private void add(
      Share earlier,
      int earlierPc,
      boolean earlierWrites,
      Share later,
      int laterPc,
      boolean laterWrites,
      long address) {
    Sites pair =
        new Sites(earlier.place, earlier.sites.of(earlierPc), later.place, later.sites.of(laterPc));
    if (reported.add(pair)) {
      races.accept(
          new LaunchRace(
              earlier.grid, earlierPc, earlierWrites, later.grid, laterPc, laterWrites, address));
    }
  }
}
