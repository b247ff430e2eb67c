package dev.syncopate.machine.functional;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.ComputeUnit;
import dev.syncopate.machine.core.Host;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.machine.device.OtherHeaps;
import dev.syncopate.machine.device.RuntimeUnit;
import dev.syncopate.machine.fusion.FusedKernels;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.machine.standstill.RepetitionWatch;
import dev.syncopate.machine.tile.CtaSlots;
import dev.syncopate.machine.tile.ExecutionUnits;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.tile.TileFittings;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Cta;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.machine.warp.Warp;
import dev.syncopate.memory.functional.FunctionalPort;
import dev.syncopate.memory.functional.PagedMemory;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A compute unit of the functional tier, and the CTAs that are resident on it. */
final class FunctionalUnit implements Host, OtherHeaps {
  private final ComputeUnit unit;
  private final WarpRunner runner;
  private final ExecutionUnits parts;
  private final InstructionClock clock;
  private final IntFunction<FunctionalUnit> units;
  private final FirstFault faults;
  private final @Nullable RuntimeUnit heapOwner;
  private @Nullable RepetitionWatch repetition;
  private final CtaSlots slots;
  private int resident;
  private boolean watched;
  private @Nullable Grid loaded;

  /**
   * @param faults where to report that the kernel cannot go on
   * @param units all units, by index
   * @param fusedKernels code of the device's kernels
   * @param heapOwner whose heap {@code malloc} takes from; null for this unit's own
   */
  FunctionalUnit(
      int index,
      MachineConfig machine,
      PagedMemory memory,
      InstructionClock clock,
      FirstFault faults,
      FusedKernels fusedKernels,
      @Nullable FunctionalUnit heapOwner,
      IntFunction<FunctionalUnit> units) {
    this.units = units;
    this.clock = clock;
    this.faults = faults;
    this.heapOwner = heapOwner == null ? null : heapOwner.parts.runtime();
    this.runner = new WarpRunner(clock, memory, fusedKernels);
    this.unit =
        new ComputeUnit(
            index,
            machine,
            this,
            TileFittings.STANDARD.store(
                machine.sharedBytes() + machine.core().maxCtas() * AddressMap.SHARED_TAIL),
            client -> new FunctionalPort(memory, client, clock::now),
            _ -> runner);
    this.slots = new CtaSlots(unit);
    this.parts = ExecutionUnits.of(unit, machine, this);
    unit.install(parts.units());
  }

  /** Prepares for a launch. */
  void load(Grid grid, @Nullable LaunchObserver observer) {
    watchRepetition(false);
    loaded = grid;
    unit.load(grid.kernel(), grid.kernel().program.meetsInClusters());
    Strictness strict = grid.space().strict();
    runner.begin(grid.kernel(), strict.memory() || strict.initialisation());
    unit.observer = observer;
    watched = observer != null;
    unit.local.trackWrites(grid.space().strict().initialisation());
    slots.divide(grid);
    if (heapOwner == null) {
      parts.runtime().heap(grid.space().heapBase(), grid.space().heapBytesPerUnit());
    } else {
      parts.runtime().shareHeap(heapOwner);
    }
  }

  private Grid launched() {
    Grid present = loaded;
    if (present == null) {
      throw new IllegalStateException("no kernel is loaded");
    }
    return present;
  }

  ComputeUnit unit() {
    return unit;
  }

  ExecutionUnits parts() {
    return parts;
  }

  boolean hasRoom() {
    return room() > 0;
  }

  /** CTAs for which there is room. */
  int room() {
    return slots.count() - resident;
  }

  /**
   * The free CTA slot of a number.
   *
   * @param number 0 for the lowest
   */
  int freeSlot(int number) {
    int slot = 0;
    for (int skipped = 0; ; slot++) {
      if (slots.isFree(slot) && skipped++ == number) {
        return slot;
      }
    }
  }

  /** Starts a CTA in a free slot. */
  Cta start(long number) {
    Cta cta = slots.occupy();
    cta.place(number, launched());
    return start(cta);
  }

  /** Starts a CTA of a cluster in its slot. */
  Cta start(long number, ClusterPlaces places, int rank) {
    Cta cta = slots.occupy(places.slot(rank));
    cta.place(number, launched());
    cta.join(places, rank);
    return start(cta);
  }

  private Cta start(Cta cta) {
    cta.resident = true;
    resident++;
    cta.dispatched = clock.now;
    unit.start(cta, clock.now);
    return cta;
  }

  /** From now on memory accesses are recorded. */
  void record(LaunchObserver recorder) {
    unit.observer = recorder;
    runner.accessOneByOne();
  }

  /** Runs a warp that waits for nothing. */
  WarpRunner.Turn run(Warp warp) {
    return runner.run(unit, warp, watched || repetition != null);
  }

  // ---- repetition ----

  /** Begins to watch whether warps repeat themselves, or ends it. */
  void watchRepetition(boolean watch) {
    RepetitionWatch previousWatch = repetition;
    if (previousWatch != null) {
      previousWatch.end();
    }
    repetition = watch ? new RepetitionWatch(unit, clock.now) : null;
  }

  /** The watch that has been begun; null for none. */
  @Nullable RepetitionWatch repetition() {
    return repetition;
  }

  // ---- call-backs of the compute unit ----

  @Override
  public long now() {
    return clock.now;
  }

  @Override
  public void wake(long time) {
    // Warps take turns; there is no cycle to wait for.
  }

  @Override
  public void finished(Cta cta) {
    cta.resident = false;
    resident--;
  }

  @Override
  public void kernelEnded() {
    // Memory has no copies to write back.
  }

  @Override
  public void send(int target, PeerMessage message, long arrival) {
    units.apply(target).unit.received(message, clock.now);
  }

  @Override
  public void fail(KernelFault fault) {
    faults.report(fault, clock.now, unit.index);
  }

  @Override
  public void free(long pointer, int owner) {
    if (heapOwner != null) {
      heapOwner.freeForOther(pointer);
    }
  }

  /** Counters of the unit. */
  List<Object> counters() {
    return List.of(unit.counters, parts.transactions().counters);
  }
}
