package dev.syncopate.machine.functional;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.core.KernelFault;
import dev.syncopate.machine.diagnose.HangReport;
import dev.syncopate.machine.diagnose.MemoryView;
import dev.syncopate.machine.diagnose.StoppedLaunch;
import dev.syncopate.machine.fusion.FusedKernels;
import dev.syncopate.machine.gpu.Grids;
import dev.syncopate.machine.gpu.KernelDevice;
import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.LaunchOutcome;
import dev.syncopate.machine.gpu.LaunchRefusedException;
import dev.syncopate.machine.gpu.LaunchWatch;
import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.functional.BackingStore;
import dev.syncopate.memory.functional.PagedMemory;
import dev.syncopate.memory.network.LinkLoad;
import dev.syncopate.memory.protocol.CachedCopy;
import dev.syncopate.ptx.ir.Position;
import dev.syncopate.sim.stats.Statistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A GPU of the functional tier: it computes what the machine in cycles computes, and says nothing
 * about time. Warps run one after the other on one memory without caches, so a launch has one
 * schedule, that of {@link CtaRotation}. A run takes no cycles; it counts instructions.
 */
public final class FunctionalGpu implements KernelDevice {
  /** Counter of warp instructions of launches that repeat one which changed nothing. */
  public static final String REPEATED = "instructions.repeated";

  /** Counters that mean the same as in cycles; the others would be zero or misleading. */
  private static final Set<String> COUNTED =
      Set.of(
          "instructions.warp",
          "instructions.thread",
          "instructions.memory",
          "instructions.shared",
          "instructions.globalThread",
          "instructions.atomicThread",
          "branch.divergent",
          "barrier.arrivals",
          "events.warp",
          "ctas");

  private final MachineConfig machine;
  private final PagedMemory memory;
  private final InstructionClock clock = new InstructionClock();
  private final FirstFault faults = new FirstFault();
  private final FunctionalUnits units;
  private final Grids grids;
  private final QuietLaunches quietLaunches = new QuietLaunches();
  private @Nullable Observer observer;
  private Map<String, Long> counted = Map.of();
  private long outOfStepBefore;
  private String stoppedBy = "";

  /**
   * A device with separate memory.
   *
   * @param fuseFrom warp instructions after which a kernel is compiled
   */
  public FunctionalGpu(MachineConfig machine, long fuseFrom) {
    this(machine, new Grids(machine, 1), null, fuseFrom);
  }

  /**
   * A device on the memory of another one, which runs in cycles.
   *
   * @param grids of both
   * @param store the other's memory; null for separate memory
   * @param fuseFrom warp instructions after which a kernel is compiled
   */
  public FunctionalGpu(
      MachineConfig machine, Grids grids, @Nullable BackingStore store, long fuseFrom) {
    this.machine = machine;
    this.grids = grids;
    this.memory = new PagedMemory(AddressMap.FIRST_MAPPED, grids.end(), store);
    FusedKernels fusedKernels = new FusedKernels(machine.core().warpWidth(), fuseFrom);
    this.units = new FunctionalUnits(machine, memory, clock, faults, fusedKernels);
  }

