package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.InitialisationFence;
import org.jspecify.annotations.Nullable;

/**
 * Initialisations of mbarriers that a {@code fence.mbarrier_init} releases, and nothing with them
 * (PTX ISA). Each is performed as if by another thread: after the earlier accesses of the thread
 * that initialises, and before its later ones. An arrival at the barrier of the cluster behind the
 * fence carries what this other thread has done, however weak the arrival is.
 *
 * <p>These threads have numbers behind those of the grid and of asynchronous copies: each thread
 * has one.
 */
final class Initialisations {
  /** Kinds of threads with numbers before these: the grid's, and those of asynchronous copies. */
  private static final int BEFORE = 2;

  /** What a warp initialises. */
  static final class Agent {
    /** Where the threads stand that initialise. */
    private final WarpClock clock;

    /** By lane, a node behind its initialisations; and behind those that a fence has released. */
    private final int[] initialised;

    private final int[] released;

    private Agent(WarpClock clock) {
      this.clock = clock;
      this.initialised = new int[clock.now.length];
      this.released = new int[clock.now.length];
    }
  }

  private final SyncGraph graph;
  private final int threads;

  private Initialisations(SyncGraph graph, int threads) {
    this.graph = graph;
    this.threads = threads;
  }

  /** Those of a launch; null for a kernel without such a fence, where they are plain writes. */
  static @Nullable Initialisations of(SyncGraph graph, Grid grid) {
    for (Instruction instruction : grid.kernel().program.code()) {
      if (instruction instanceof InitialisationFence) {
        return new Initialisations(graph, (int) grid.ctas() * grid.ids().x().length);
      }
    }
    return null;
  }

  /** Lanes initialise: the threads that do it for them stand behind them. */
  WarpClock begin(WarpClock warp, long lanes) {
    Agent agent = agent(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int now = warp.now[lane];
      agent.clock.now[lane] = graph.lanes(agent.clock.firstThread, 0, graph.pc(now), now, 0);
    }
    return agent.clock;
  }

  /** Lanes have initialised: they stand behind that. */
  void end(WarpClock warp, int pc, long lanes) {
    Agent agent = agent(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int performed = graph.lanes(agent.clock.firstThread, 1L << lane, pc, 0, 0);
      agent.initialised[lane] = graph.join(agent.initialised[lane], performed);
      int now = warp.now[lane]; // what it has synchronised by last stays that
      warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, graph.pc(now), now, performed);
    }
  }

  private Agent agent(WarpClock warp) {
    Agent agent = warp.initialiser;
    if (agent == null) {
      agent =
          new Agent(
              new WarpClock(
                  warp.cta,
                  BEFORE * threads + warp.firstThread,
                  warp.firstThread,
                  warp.lanes,
                  warp.now.length));
      warp.initialiser = agent;
    }
    return agent;
  }

  /** Lanes have fenced their initialisations. */
  void fenced(WarpClock warp, long lanes) {
    Agent agent = warp.initialiser;
    for (long rest = lanes; agent != null && rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      agent.released[lane] = agent.initialised[lane];
    }
  }

  /** A node behind the initialisations that a lane has fenced, and behind nothing else; or 0. */
  int released(WarpClock warp, int lane) {
    Agent agent = warp.initialiser;
    return agent == null ? 0 : agent.released[lane];
  }
}
