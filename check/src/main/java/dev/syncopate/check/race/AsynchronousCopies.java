package dev.syncopate.check.race;

import dev.syncopate.check.race.graph.SyncGraph;
import dev.syncopate.machine.observer.CopyArrival;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.CopyAsync;
import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Asynchronous copies (PTX ISA, {@code cp.async}). Each is performed as if by another thread: after
 * the earlier accesses of the thread that issues it, and before the accesses of that thread after
 * its wait for the copy. Copies of one thread are not ordered among each other.
 *
 * <p>The threads that copy have numbers behind those of the grid: each thread has one.
 */
final class AsynchronousCopies {
  /** What a warp has copied. */
  static final class Agent {
    /** Where the threads stand that copy. */
    final WarpClock clock;

    /** Lanes that have copied since their last group. */
    private long open;

    /** By lane, nodes behind its groups from number {@link #first} to {@link #count}. */
    private final int[][] groups;

    private final int[] first;
    private final int[] count;

    /** By lane, the last node that it has waited for. */
    private final int[] awaited;

    Agent(WarpClock clock) {
      int width = clock.now.length;
      this.clock = clock;
      this.groups = new int[width][0];
      this.first = new int[width];
      this.count = new int[width];
      this.awaited = new int[width];
    }

    private void add(int lane, int node) {
      int size = count[lane] - first[lane];
      if (size == groups[lane].length) {
        groups[lane] = Arrays.copyOf(groups[lane], Math.max(4, 2 * size));
      }
      groups[lane][size] = node;
      count[lane]++;
    }

    /** The node behind the last group of a lane; 0 for none that has not been waited for. */
    private int last(int lane) {
      return count[lane] == first[lane] ? 0 : groups[lane][count[lane] - first[lane] - 1];
    }

    /** The node behind all groups of a lane but the latest, which alone are kept; 0 for none. */
    private int oldest(int lane, int but) {
      int past = count[lane] - but - first[lane];
      if (past <= 0) {
        return 0;
      }
      int node = groups[lane][past - 1];
      System.arraycopy(groups[lane], past, groups[lane], 0, but);
      first[lane] += past;
      return node;
    }

    /** Whether a lane has waited for what it copied at a moment. */
    boolean awaited(int lane, int time) {
      return awaited[lane] > time;
    }
  }

  private final SyncGraph graph;
  private final BitSet instructions = new BitSet();
  private final int threads;
  private final IdentityHashMap<CopyArrival, int[]> arrivals = new IdentityHashMap<>();

  AsynchronousCopies(SyncGraph graph, Grid grid) {
    this.graph = graph;
    this.threads = (int) grid.ctas() * grid.ids().x().length;
    List<Instruction> code = grid.kernel().program.code();
    for (int pc = 0; pc < code.size(); pc++) {
      instructions.set(pc, code.get(pc) instanceof CopyAsync);
    }
  }

  /** Whether an instruction copies. */
  boolean copies(int pc) {
    return instructions.get(pc);
  }

  /** The thread of the grid for which one copies; another is its own. */
  int thread(int number) {
    return number % threads;
  }

  /** The copies of a warp. */
  Agent agent(WarpClock warp) {
    Agent agent = warp.agent;
    if (agent == null) {
      WarpClock clock =
          new WarpClock(
              warp.cta, threads + warp.firstThread, warp.firstThread, warp.lanes, warp.now.length);
      agent = new Agent(clock);
      warp.agent = agent;
    }
    return agent;
  }

  /** Lanes ask for a copy: those that copy stand behind them, at a node that covers no thread. */
  WarpClock begin(WarpClock warp, long lanes) {
    Agent agent = agent(warp);
    for (long rest = lanes; rest != 0; ) {
      int now = warp.now[Long.numberOfTrailingZeros(rest)];
      long groupLanes = 0;
      for (long otherLanes = rest; otherLanes != 0; otherLanes &= otherLanes - 1) {
        int lane = Long.numberOfTrailingZeros(otherLanes);
        groupLanes |= warp.now[lane] == now ? 1L << lane : 0;
      }
      agent.clock.advance(
          groupLanes, graph.lanes(agent.clock.firstThread, 0, graph.pc(now), now, 0));
      rest &= ~groupLanes;
    }
    agent.open |= lanes;
    return agent.clock;
  }

  /** Lanes put their copies since the last group into another. */
  void grouped(WarpClock warp, int pc, long lanes) {
    Agent agent = agent(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      boolean copied = (agent.open >>> lane & 1) != 0;
      agent.add(lane, copied ? behind(agent, lane, pc, 0) : agent.last(lane));
    }
    agent.open &= ~lanes;
  }

  /** A node behind what was copied for a lane so far. */
  private int behind(Agent agent, int lane, int pc, int predecessor) {
    return graph.lanes(agent.clock.firstThread, 1L << lane, pc, predecessor, 0);
  }

  /**
   * Lanes have waited for their copies.
   *
   * @param but for how many of their latest groups; -1 for all copies, in groups or not
   */
  void awaited(WarpClock warp, int pc, long lanes, int but) {
    Agent agent = agent(warp);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      int copyNode = but < 0 ? behind(agent, lane, pc, 0) : agent.oldest(lane, but);
      if (copyNode > agent.awaited[lane]) {
        agent.awaited[lane] = copyNode;
        warp.now[lane] = graph.lanes(warp.firstThread, 1L << lane, pc, warp.now[lane], copyNode);
      }
    }
  }

  /** Lanes ask for an arrival that is to follow their copies so far. */
  void arriving(WarpClock warp, int pc, CopyArrival arrival) {
    Agent agent = agent(warp);
    int[] nodes = new int[warp.now.length];
    for (long rest = arrival.lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      nodes[lane] = behind(agent, lane, pc, agent.clock.now[lane]);
    }
    arrivals.put(arrival, nodes);
  }

  /** The nodes behind an arrival, by lane: it has happened. */
  int[] arrived(CopyArrival arrival) {
    int[] nodes = arrivals.remove(arrival);
    if (nodes == null) {
      throw new IllegalStateException("no thread has asked for an arrival");
    }
    return nodes;
  }
}
