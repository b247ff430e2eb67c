package dev.syncopate.machine.tile;

import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
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
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.lsu.LoadStoreUnit;
import dev.syncopate.sim.engine.Event;
import dev.syncopate.sim.engine.Message;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compute unit with its memory side: the part of the machine that one simulation thread runs as a
 * whole. It runs the CTAs that the {@link CtaAssignment} of a launch gives it, and when there are
 * no more ends the kernel with a release. CTAs of launches that overlap may be here at once.
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
  private final CtaSlots slots;

  /** The launches that run, in the order of their stream; one, where none overlap. */
  private final List<TileLaunch> launches = new ArrayList<>();

  /** Those whose last writes are on their way, in the order of {@link LoadStoreUnit#kernelEnd}. */
  private final ArrayDeque<TileLaunch> endingLaunches = new ArrayDeque<>();

  private @Nullable LaunchSequence sequence;
  private @Nullable RepetitionWatch repetition;

  /** Cycle of the earliest scheduled tick. */
  private long armed = Long.MAX_VALUE;

  private List<Tile> allTiles = List.of();
  private int messageLatency;

  /** Delays of messages to other tiles; null without any. */
  private final @Nullable PeerDelays peerDelays;

  private boolean stopped;

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
    this.peerDelays = PeerDelays.of(machine.perturb(), index, machine.core().units());
    this.memory = unit.memory;
    ExecutionUnits units = ExecutionUnits.of(unit, machine, this);
    this.transactions = units.transactions();
    this.runtime = units.runtime();
    unit.install(units.units().stream().map(fittings::unit).toList());
  }

  // ---- launches, called between runs of the engine ----

  /**
   * Prepares for launches, of which the first one starts in a cycle and the others when the one
   * before lets them.
   *
   * @param grids one, or several that overlap
   * @param assignments of their CTAs
   * @param observer observer of them; null for none
   * @param start the cycle in which the first one starts
   * @param launchSequence when others start; not asked about one
   */
  void launch(
      List<Grid> grids,
      List<CtaAssignment> assignments,
      @Nullable LaunchObserver observer,
      long start,
      LaunchSequence launchSequence) {
    watchRepetition(false);
    Grid grid = grids.getFirst();
    unit.load(
        kernelToLoad(grids),
        grids.stream().anyMatch(launched -> launched.kernel().program.meetsInClusters()));
    unit.observer = observer;
    unit.local.trackWrites(grid.space().strict().initialisation());
    runtime.heap(
        grid.space().heapBase() + unit.index * grid.space().heapBytesPerUnit(),
        grid.space().heapBytesPerUnit());
    log.clear();
    slots.divide(grid);
    launches.clear();
    endingLaunches.clear();
    TileLaunch first = new TileLaunch(this, grid, 0, slots, assignments.getFirst(), log);
    launches.add(first);
    List<CtaSlots> earlierSlots = new ArrayList<>(List.of(slots));
    for (int place = 1; place < grids.size(); place++) {
      CtaSlots ownSlots = new CtaSlots(unit);
      ownSlots.divide(grids.get(place), List.copyOf(earlierSlots));
      earlierSlots.add(ownSlots);
      launches.add(
          new TileLaunch(
              this, grids.get(place), place, ownSlots, assignments.get(place), new CtaLog()));
    }
    sequence = grids.size() > 1 ? launchSequence : null;
    schedule(
        new Event() {
          @Override
          protected void fire(long now) {
            memory.kernelBegin();
            first.begin();
          }
        },
        start);
  }

  /**
   * The kernel that execution units prepare for: one with bulk copies does for all, or else one
   * with other accesses by the async proxy.
   */
  private static HotKernel kernelToLoad(List<Grid> grids) {
    HotKernel chosen = grids.getFirst().kernel();
    for (Grid grid : grids) {
      HotKernel kernel = grid.kernel();
      if (kernel.program.copiesInBulk()) {
        return kernel;
      }
      if (kernel.program.usesAsyncProxy()) {
        chosen = kernel;
      }
    }
    return chosen;
  }

  /** The launch of a place starts here, while those before run. */
  void begin(int place) {
    if (!stopped) {
      memory.kernelBegin();
      launches.get(place).begin();
    }
  }

  /**
   * The launches before that of a place are complete. The L1 may have copies from before, by early
   * loads: threads that have waited see what is there now.
   */
  void predecessorsComplete(int place) {
    if (!stopped) {
      memory.kernelBegin();
      TileLaunch launch = launches.get(place);
      launch.predecessorsAreComplete();
      unit.predecessorsComplete(launch.grid);
    }
  }

  @Override
  public boolean awaitsPredecessors(Grid grid) {
    return launchOf(grid).awaitsPredecessors();
  }

  @Override
  public void released(Cta cta) {
    LaunchSequence present = sequence;
    if (present != null) {
      present.releases(this, launchOf(cta.grid()).place);
    }
  }

  private TileLaunch launchOf(Grid grid) {
    for (int i = 0; i < launches.size(); i++) {
      if (launches.get(i).grid.number() == grid.number()) {
        return launches.get(i);
      }
    }
    throw new IllegalStateException("no launch of " + grid.kernel().program.name() + " runs");
  }

  /** The launch of a place. */
  TileLaunch launch(int place) {
    return launches.get(place);
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

  /** Whether all launches are over here, their last writes visible to the device. */
  boolean ended() {
    for (int i = 0; i < launches.size(); i++) {
      if (!launches.get(i).isEnded()) {
        return false;
      }
    }
    return true;
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

  /** A CTA that a launch has placed starts. */
  void start(Cta cta) {
    cta.resident = true;
    cta.dispatched = now();
    unit.start(cta, now() + launchLatency);
  }

  @Override
  public void finished(Cta cta) {
    cta.resident = false;
    if (!cta.released) {
      released(cta);
    }
    TileLaunch launch = launchOf(cta.grid());
    launch.finished(cta, now() - cta.dispatched);
    for (int later = launch.place + 1; later < launches.size(); later++) {
      launches.get(later).offer();
    }
  }

  /** Ends a launch here with a release if it has no CTA any more. */
  void endIfIdle(TileLaunch launch) {
    if (!unit.copying() && launch.mayEnd()) {
      endingLaunches.add(launch);
      memory.kernelEnd();
    }
  }

  @Override
  public void copied() {
    for (int i = 0; i < launches.size(); i++) {
      endIfIdle(launches.get(i));
    }
  }

  @Override
  public void kernelEnded() {
    TileLaunch launch = endingLaunches.remove();
    launch.ended(now());
    LaunchSequence present = sequence;
    if (present != null) {
      present.ended(this, launch.place);
    }
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
        peerDelays == null ? arrival : peerDelays.arrival(target, message, arrival));
  }

  /** Logs from now on how its schedule differs from the machine's own. */
  void logPerturbations() {
    unit.logPerturbations();
    if (peerDelays != null) {
      peerDelays.log();
    }
  }

  /** What was logged. */
  List<PerturbationLog.Entry> perturbations() {
    List<PerturbationLog.Entry> entries = new ArrayList<>(unit.perturbations());
    if (peerDelays != null) {
      entries.addAll(peerDelays.perturbations());
    }
    return entries;
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
