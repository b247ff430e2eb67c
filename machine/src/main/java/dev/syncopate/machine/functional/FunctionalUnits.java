package dev.syncopate.machine.functional;

import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.device.PrintedText;
import dev.syncopate.machine.fusion.FusedKernels;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.standstill.RepetitionWatch;
import dev.syncopate.machine.status.WarpMotion;
import dev.syncopate.machine.status.WarpStatus;
import dev.syncopate.machine.status.WarpTraces;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.warp.ClusterPlaces;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.functional.PagedMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compute units of a device, as many as the machine has. A unit is made when the first CTA
 * needs it: most launches never have more CTAs resident than one unit holds.
 */
final class FunctionalUnits {
  private final MachineConfig machine;
  private final PagedMemory memory;
  private final InstructionClock clock;
  private final FirstFault faults;
  private final FusedKernels fusedKernels;
  private final GpcLayout layout;
  private final List<FunctionalUnit> units = new ArrayList<>();
  private @Nullable Grid grid;
  private @Nullable LaunchObserver observer;
  private @Nullable LaunchObserver recorder;

  /** Units that run the present launch: the first so many. */
  private int loaded;

  private int lastPlaced;
  private boolean watching;

  FunctionalUnits(
      MachineConfig machine,
      PagedMemory memory,
      InstructionClock clock,
      FirstFault faults,
      FusedKernels fusedKernels) {
    this.machine = machine;
    this.memory = memory;
    this.clock = clock;
    this.faults = faults;
    this.fusedKernels = fusedKernels;
    this.layout = GpcLayout.of(machine);
  }

  /** Prepares for a launch. */
  void load(Grid launched, @Nullable LaunchObserver watcher) {
    watchRepetition(false);
    grid = launched;
    observer = watcher;
    recorder = null;
    loaded = 0;
    lastPlaced = -1;
  }

  /** From now on the accesses of the present launch are recorded. */
  void record(LaunchObserver watcher) {
    recorder = watcher;
    units.subList(0, loaded).forEach(unit -> unit.record(watcher));
  }

  /**
   * A unit that has room for a CTA; null for none.
   *
   * @param spread whether units take turns, or each is filled before the next one is used
   */
  @Nullable FunctionalUnit withRoom(boolean spread) {
    int count = machine.core().units();
    for (int i = 0; i < count; i++) {
      int index = spread ? (lastPlaced + 1 + i) % count : i;
      FunctionalUnit unit = loaded(index);
      if (unit.hasRoom()) {
        lastPlaced = index;
        return unit;
      }
    }
    return null;
  }

  /**
   * Places for the CTAs of a cluster: free slots of one GPC; null for none.
   *
   * @param number of the cluster in the grid
   * @param ctas of a cluster
   * @param spread whether CTAs go round the compute units, or each is filled before the next
   */
  @Nullable ClusterPlaces placesOfCluster(long number, int ctas, boolean spread) {
    for (int i = 0; i < layout.gpcs(); i++) {
      int gpc = spread ? (int) ((number + i) % layout.gpcs()) : i;
      ClusterPlaces places = places(number, gpc, ctas, spread);
      if (places != null) {
        return places;
      }
    }
    return null;
  }

  private @Nullable ClusterPlaces places(long number, int gpc, int ctas, boolean spread) {
    int first = layout.firstUnit(gpc);
    int[] takenSlots = new int[layout.unitsOf(gpc)];
    int[] places = new int[ctas];
    int[] slots = new int[ctas];
    int rank = 0;
    for (int depth = 1; rank < ctas; depth++) {
      boolean grew = false;
      for (int i = 0; i < takenSlots.length && rank < ctas; i++) {
        FunctionalUnit unit = loaded(first + i);
        while (takenSlots[i] < unit.room() && rank < ctas && (!spread || takenSlots[i] < depth)) {
          places[rank] = first + i;
          slots[rank++] = unit.freeSlot(takenSlots[i]++);
          grew = true;
        }
      }
      if (!grew) {
        return null;
      }
    }
    return new ClusterPlaces(number, places, slots);
  }

