package dev.syncopate.machine.tile;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.CopyEngine;
import dev.syncopate.machine.core.Host;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.core.MemoryMaker;
import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.machine.device.OtherHeaps;
import dev.syncopate.machine.device.PrintedText;
import dev.syncopate.machine.device.RuntimeUnit;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.standstill.RepetitionWatch;
import dev.syncopate.machine.unit.transaction.TransactionPipe;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Message;
import dev.syncopate.sim.engine.Part;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit with its memory side: the part of the machine that one simulation thread runs as a
 * whole. It runs the CTAs that its {@link CtaAssignment} gives it, and when there are no more ends
 * the kernel with a release.
 */
final class Tile extends Part implements Host, OtherHeaps {
  private final ComputeUnit unit;
  private final LoadStoreUnit memory;
  private final RuntimeUnit runtime;
  private final TransactionPipe transactions;
  private final int launchLatency;

  /**
   * Scheduled ticks, the earliest last, and others to be used again: one is scheduled only for a
   * cycle before all of them.
   */
  private Tick[] ticks = {};

  private int scheduled;
  private final FirstFault faults;
  private final CtaLog log = new CtaLog();
  private boolean logged;
  private final CtaSlots slots;
  private @Nullable CtaAssignment placement;
  private @Nullable RepetitionWatch repetition;

  /** Cycle of the earliest scheduled tick. */
  private long armed = Long.MAX_VALUE;

  private List<Tile> allTiles = List.of();
  private int messageLatency;
  private boolean stopped;
  private boolean noMore;
  private int resident;
  private boolean ended = true;
  private long endTime;

  /**
   * @param index of the compute unit
   * @param maker of its memory side
   * @param fittings of the compute unit
   * @param faults where to report that the kernel cannot go on
   */
  Tile(
      int index,
      MachineConfig machine,
      MemoryMaker maker,
      TileFittings fittings,
      FirstFault faults) {
    super("cu" + index);
    this.faults = faults;
    this.launchLatency = machine.core().launchLatency();
    this.unit =
        new ComputeUnit(
            index,
            machine,
            this,
            fittings.store(
                machine.sharedBytes() + machine.core().maxCtas() * AddressMap.SHARED_TAIL),
            client -> maker.make(index, this, client));
    this.slots = new CtaSlots(unit);
    this.memory = unit.memory;
    ExecutionUnits units = ExecutionUnits.of(unit, machine, this);
    this.transactions = units.transactions();
    this.runtime = units.runtime();
    unit.install(units.units().stream().map(fittings::unit).toList());
  }

  // ---- launches, called between runs of the engine ----

