package dev.syncopate.machine.tile;

import dev.syncopate.machine.config.CoreConfig.CtaPlacement;
import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.MemoryMaker;
import dev.syncopate.machine.core.PeerReceiver;
import dev.syncopate.machine.device.PrintedText;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.standstill.RepetitionWatch;
import dev.syncopate.machine.status.WarpMotion;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.status.WarpTraces;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All tiles of a machine, and what hands them their CTAs. */
public final class Tiles {
  /** Times of single CTAs are kept for launches of up to this many. */
  public static final int MOST_LOGGED_CTAS = 1 << 16;

  private final List<Tile> tiles = new ArrayList<>();
  private final List<Part> parts = new ArrayList<>();
  private final CtaOrder ctaOrder;
  private final Dispatcher dispatcher;
  private final @Nullable ClusterDispatcher clusterDispatcher;
  private final CtaPlacement placement;
  private final LaunchSequence sequence;

  /** The launches that run or have run last. */
  private List<Grid> grids = List.of();

  /**
   * @param maker of the tiles' memory sides
   * @param fittings of the tiles' compute units
   * @param faults where tiles report that a kernel cannot go on
   */
  public Tiles(MachineConfig machine, MemoryMaker maker, TileFittings fittings, FirstFault faults) {
    int latency = machine.network().latency();
    for (int i = 0; i < machine.core().units(); i++) {
      tiles.add(new Tile(i, machine, maker, fittings, faults));
    }
    for (Tile tile : tiles) {
      tile.connect(tiles, latency);
    }
    parts.addAll(tiles);
    ctaOrder = new CtaOrder(machine.perturb());
    dispatcher = new Dispatcher(latency, ctaOrder);
    placement = machine.core().placement();
    GpcLayout layout = GpcLayout.of(machine);
    clusterDispatcher =
        layout.present()
            ? new ClusterDispatcher(
                latency, layout, placement == CtaPlacement.STATIC, ctaOrder, tiles)
            : null;
    sequence = new LaunchSequence(latency, tiles);
    if (placement == CtaPlacement.DYNAMIC) {
      parts.add(dispatcher);
    }
    if (clusterDispatcher != null) {
      parts.add(clusterDispatcher);
    }
    parts.add(sequence);
  }

  /** Logs from now on how the schedule differs from the machine's own. */
  public void logPerturbations() {
    tiles.forEach(Tile::logPerturbations);
  }

  /** What was logged, by compute unit. */
  public List<PerturbationLog.Entry> perturbations() {
    List<PerturbationLog.Entry> entries = new ArrayList<>();
    ctaOrder.perturbations().forEach(order -> entries.add(new PerturbationLog.Entry(0, order)));
    tiles.forEach(tile -> entries.addAll(tile.perturbations()));
    return entries;
  }

  /** What the engine has to run. */
  public List<Part> parts() {
    return List.copyOf(parts);
  }

  /**
   * Prepares launches, of which the first one starts in a cycle and the others when the one before
   * lets them.
   *
   * @param launched one, or several of a stream that overlap
   * @param observer observer of them; null for none
   * @param start the cycle in which the first one starts
   */
  public void launch(List<Grid> launched, @Nullable LaunchObserver observer, long start) {
    grids = launched;
    sequence.launch(launched);
    ctaOrder.begin(launched.stream().mapToLong(Tiles::starts).toArray());
    List<List<CtaAssignment>> assignments = new ArrayList<>();
    for (int place = 0; place < launched.size(); place++) {
      assignments.add(placements(launched.get(place), place));
    }
    for (int i = 0; i < tiles.size(); i++) {
      List<CtaAssignment> ofTile = new ArrayList<>();
      for (List<CtaAssignment> ofLaunch : assignments) {
        ofTile.add(ofLaunch.get(i));
      }
      tiles.get(i).launch(launched, ofTile, observer, start, sequence);
    }
  }

  /** What an order of starts counts of a launch: clusters, or CTAs. */
  private static long starts(Grid grid) {
    return grid.cluster().ctas() > 1 ? grid.clusters() : grid.subset().count();
  }

  private List<CtaAssignment> placements(Grid grid, int place) {
    if (grid.cluster().ctas() > 1) {
      ClusterDispatcher clusters = clusterDispatcher;
      if (clusters == null) {
        throw new IllegalArgumentException("the machine has no clusters");
      }
      return clusters.launch(grid, place);
    }
    return placement == CtaPlacement.DYNAMIC
        ? dispatcher.launch(tiles.size())
        : statically(grid.subset().count());
  }

