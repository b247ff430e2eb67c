package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.Cpus;
import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.OverlappingLaunches;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.tile.TileFittings;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.network.LinkLoad;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Part;
import dev.syncopate.sim.engine.WindowMeter;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A GPU in cycles: compute units with their L1s, network, L2 and memory, and the engine that runs
 * them. Time and the contents of caches and memory go on from launch to launch.
 *
 * <p>For one thread; {@link #interrupt} and {@link #progress} may be called from any.
 */
public final class Gpu implements KernelDevice {
  private final MachineConfig machine;
  private final MemorySystem memory;
  private final Tiles tiles;
  private final Cpus cpus;
  private final Engine engine;
  private final FirstFault faults = new FirstFault();
  private final CounterTotals totals;
  private final Sampling sampling;
  private final Grids grids;
  private final LaunchEndings endings;
  private @Nullable Observer observer;
  private String stoppedBy = "";
  private volatile boolean interrupted;
  private long outOfStepBefore;
  private volatile LaunchWatch.Progress progress = new LaunchWatch.Progress(0, 0, 0, 0);

  /**
   * @param threads simulation threads; no result depends on them
   * @throws IllegalArgumentException when parameters contradict one another, naming them
   */
  public Gpu(MachineConfig machine, Protocol protocol, ConsistencyModel model, int threads) {
    this(machine, protocol, model, threads, TileFittings.STANDARD);
  }

  /**
   * @param threads simulation threads; no result depends on them
   * @param fittings of its compute units
   * @throws IllegalArgumentException when parameters contradict one another, naming them
   */
  public Gpu(
      MachineConfig machine,
      Protocol protocol,
      ConsistencyModel model,
      int threads,
      TileFittings fittings) {
    this.machine = machine;
    machine.perturb().delays().requireUnits(machine.core().units());
    this.memory = new MemorySystem(machine.memory(), protocol, model);
    this.tiles = new Tiles(machine, memory::tile, fittings, faults);
    this.cpus = new Cpus(machine, memory);
    List<Part> parts = new ArrayList<>(tiles.parts());
    parts.addAll(memory.partitions());
    parts.addAll(cpus.parts());
    this.engine = new Engine(parts, window(), threads);
    this.totals = new CounterTotals(tiles, memory, cpus);
    this.sampling = new Sampling(totals, memory::loads);
    this.grids = new Grids(machine, machine.core().units());
    this.endings =
        new LaunchEndings(tiles, cpus, memory, faults, grids.allocations(), machine.core().units());
  }

  /** Cycles for which no part of the machine hears of another. */
  private int window() {
    return machine.cluster().unitsPerGpc() == 0
        ? memory.window()
        : Math.min(
            memory.window(),
            Math.min(machine.cluster().peerLatency(), machine.copy().multicastLatency()));
  }

  /**
   * Measures the windows of later launches.
   *
   * @throws IllegalStateException with several simulation threads
   */
  public void measure(WindowMeter meter) {
    engine.measure(meter);
  }

  /** Logs from now on how its schedule differs from the machine's own. */
  public void logPerturbations() {
    tiles.logPerturbations();
    memory.logPerturbations();
  }

  @Override
  public List<PerturbationLog.Entry> perturbations() {
    List<PerturbationLog.Entry> entries = new ArrayList<>(tiles.perturbations());
    entries.addAll(memory.perturbations());
    entries.sort(Comparator.comparingLong(PerturbationLog.Entry::cycle));
    return entries;
  }

  /** Its launches and the layout of its memory, which a functional half shares. */
  public Grids grids() {
    return grids;
  }

  @Override
  public void read(long address, byte[] buffer) {
    memory.read(address, buffer);
  }

  @Override
  public void write(long address, byte[] data) {
    memory.write(address, data);
    if (observer != null) {
      observer.written(address, data.length);
    }
  }

  /** Whether the contents of the L2 can be replaced, which the protocol decides. */
  public boolean installsL2() {
    return memory.installsL2();
  }

  /** As {@link MemorySystem#setOfL2}. */
  public int setOfL2(long line) {
    return memory.setOfL2(line);
  }

  /** Empties the L2 while no kernel runs. */
  public void emptyL2() {
    memory.emptyL2();
  }

  /** As {@link MemorySystem#installL2}. */
  public void installL2(long line, int sectors, boolean dirty) {
    memory.installL2(line, sectors, dirty);
  }

  @Override
  public void unwritten(long address, long bytes) {
    if (observer != null) {
      observer.unwritten(address, bytes);
    }
  }

  @Override
  public List<LinkLoad> links() {
    return memory.links();
  }

  /**
   * Says that the host uses memory up to here: a launch that needs the same memory for its threads
   * is refused.
   *
   * @param address of an allocation, behind those before
   * @param bytes its size
   * @param name what a person knows it by, as in {@code argument 1}
   */
  public void allocated(long address, long bytes, String name) {
    allocated(address, bytes, name, false);
  }

  @Override
  public void allocated(long address, long bytes, String name, boolean ofHost) {
    grids.allocated(address, bytes, name, ofHost);
  }

  @Override
  public void freed(long address) {
    grids.freed(address);
  }

  @Override
  public long hostEnd() {
    return grids.hostEnd();
  }

  @Override
  public void observe(Observer watcher) {
    Observer previousObserver = observer;
    observer =
        previousObserver == null ? watcher : new JointObserver(List.of(previousObserver, watcher));
  }

  @Override
  public void sample(Sampler sampler) {
    sampling.add(sampler);
  }

  /** Ends the launch that is running as soon as possible; from any thread. */
  public void interrupt() {
    interrupted = true;
  }

  /** How far the launch that is running is, some thousand cycles ago; from any thread. */
  public LaunchWatch.Progress progress() {
    return progress;
  }

  @Override
  public KernelRun launch(Launch launch, LaunchWatch watch) {
    return run(launch, null, watch);
  }

  @Override
  public KernelRun launchBeside(HostProgram host, Launch launch, LaunchWatch watch) {
    return run(launch, host, watch);
  }

  @Override
  public KernelRun run(HostProgram host, LaunchWatch watch) {
    return run(null, host, watch);
  }

  /**
   * Kernels overlap that have no transactions, unless an observer watches one at a time; others run
   * one after the other.
   */
  @Override
  public List<KernelRun> launchOverlapping(List<Launch> launches, LaunchWatch watch) {
    boolean mayOverlap =
        launches.size() > 1
            && (observer == null || observer.watchesOverlap())
            && launches.stream().noneMatch(launch -> launch.program().transactional());
    List<Grid> grid = mayOverlap ? grids.ofOverlapping(launches, memory::refusal) : List.of();
    return grid.isEmpty()
        ? KernelDevice.super.launchOverlapping(launches, watch)
        : run(launches, grid, null, watch);
  }

  private KernelRun run(@Nullable Launch launch, @Nullable HostProgram host, LaunchWatch watch) {
    requireUsable();
    if (host != null && cpus.isEmpty()) {
      throw new LaunchRefusedException(
          machine.name() + " has no CPU to run host code on; cpu.cores=1 gives it one");
    }
    return launch == null
        ? run(List.of(), List.of(), host, watch).getFirst()
        : run(List.of(launch), List.of(grids.of(launch, memory::refusal)), host, watch).getFirst();
  }

  private void requireUsable() {
    if (!stoppedBy.isEmpty()) {
      throw new LaunchRefusedException(
          "the device was stopped in " + stoppedBy + " and cannot run anything more");
    }
  }

  private List<KernelRun> run(
      List<Launch> launches, List<Grid> launched, @Nullable HostProgram host, LaunchWatch watch) {
    requireUsable();
    Launch launch = launches.isEmpty() ? null : launches.getFirst();
    Grid grid = launched.isEmpty() ? null : launched.getFirst();
    if (launch != null && launch.strict().tables()) {
      memory.check();
    }
    long start = engine.now();
    outOfStepBefore = tiles.warpsOutOfStep();
    faults.clear();
    interrupted = false;
    LaunchObserver watching = watching(launched);
    if (watching != null) {
      watching.begun(start);
    }
    if (grid != null) {
      tiles.launch(launched, watching, start);
      memory.watch(watching == null ? null : new CacheWatch(watching));
    }
    if (host != null) {
      if (observer != null) {
        observer.written(AddressMap.DEVICE_BASE, grids.end() - AddressMap.DEVICE_BASE);
      }
      cpus.start(host, start, hostEnd(), () -> interrupted);
    }
    long ctas = launches.stream().mapToLong(part -> part.subset().count()).sum();
    Watcher watcher = new Watcher(watch, tiles, cpus, memory, faults, start, ctas, this::update);
    List<SortedMap<String, Long>> completedCounts = new ArrayList<>();
    sampling.begun(launch == null ? "" : launch.program().name(), start);
    long end = start;
    try {
      Engine.Supervisor sampled = sampling.around(watcher);
      engine.run(
          launches.size() > 1
              ? completing(sampled, launches, start, watching, completedCounts)
              : sampled);
      memory.kernelOver();
      List<KernelRun> runs = ended(launches, watcher, start, completedCounts);
      end = start + runs.stream().mapToLong(KernelRun::cycles).sum();
      sampling.ended(end);
      return runs;
    } finally {
      cpus.stop();
      if (watching != null) {
        watching.ended(end);
      }
    }
  }

  /** Observer of launches; null where no one watches. */
  private @Nullable LaunchObserver watching(List<Grid> launched) {
    Observer watcher = observer;
    if (watcher == null || launched.isEmpty()) {
      return null;
    }
    if (launched.size() > 1) {
      watcher.overlapping(launched);
    }
    List<LaunchObserver> observers =
        launched.stream().map(grid -> watcher.launched(grid, tiles::now)).toList();
    return observers.size() == 1
        ? observers.getFirst()
        : new OverlappingLaunches(launched, observers, tiles::now);
  }

  /**
   * A supervisor that does the same as another, and sees to launches that are complete while others
   * run: observers and samplers are told, and what was counted up to their ends is noted.
   */
  private Engine.Supervisor completing(
      Engine.Supervisor supervisor,
      List<Launch> launches,
      long start,
      @Nullable LaunchObserver watching,
      List<SortedMap<String, Long>> completedCounts) {
    return (now, next) -> {
      while (completedCounts.size() < Math.min(tiles.complete(), launches.size() - 1)) {
        int place = completedCounts.size();
        completedCounts.add(totals.sinceLast());
        long end = end(place, start);
        sampling.ended(end);
        sampling.begun(launches.get(place + 1).program().name(), end);
        if (watching instanceof OverlappingLaunches overlapping) {
          overlapping.completed(end);
        }
      }
      return supervisor.proceed(now, next);
    };
  }

  /** The cycle in which the launch of a place, and those before it, were over. */
  private long end(int place, long start) {
    long end = start;
    for (int earlier = 0; earlier <= place; earlier++) {
      end = Math.max(end, tiles.endTime(earlier));
    }
    return end;
  }

  /**
   * Results of launches, the first that has not ended by itself the last. Cycles of a launch that
   * overlaps are those behind the end of the one before, and its counters what was counted then.
   */
  private List<KernelRun> ended(
      List<Launch> launches,
      Watcher watcher,
      long start,
      List<SortedMap<String, Long>> completedCounts) {
    LaunchOutcome outcome = watcher.outcome();
    List<KernelRun> runs = new ArrayList<>();
    int complete =
        outcome == LaunchOutcome.DONE
            ? Math.max(1, launches.size())
            : Math.min(tiles.complete(), launches.size() - 1);
    long previousEnd = start;
    for (int place = 0; place < complete; place++) {
      long last = Math.max(previousEnd, Math.max(tiles.endTime(place), cpus.endTime()));
      boolean isLast = place == Math.max(1, launches.size()) - 1;
      runs.add(
          run(
              LaunchOutcome.DONE,
              last - previousEnd,
              isLast ? totals.sinceLast() : completedCounts.get(place),
              launches.isEmpty() ? new long[0] : tiles.ctaCycles(place),
              EndingText.NOTHING,
              isLast));
      previousEnd = last;
    }
    if (outcome != LaunchOutcome.DONE) {
      int place = Math.max(0, complete);
      boolean isHost = launches.isEmpty();
      stoppedBy = isHost ? "a host program" : launches.get(place).program().name();
      EndingText text =
          isHost
              ? endings.of(null, watcher, engine.now())
              : endings.of(launches, place, watcher, engine.now());
      long cycles = Math.max(0, start + watcher.cycles(engine.now()) - previousEnd);
      runs.add(
          run(
              outcome,
              cycles,
              totals.sinceLast(),
              isHost ? new long[0] : tiles.ctaCycles(place),
              text,
              true));
    }
    return runs;
  }

  private KernelRun run(
      LaunchOutcome outcome,
      long cycles,
      SortedMap<String, Long> statistics,
      long[] ctaCycles,
      EndingText text,
      boolean isLast) {
    return new KernelRun(
        outcome,
        cycles,
        statistics,
        ctaCycles,
        text.text(),
        text.position(),
        isLast ? tiles.takePrinted() : List.of(),
        isLast ? tiles.warpsOutOfStep() - outOfStepBefore : 0);
  }

  private boolean update(LaunchWatch.Progress now) {
    progress = now;
    return !interrupted;
  }
}