  /**
   * Prepares for a launch.
   *
   * @param observer observer of the launch; null for none
   * @param start the cycle in which it starts
   */
  void launch(
      Grid grid, CtaAssignment newPlacement, @Nullable LaunchObserver observer, long start) {
    watchRepetition(false);
    unit.load(grid);
    unit.observer = observer;
    unit.local.trackWrites(grid.space().strict().initialisation());
    slots.divide(grid);
    runtime.heap(
        grid.space().heapBase() + unit.index * grid.space().heapBytesPerUnit(),
        grid.space().heapBytesPerUnit());
    log.clear();
    logged = grid.subset().count() <= Tiles.MOST_LOGGED_CTAS;
    placement = newPlacement;
    noMore = false;
    ended = false;
    schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            memory.kernelBegin();
            newPlacement.begin(Tile.this, slots.count());
          }
        },
        start);
  }

  /** Begins to watch whether warps repeat themselves, or ends it. */
  void watchRepetition(boolean watch) {
    RepetitionWatch previousWatch = repetition;
    if (previousWatch != null) {
      previousWatch.end();
    }
    repetition = watch ? new RepetitionWatch(unit, now()) : null;
  }

  /** The watch that has been begun; null for none. */
  @Nullable RepetitionWatch repetition() {
    return repetition;
  }

  /** Whether the launch is over here, its last writes visible to the device. */
  boolean ended() {
    return ended;
  }

  /** The cycle in which it was over. */
  long endTime() {
    return endTime;
  }

  /** How long the launch's CTAs were here; empty beyond {@link Tiles#MOST_LOGGED_CTAS}. */
  CtaLog log() {
    return log;
  }

  /** CTAs that are running. */
  int resident() {
    return resident;
  }

  ComputeUnit unit() {
    return unit;
  }

  /** What the unit has printed since this was asked last. */
  List<PrintedText> takePrinted() {
    return runtime.takePrinted();
  }

  /** What the compute unit has counted since the tile was made. */
  List<Object> counters() {
    return List.of(unit.counters, transactions.counters);
  }

  // ---- CTAs ----

  /**
   * Starts a CTA in a free slot.
   *
   * @param position among those that run
   */
  void dispatch(long position) {
    Cta cta = slots.occupy();
    cta.place(unit.grid().subset().at(position), unit.grid());
    start(cta);
  }

  /**
   * Starts a CTA of a cluster in the slot that its place names.
   *
   * @param number of the CTA in the grid
   * @param places of the CTAs of its cluster
   * @param rank in the cluster
   */
  void dispatch(long number, ClusterPlaces places, int rank) {
    Cta cta = slots.occupy(places.slot(rank));
    cta.place(number, unit.grid());
    cta.join(places, rank);
    start(cta);
  }

  private void start(Cta cta) {
    cta.resident = true;
    resident++;
    cta.dispatched = now();
    unit.start(cta, now() + launchLatency);
  }

  /** There are no more CTAs for this tile. */
  void noMore() {
    noMore = true;
    endIfIdle();
  }

  @Override
  public void finished(Cta cta) {
    cta.resident = false;
    resident--;
    if (logged) {
      log.add(cta.index, now() - cta.dispatched);
    }
    CtaAssignment currentPlacement = placement;
    if (noMore) {
      endIfIdle();
    } else if (currentPlacement != null) {
      currentPlacement.freed(this, cta.slot);
    }
  }

  private void endIfIdle() {
    CopyEngine copies = unit.copies;
    if (resident == 0 && (copies == null || !copies.busy())) {
      memory.kernelEnd();
    }
  }

  @Override
  public void copied() {
    if (noMore) {
      endIfIdle();
    }
  }

  @Override
  public void kernelEnded() {
    ended = true;
    endTime = now();
  }

  /** The tiles of the machine, to whose heaps threads here may free. */
  void connect(List<Tile> tiles, int latency) {
    allTiles = tiles;
    messageLatency = latency;
  }

  @Override
  public void free(long pointer, int owner) {
    Tile ownerTile = allTiles.get(owner);
    send(
        new Message() {
          @Override
          protected void fire(long now) {
            ownerTile.runtime.freeForOther(pointer);
          }
        },
        ownerTile,
        now() + messageLatency);
  }

  @Override
  public void send(int target, PeerMessage message, long arrival) {
    Tile targetTile = allTiles.get(target);
    send(
        new Message() {
          @Override
          protected void fire(long now) {
            if (!targetTile.stopped) {
              targetTile.unit.received(message, now);
            }
          }
        },
        targetTile,
        arrival);
  }

  // ---- ticks ----

  @Override
  public void wake(long time) {
    if (time >= armed || stopped) {
      return;
    }
    armed = time;
    if (scheduled == ticks.length) {
      ticks = Arrays.copyOf(ticks, scheduled + 1);
      ticks[scheduled] = new Tick();
    }
    Tick tick = ticks[scheduled++];
    tick.cycle = time;
    schedule(tick, time);
  }

  @Override
  public void fail(KernelFault fault) {
    stopped = true;
    faults.report(fault, now(), unit.index);
  }

  private final class Tick extends Event {
    private long cycle;

    @Override
    protected void fire(long now) {
      scheduled--;
      armed = scheduled == 0 ? Long.MAX_VALUE : ticks[scheduled - 1].cycle;
      if (stopped || unit.ticked(now)) {
        return;
      }
      try {
        long next = unit.tick(now);
        if (next != Long.MAX_VALUE) {
          wake(next);
        }
      } catch (KernelFault fault) {
        fail(fault);
      }
    }
  }
}