  private List<CtaAssignment> statically(long ctas) {
    List<CtaAssignment> placements = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      placements.add(new StaticPlacement(i, tiles.size(), ctas));
    }
    return placements;
  }

  /** The current cycle of a compute unit. */
  public long now(int unit) {
    return tiles.get(unit).now();
  }

  /** Whether the launches are over in every tile. */
  public boolean ended() {
    for (Tile tile : tiles) {
      if (!tile.ended()) {
        return false;
      }
    }
    return true;
  }

  /** Launches that are complete, of those that run or have run last. */
  public int complete() {
    return grids.size() == 1 ? ended() ? 1 : 0 : sequence.complete();
  }

  /** The cycle in which the launch of a place was over in the last tile; 0 if no launch runs. */
  public long endTime(int place) {
    long end = 0;
    for (Tile tile : tiles) {
      end = place < grids.size() ? Math.max(end, tile.launch(place).endTime()) : 0;
    }
    return end;
  }

  /** The last cycle in which something got on in a compute unit. */
  public long lastProgress() {
    long last = 0;
    for (Tile tile : tiles) {
      last = Math.max(last, tile.unit().progress);
    }
    return last;
  }

  /** Begins to watch whether warps repeat themselves, or ends it. */
  public void watchRepetition(boolean watch) {
    tiles.forEach(tile -> tile.watchRepetition(watch));
  }

  /**
   * Whether no warp will do anything new while no memory word changes, as far as the watch has
   * seen; false without a watch.
   *
   * @param patience cycles in which a warp that waits for a part of the machine has issued nothing
   */
  public boolean standsStill(long now, long patience) {
    for (Tile tile : tiles) {
      RepetitionWatch watch = tile.repetition();
      if (watch == null || !watch.standsStill(now, patience)) {
        return false;
      }
    }
    return true;
  }

  /** State of each resident warp; empty without a watch. */
  public List<WarpMotion> motions() {
    List<WarpMotion> motions = new ArrayList<>();
    for (Tile tile : tiles) {
      RepetitionWatch watch = tile.repetition();
      if (watch != null) {
        motions.addAll(watch.motions());
      }
    }
    return motions;
  }

  /** Warp instructions issued since the machine was made. */
  public long warpInstructions() {
    long sum = 0;
    for (Tile tile : tiles) {
      sum += tile.unit().counters.warpInstructions;
    }
    return sum;
  }

  /** Warps since the machine was made, by {@link ComputeUnit#warpsOutOfStep}. */
  public long warpsOutOfStep() {
    long sum = 0;
    for (Tile tile : tiles) {
      sum += tile.unit().warpsOutOfStep();
    }
    return sum;
  }

  /** CTAs finished since the machine was made. */
  public long finishedCtas() {
    long sum = 0;
    for (Tile tile : tiles) {
      sum += tile.unit().counters.ctas;
    }
    return sum;
  }

  /** CTAs of the launch of a place that have not started. */
  public long ctasToCome(int place) {
    long toCome = grids.get(place).subset().count();
    for (Tile tile : tiles) {
      toCome -= tile.launch(place).started();
    }
    return toCome;
  }

  /**
   * Core clock cycles from each CTA's dispatch to its last thread's exit, indexed by its place
   * among those that run, of the launch of a place. Each is 0 for a CTA that has not run to its
   * end; empty if more than 65,536 run.
   */
  public long[] ctaCycles(int place) {
    CtaSubset ran = grids.get(place).subset();
    if (ran.count() > MOST_LOGGED_CTAS) {
      return new long[0];
    }
    long[] cycles = new long[(int) ran.count()];
    for (Tile tile : tiles) {
      tile.launch(place).log().copyTo(cycles, ran);
    }
    return cycles;
  }

  /** What copy units and accesses to other CTAs have on their way, a line each. */
  public List<String> copies() {
    List<String> lines = new ArrayList<>();
    for (Tile tile : tiles) {
      lines.addAll(tile.unit().onTheWay());
      PeerReceiver peers = tile.unit().peers;
      if (peers != null) {
        lines.addAll(peers.waiting());
      }
    }
    return lines;
  }

  /** Counters of all compute units. */
  public List<Object> counters() {
    List<Object> counters = new ArrayList<>();
    for (Tile tile : tiles) {
      counters.addAll(tile.counters());
    }
    return counters;
  }

  /** What was printed since this was asked last, in the order of (cycle, compute unit). */
  public List<PrintedText> takePrinted() {
    List<PrintedText> printed = new ArrayList<>();
    for (Tile tile : tiles) {
      printed.addAll(tile.takePrinted());
    }
    if (printed.size() > 1) {
      printed.sort(
          Comparator.comparingLong(PrintedText::cycle).thenComparingInt(PrintedText::unit));
    }
    return printed;
  }

  /**
   * What warps of the launch of a place are known to have written: those that are here, then those
   * that have left lately, by compute unit.
   */
  public List<WarpTraces> traces(int place) {
    Grid grid = grids.get(place);
    List<WarpTraces> traces = new ArrayList<>();
    for (Tile tile : tiles) {
      traces.addAll(tile.unit().traces());
    }
    for (Tile tile : tiles) {
      traces.addAll(tile.unit().departed());
    }
    traces.removeIf(warp -> warp.grid().number() != grid.number());
    return traces;
  }

  /** Where every resident warp of the launch of a place stands, by compute unit and warp slot. */
  public List<WarpStatus> status(int place) {
    Grid grid = grids.get(place);
    List<WarpStatus> status = new ArrayList<>();
    for (Tile tile : tiles) {
      status.addAll(tile.unit().status());
    }
    status.removeIf(warp -> warp.grid().number() != grid.number());
    return status;
  }
}