  /** The unit of an index, of the present launch. */
  FunctionalUnit unit(int index) {
    return loaded(index);
  }

  private FunctionalUnit loaded(int index) {
    Grid launched = grid;
    if (launched == null) {
      throw new IllegalStateException("no kernel is loaded");
    }
    for (; loaded <= index; loaded++) {
      if (loaded == units.size()) {
        FunctionalUnit heapOwner = units.isEmpty() ? null : units.getFirst();
        units.add(
            new FunctionalUnit(
                loaded, machine, memory, clock, faults, fusedKernels, heapOwner, this::unit));
      }
      units.get(loaded).load(launched, observer);
      if (recorder != null) {
        units.get(loaded).record(recorder);
      }
      if (watching) {
        units.get(loaded).watchRepetition(true);
      }
    }
    return units.get(index);
  }

  /** Units of the present launch. */
  private List<FunctionalUnit> present() {
    return units.subList(0, loaded);
  }

  /** Begins to watch whether warps repeat themselves, or ends it. */
  void watchRepetition(boolean watch) {
    if (watch != watching) {
      watching = watch;
      present().forEach(unit -> unit.watchRepetition(watch));
    }
  }

  /** Whether warps are watched for repetition. */
  boolean isWatching() {
    return watching;
  }

  /** Whether no warp will do anything new while no memory word changes; false without a watch. */
  boolean standsStill(long patience) {
    for (FunctionalUnit unit : present()) {
      RepetitionWatch watch = unit.repetition();
      if (watch == null || !watch.standsStill(clock.now, patience)) {
        return false;
      }
    }
    return true;
  }

  /** Resident warps that wait for nothing and have not repeated themselves; 0 without a watch. */
  int computing() {
    int computing = 0;
    for (FunctionalUnit unit : present()) {
      RepetitionWatch watch = unit.repetition();
      computing += watch == null ? 0 : watch.computing();
    }
    return computing;
  }

  // ---- for reports ----

  /** State of each resident warp; empty without a watch. */
  List<WarpMotion> motions() {
    List<WarpMotion> motions = new ArrayList<>();
    for (FunctionalUnit unit : present()) {
      RepetitionWatch watch = unit.repetition();
      if (watch != null) {
        motions.addAll(watch.motions());
      }
    }
    return motions;
  }

  /** Where every resident warp stands. */
  List<WarpStatus> status() {
    List<WarpStatus> status = new ArrayList<>();
    present().forEach(unit -> status.addAll(unit.unit().status()));
    return status;
  }

  /** What warps are known to have written: those that are here, then those that have left. */
  List<WarpTraces> traces() {
    List<WarpTraces> traces = new ArrayList<>();
    present().forEach(unit -> traces.addAll(unit.unit().traces()));
    present().forEach(unit -> traces.addAll(unit.unit().departed()));
    return traces;
  }

  /** Counters of all units. */
  List<Object> counters() {
    List<Object> counters = new ArrayList<>();
    units.forEach(unit -> counters.addAll(unit.counters()));
    return counters;
  }

  /** Warps since the device was made, by {@code ComputeUnit.warpsOutOfStep}. */
  long warpsOutOfStep() {
    return units.stream().mapToLong(unit -> unit.unit().warpsOutOfStep()).sum();
  }

  /** What was printed since this was asked last, in order. */
  List<PrintedText> takePrinted() {
    List<PrintedText> printed = new ArrayList<>();
    present().forEach(unit -> printed.addAll(unit.parts().runtime().takePrinted()));
    if (printed.size() > 1) {
      printed.sort(
          Comparator.comparingLong(PrintedText::cycle).thenComparingInt(PrintedText::unit));
    }
    return printed;
  }
}