  /** Its memory, which one that was made with a backing store has copies of. */
  public PagedMemory memory() {
    return memory;
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

  @Override
  public void unwritten(long address, long bytes) {
    if (observer != null) {
      observer.unwritten(address, bytes);
    }
  }

  @Override
  public List<LinkLoad> links() {
    return List.of();
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
    throw new LaunchRefusedException(
        "counters cannot be sampled over time in the functional tier, which has no cycles");
  }

  @Override
  public KernelRun launchBeside(HostProgram host, Launch launch, LaunchWatch watch) {
    throw withoutCpu();
  }

  @Override
  public KernelRun run(HostProgram host, LaunchWatch watch) {
    throw withoutCpu();
  }

  private static LaunchRefusedException withoutCpu() {
    return new LaunchRefusedException(
        "the functional tier has no CPU to run host code on; it runs kernels alone");
  }

  @Override
  public KernelRun launch(Launch launch, LaunchWatch watch) {
    return launch(launch, watch, null, null);
  }

  /**
   * The same.
   *
   * @param work counts what each CTA issues; null for not
   * @param recording observer of this launch alone, on a device that is not observed; null for none
   */
  public KernelRun launch(
      Launch launch, LaunchWatch watch, @Nullable CtaWork work, @Nullable CtaRecording recording) {
    if (!stoppedBy.isEmpty()) {
      throw new LaunchRefusedException(
          "the device was stopped in " + stoppedBy + " and cannot run anything more");
    }
    Grid grid = grids.of(launch, _ -> null);
    boolean unwatched = observer == null && work == null && recording == null;
    KernelRun repeated =
        unwatched ? quietLaunches.repeated(grid.kernel(), launch, memory.version()) : null;
    if (repeated != null) {
      clock.now += repeated.statistics().getOrDefault(REPEATED, 0L);
      return repeated;
    }
    faults.clear();
    outOfStepBefore = units.warpsOutOfStep();
    long versionBefore = memory.version();
    LaunchObserver watching = observer == null ? null : observer.launched(grid, _ -> clock.now);
    if (watching != null) {
      watching.begun(clock.now);
    }
    CtaRotation rotation =
        new CtaRotation(units, memory, clock, faults, grid, watching, work, recording);
    FunctionalWatcher watcher =
        new FunctionalWatcher(watch, rotation, units, clock, faults, grid.subset().count());
    try {
      LaunchOutcome outcome = watcher.run();
      KernelRun run = ended(launch, outcome, watcher, rotation);
      quietLaunches.ran(grid.kernel(), launch, run, versionBefore, memory.version());
      return run;
    } finally {
      if (watching != null) {
        watching.ended(clock.now);
      }
    }
  }

  private KernelRun ended(
      Launch launch, LaunchOutcome outcome, FunctionalWatcher watcher, CtaRotation rotation) {
    if (outcome != LaunchOutcome.DONE) {
      stoppedBy = launch.program().name();
    }
    KernelFault fault = faults.first();
    HangReport report =
        outcome == LaunchOutcome.DONE || fault != null
            ? null
            : new HangReport(scene(launch, rotation));
    String text =
        switch (outcome) {
          case DONE, MAX_CYCLES -> "";
          case TRAP, FAULT -> fault == null ? "" : String.valueOf(fault.getMessage());
          case HANG -> report == null ? "" : report.text("hang: " + watcher.hangReason());
          case NO_PROGRESS -> report == null ? "" : report.standings(watcher.standstill());
          case INTERRUPTED -> report == null ? "" : report.standings(watcher.interruption());
        };
    Position position = fault != null ? fault.at() : report != null ? report.at() : null;
    return new KernelRun(
        outcome,
        0,
        sinceLast(),
        new long[0],
        text,
        position,
        units.takePrinted(),
        units.warpsOutOfStep() - outOfStepBefore);
  }

  private SortedMap<String, Long> sinceLast() {
    Map<String, Long> total = Statistics.sum(units.counters());
    SortedMap<String, Long> difference = new TreeMap<>();
    for (String name : COUNTED) {
      difference.put(name, total.getOrDefault(name, 0L) - counted.getOrDefault(name, 0L));
    }
    difference.put(REPEATED, 0L);
    counted = total;
    return difference;
  }

  private StoppedLaunch scene(Launch launch, CtaRotation rotation) {
    return new StoppedLaunch(
        launch.program(),
        launch.parameters(),
        launch.source(),
        units.status(),
        units.traces(),
        units.motions(),
        rotation.toCome(),
        new PlainMemory(memory, machine.core().units()),
        new AddressNames(grids.allocations(), launch.names()),
        List.of(),
        List.of(),
        List.of());
  }

  /** Memory without caches, as reports see it. */
  private record PlainMemory(PagedMemory memory, int units) implements MemoryView {
    @Override
    public void read(long address, byte[] buffer) {
      memory.read(address, buffer);
    }

    @Override
    public @Nullable CachedCopy cached(int unit, long address, int bytes) {
      return null;
    }
  }
}
