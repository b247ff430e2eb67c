package dev.syncopate.machine.tile;

import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Message;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Dispatcher of clusters. Each tile tells it which CTA slots become free; it starts a cluster when
 * one GPC has free slots for all its CTAs, in one message to each CTA's tile. A GPC starts at most
 * one cluster a cycle.
 *
 * <p>With dynamic placement a cluster starts on the GPC with the most free slots. With static
 * placement cluster c starts on GPC c mod n of the n that can hold one. Within the GPC each CTA, by
 * its rank, takes a slot of the tile with the most free slots. Only whole clusters take slots, so
 * that free slots accumulate until the next one fits.
 *
 * <p>Each launch divides the tiles in its way. Free are the slots that CTAs of earlier launches
 * that it overlaps leave.
 */
final class ClusterDispatcher extends Part {
  private static final long NO_CLUSTER = -1;

  private final int latency;
  private final GpcLayout layout;
  private final boolean placesStatically;
  private final CtaOrder order;
  private final List<Tile> tiles;

  /**
   * @param latency cycles that a message travels between a tile and the dispatcher
   * @param order in which clusters start, with dynamic placement
   */
  ClusterDispatcher(
      int latency, GpcLayout layout, boolean placesStatically, CtaOrder order, List<Tile> tiles) {
    super("clusterDispatcher");
    this.latency = latency;
    this.layout = layout;
    this.placesStatically = placesStatically;
    this.order = order;
    this.tiles = tiles;
  }

