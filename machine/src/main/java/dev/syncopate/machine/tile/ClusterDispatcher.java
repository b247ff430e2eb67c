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
import org.jspecify.annotations.Nullable;

/**
 * Dispatcher of clusters. Each tile tells it which CTA slots become free; it starts a cluster when
 * one GPC has free slots for all its CTAs, in one message to each CTA's tile. A GPC starts at most
 * one cluster a cycle.
 *
 * <p>With dynamic placement a cluster starts on the GPC with the most free slots. With static
 * placement cluster c starts on GPC c mod n of the n that can hold one. Within the GPC each CTA, by
 * its rank, takes a slot of the tile with the most free slots. Only whole clusters take slots, so
 * that free slots accumulate until the next one fits. A launch with clusters overlaps no other.
 */
final class ClusterDispatcher extends Part {
  private static final long NO_CLUSTER = -1;

  private final int latency;
  private final GpcLayout layout;
  private final boolean placesStatically;
  private final CtaOrder order;
  private final List<Tile> tiles;

  /** Free CTA slots by tile, a bit each. */
  private final long[] freeSlots;

  /** GPCs that can hold a cluster of the launch. */
  private int[] gpcs = {};

  /** Next cluster of each of {@link #gpcs}, with static placement. */
  private long[] nextClusters = {};

  /** The next cluster with dynamic placement, drawn and without room yet. */
  private long drawnCluster;

  private @Nullable Grid grid;
  private final Round round = new Round();
  private boolean exhausted;

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
    this.freeSlots = new long[tiles.size()];
  }

  /** Prepares for a launch with clusters: each tile gets a placement that reports here. */
  List<CtaAssignment> launch(Grid launched) {
    grid = launched;
    exhausted = false;
    drawnCluster = NO_CLUSTER;
    Arrays.fill(freeSlots, 0);
    order.begin(launched.clusters());
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
    gpcs = able.stream().mapToInt(Integer::intValue).toArray();
    nextClusters = new long[gpcs.length];
    Arrays.setAll(nextClusters, i -> i);
    List<CtaAssignment> assignments = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      assignments.add(new Reporting(i));
    }
    return assignments;
  }

  private Grid grid() {
    Grid present = grid;
    if (present == null) {
      throw new IllegalStateException("no kernel is loaded");
    }
    return present;
  }

  /** The tile's half: reports free slots. */
  private final class Reporting implements CtaAssignment {
    private final int tileIndex;

    Reporting(int tileIndex) {
      this.tileIndex = tileIndex;
    }

    @Override
    public void begin(TileLaunch launch, int room) {
      report(launch, room == Long.SIZE ? -1L : (1L << room) - 1);
    }

    @Override
    public void freed(TileLaunch launch, int slot) {
      report(launch, 1L << slot);
    }

    private void report(TileLaunch launch, long slots) {
      Tile tile = launch.tile;
      tile.send(new Room(tileIndex, slots), ClusterDispatcher.this, tile.now() + latency);
    }
  }

  /** CTA slots of a tile are free. */
  private final class Room extends Message {
    private final int tileIndex;
    private final long slots;

    Room(int tileIndex, long slots) {
      this.tileIndex = tileIndex;
      this.slots = slots;
    }

    @Override
    protected void fire(long now) {
      freeSlots[tileIndex] |= slots;
      awaken(now);
    }
  }

  /** A CTA of a cluster starts. */
  private static final class Start extends Message {
    private final Tile tile;
    private final long cta;
    private final ClusterPlaces places;
    private final int rank;

    Start(Tile tile, long cta, ClusterPlaces places, int rank) {
      this.tile = tile;
      this.cta = cta;
      this.places = places;
      this.rank = rank;
    }

    @Override
    protected void fire(long now) {
      tile.launch(0).dispatch(cta, places, rank);
    }
  }

  /** No more CTAs start on a tile. */
  private static final class Exhausted extends Message {
    private final Tile tile;

    Exhausted(Tile tile) {
      this.tile = tile;
    }

    @Override
    protected void fire(long now) {
      tile.launch(0).noMore();
    }
  }

  private void awaken(long now) {
    if (!exhausted && !round.scheduled()) {
      schedule(round, now + 1); // after all messages of this cycle
    }
  }

  /** Starts up to one cluster on each GPC. */
  private final class Round extends Event {
    @Override
    protected void fire(long now) {
      boolean started = placesStatically ? startStatically() : startDynamically();
      if (isExhausted()) {
        exhausted = true;
        tiles.forEach(tile -> send(new Exhausted(tile), tile, now + latency));
      } else if (started) {
        awaken(now);
      }
    }
  }

  private boolean startStatically() {
    boolean started = false;
    for (int i = 0; i < gpcs.length; i++) {
      if (nextClusters[i] < grid().clusters() && holdsOneMore(gpcs[i])) {
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
      drawnCluster = drawnCluster == NO_CLUSTER ? order.next() : drawnCluster;
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
      drawnCluster = drawnCluster == NO_CLUSTER ? order.next() : drawnCluster;
      return drawnCluster == NO_CLUSTER;
    }
    return Arrays.stream(nextClusters).allMatch(next -> next >= grid().clusters());
  }

  /** Index of the GPC with the most free slots, if a cluster fits; else -1. */
  private int freest(boolean[] used) {
    int best = -1;
    int mostFree = 0;
    for (int i = 0; i < gpcs.length; i++) {
      int free = used[i] ? 0 : freeSlotsOf(gpcs[i]);
      if (free >= grid().cluster().ctas() && free > mostFree) {
        best = i;
        mostFree = free;
      }
    }
    return best;
  }

  private boolean holdsOneMore(int gpc) {
    return freeSlotsOf(gpc) >= grid().cluster().ctas();
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
    int size = grid().cluster().ctas();
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
      long cta = grid().cluster().cta(grid(), cluster, rank);
      send(new Start(tile, cta, places, rank), tile, now() + latency);
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