  /**
   * Prepares for a launch with clusters: each tile gets a placement that reports here.
   *
   * @param place of the launch among those that overlap
   */
  List<CtaAssignment> launch(Grid launched, int place) {
    int size = launched.cluster().ctas();
    List<Integer> able = new ArrayList<>();
    for (int gpc = 0; gpc < layout.gpcs(); gpc++) {
      if (layout.unitsOf(gpc) * launched.ctasPerUnit() >= size) {
        able.add(gpc);
      }
    }
    if (able.isEmpty()) {
      throw new IllegalArgumentException(
          "no GPC holds a cluster of %d CTAs of %s"
              .formatted(size, launched.kernel().program.name()));
    }
    Dispatch dispatch =
        new Dispatch(launched, place, able.stream().mapToInt(Integer::intValue).toArray());
    List<CtaAssignment> assignments = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      assignments.add(new Reporting(dispatch, i));
    }
    return assignments;
  }

  /** The tile's half: reports free slots. */
  private final class Reporting implements CtaAssignment {
    private final Dispatch dispatch;
    private final int tileIndex;

    Reporting(Dispatch dispatch, int tileIndex) {
      this.dispatch = dispatch;
      this.tileIndex = tileIndex;
    }

    @Override
    public void begin(TileLaunch launch, long slots) {
      report(launch, slots);
    }

    @Override
    public void freed(TileLaunch launch, int slot) {
      report(launch, 1L << slot);
    }

    private void report(TileLaunch launch, long slots) {
      Tile tile = launch.tile;
      tile.send(new Room(dispatch, tileIndex, slots), ClusterDispatcher.this, tile.now() + latency);
    }
  }

  /** CTA slots of a tile are free. */
  private static final class Room extends Message {
    private final Dispatch dispatch;
    private final int tileIndex;
    private final long slots;

    Room(Dispatch dispatch, int tileIndex, long slots) {
      this.dispatch = dispatch;
      this.tileIndex = tileIndex;
      this.slots = slots;
    }

    @Override
    protected void fire(long now) {
      dispatch.freeSlots[tileIndex] |= slots;
      dispatch.awaken(now);
    }
  }

  /** A CTA of a cluster starts. */
  private static final class Start extends Message {
    private final Tile tile;
    private final int place;
    private final long cta;
    private final ClusterPlaces places;
    private final int rank;

    Start(Tile tile, int place, long cta, ClusterPlaces places, int rank) {
      this.tile = tile;
      this.place = place;
      this.cta = cta;
      this.places = places;
      this.rank = rank;
    }

    @Override
    protected void fire(long now) {
      tile.launch(place).dispatch(cta, places, rank);
    }
  }

  /** No more CTAs of a launch start on a tile. */
  private static final class Exhausted extends Message {
    private final Tile tile;
    private final int place;

    Exhausted(Tile tile, int place) {
      this.tile = tile;
      this.place = place;
    }

    @Override
    protected void fire(long now) {
      tile.launch(place).noMore();
    }
  }

  /** Dispatch of one launch's clusters: its fire starts up to one on each GPC. */
  private final class Dispatch extends Event {
    private final Grid grid;
    private final int place;

    /** GPCs that can hold a cluster of the launch. */
    private final int[] gpcs;

    /** Free CTA slots by tile, a bit each. */
    private final long[] freeSlots = new long[tiles.size()];

    /** Next cluster of each of {@link #gpcs}, with static placement. */
    private final long[] nextClusters;

    /** The next cluster with dynamic placement, drawn and without room yet. */
    private long drawnCluster = NO_CLUSTER;

    private boolean exhausted;

    Dispatch(Grid grid, int place, int[] gpcs) {
      this.grid = grid;
      this.place = place;
      this.gpcs = gpcs;
      this.nextClusters = new long[gpcs.length];
      Arrays.setAll(nextClusters, i -> i);
    }

    void awaken(long now) {
      if (!exhausted && !scheduled()) {
        schedule(this, now + 1); // after all messages of this cycle
      }
    }

    @Override
    protected void fire(long now) {
      boolean started = placesStatically ? startStatically() : startDynamically();
      if (isExhausted()) {
        exhausted = true;
        tiles.forEach(tile -> send(new Exhausted(tile, place), tile, now + latency));
      } else if (started) {
        awaken(now);
      }
    }

    private boolean startStatically() {
      boolean started = false;
      for (int i = 0; i < gpcs.length; i++) {
        if (nextClusters[i] < grid.clusters() && holdsOneMore(gpcs[i])) {
          start(gpcs[i], nextClusters[i]);
          nextClusters[i] += gpcs.length;
          started = true;
        }
      }
      return started;
    }

    private boolean startDynamically() {
      boolean started = false;
      boolean[] used = new boolean[gpcs.length];
      while (true) {
        drawnCluster = drawnCluster == NO_CLUSTER ? order.next(place) : drawnCluster;
        int best = drawnCluster == NO_CLUSTER ? -1 : freest(used);
        if (best < 0) {
          return started;
        }
        start(gpcs[best], drawnCluster);
        drawnCluster = NO_CLUSTER;
        used[best] = true;
        started = true;
      }
    }

    private boolean isExhausted() {
      if (!placesStatically) {
        drawnCluster = drawnCluster == NO_CLUSTER ? order.next(place) : drawnCluster;
        return drawnCluster == NO_CLUSTER;
      }
      return Arrays.stream(nextClusters).allMatch(next -> next >= grid.clusters());
    }

    /** Index of the GPC with the most free slots, if a cluster fits; else -1. */
    private int freest(boolean[] used) {
      int best = -1;
      int mostFree = 0;
      for (int i = 0; i < gpcs.length; i++) {
        int free = used[i] ? 0 : freeSlotsOf(gpcs[i]);
        if (free >= grid.cluster().ctas() && free > mostFree) {
          best = i;
          mostFree = free;
        }
      }
      return best;
    }

    private boolean holdsOneMore(int gpc) {
      return freeSlotsOf(gpc) >= grid.cluster().ctas();
    }

    private int freeSlotsOf(int gpc) {
      int first = layout.firstUnit(gpc);
      int free = 0;
      for (int tile = first; tile < first + layout.unitsOf(gpc); tile++) {
        free += Long.bitCount(freeSlots[tile]);
      }
      return free;
    }

    private void start(int gpc, long cluster) {
      int size = grid.cluster().ctas();
      int[] units = new int[size];
      int[] slots = new int[size];
      for (int rank = 0; rank < size; rank++) {
        int tile = freestTile(gpc);
        units[rank] = tile;
        slots[rank] = Long.numberOfTrailingZeros(freeSlots[tile]);
        freeSlots[tile] &= freeSlots[tile] - 1;
      }
      ClusterPlaces places = new ClusterPlaces(cluster, units, slots);
      for (int rank = 0; rank < size; rank++) {
        Tile tile = tiles.get(units[rank]);
        long cta = grid.cluster().cta(grid, cluster, rank);
        send(new Start(tile, place, cta, places, rank), tile, now() + latency);
      }
    }

    /** The tile of a GPC with the most free slots, the lowest of several. */
    private int freestTile(int gpc) {
      int first = layout.firstUnit(gpc);
      int best = first;
      for (int tile = first; tile < first + layout.unitsOf(gpc); tile++) {
        if (Long.bitCount(freeSlots[tile]) > Long.bitCount(freeSlots[best])) {
          best = tile;
        }
      }
      return best;
    }
  }
}
