package dev.syncopate.machine.gpu;

import dev.syncopate.machine.agent.Cpus;
import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.code.HotKernel;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.decode.Decoder;
import dev.syncopate.machine.observer.JointObserver;
import dev.syncopate.machine.observer.LaunchObserver;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.machine.space.AddressNames;
import dev.syncopate.machine.space.Allocations;
import dev.syncopate.machine.space.DeviceSpace;
import dev.syncopate.machine.tile.FirstFault;
import dev.syncopate.machine.tile.TileFittings;
import dev.syncopate.machine.tile.Tiles;
import dev.syncopate.machine.warp.Grid;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.network.LinkLoad;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.MemorySystem;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.sim.engine.Engine;
import dev.syncopate.sim.engine.Part;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A GPU: compute units with their L1s, network, L2 and memory, and the engine that runs them. Time
 * and the contents of caches and memory go on from launch to launch.
 *
 * <p>For one thread; {@link #interrupt} and {@link #progress} may be called from any.
 */
public final class Gpu {
  /** The device heap is this share of memory, but no more than {@link #MOST_HEAP}. */
  private static final int HEAP_SHARE = 8;

  private static final long MOST_HEAP = 64L << 20;
  private static final long WORKSPACE_BYTES = 4096;
  private static final long HEAP_GRANULARITY = 256;

  private final MachineConfig machine;
  private final MemorySystem memory;
  private final Tiles tiles;
  private final Cpus cpus;
  private final Engine engine;
  private final FirstFault faults = new FirstFault();
  private final CounterTotals totals;
  private final Sampling sampling;
  private final IdentityHashMap<Program, HotKernel> kernels = new IdentityHashMap<>();
  private final long end;
  private final long heapBytesPerUnit;
  private final long heapBase;
  private final long workspace;
  private final Allocations allocations = new Allocations();
  private final LaunchEndings endings;
  private long allocated = AddressMap.DEVICE_BASE;
  private long launches;
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
    this.memory = new MemorySystem(machine.memory(), protocol, model);
    this.tiles = new Tiles(machine, memory::tile, fittings, faults);
    this.cpus = new Cpus(machine, memory);
    List<Part> parts = new ArrayList<>(tiles.parts());
    parts.addAll(memory.partitions());
    parts.addAll(cpus.parts());
    this.engine = new Engine(parts, memory.window(), threads);
    this.totals = new CounterTotals(tiles, memory, cpus);
    this.sampling = new Sampling(totals, memory::loads);
    this.endings =
        new LaunchEndings(tiles, cpus, memory, faults, allocations, machine.core().units());
    this.end = AddressMap.DEVICE_BASE + machine.dram().size();
    long heap = Math.min(MOST_HEAP, machine.dram().size() / HEAP_SHARE);
    this.heapBytesPerUnit = heap / machine.core().units() / HEAP_GRANULARITY * HEAP_GRANULARITY;
    this.heapBase = end - heapBytesPerUnit * machine.core().units();
    this.workspace = heapBase - WORKSPACE_BYTES;
  }

  /** Copies device memory out; only between launches. */
  public void read(long address, byte[] buffer) {
    memory.read(address, buffer);
  }

  /** Copies into device memory; only between launches. */
  public void write(long address, byte[] data) {
    memory.write(address, data);
    if (observer != null) {
      observer.written(address, data.length);
    }
  }

  /** Marks an allocation as unwritten: its contents are undefined. */
  public void unwritten(long address, long bytes) {
    if (observer != null) {
      observer.unwritten(address, bytes);
    }
  }

  /** What each link of the network has carried so far; of none where it is a crossbar. */
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

  /**
   * The same of memory that the host may map, too.
   *
   * @param ofHost whether it does, and so may write it at any time
   */
  public void allocated(long address, long bytes, String name, boolean ofHost) {
    allocated = Math.max(allocated, address + bytes);
    allocations.add(new Allocations.Range(address, address + bytes, name, ofHost));
  }

  /**
   * Says that the host no longer uses an allocation: what threads do there is outside of all.
   *
   * @param address its first byte
   */
  public void freed(long address) {
    allocations.remove(address);
  }

  /** The first address that the host cannot have: the heap of device code and the like follow. */
  public long hostEnd() {
    return workspace;
  }

  /** Adds an observer of every later kernel; the machine then has one simulation thread. */
  public void observe(Observer watcher) {
    Observer previousObserver = observer;
    observer =
        previousObserver == null ? watcher : new JointObserver(List.of(previousObserver, watcher));
  }

  /** Adds a sampler of the counters while kernels run, from the next kernel on. */
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

  /**
   * Runs a kernel to its end.
   *
   * @throws LaunchRefusedException if a CTA does not fit a compute unit, the memory that threads
   *     need is taken, the machine lacks an instruction, or an earlier launch did not end by itself
   */
  public KernelRun launch(Launch launch, LaunchWatch watch) {
    return run(launch, null, watch);
  }

  /**
   * Runs a kernel and concurrently a program on the CPU, until both have ended.
   *
   * @throws LaunchRefusedException as for a kernel alone, or if the machine has no CPU
   */
  public KernelRun launchBeside(HostProgram host, Launch launch, LaunchWatch watch) {
    return run(launch, host, watch);
  }

  /**
   * Runs a program on the CPU while no kernel runs.
   *
   * @throws LaunchRefusedException if the machine has no CPU, or an earlier launch did not end by
   *     itself
   */
  public KernelRun run(HostProgram host, LaunchWatch watch) {
    return run(null, host, watch);
  }

  private KernelRun run(@Nullable Launch launch, @Nullable HostProgram host, LaunchWatch watch) {
    if (!stoppedBy.isEmpty()) {
      throw new LaunchRefusedException(
          "the device was stopped in " + stoppedBy + " and cannot run anything more");
    }
    if (host != null && cpus.isEmpty()) {
      throw new LaunchRefusedException(
          machine.name() + " has no CPU to run host code on; cpu.cores=1 gives it one");
    }
    Grid grid = launch == null ? null : checkedGrid(launch);
    long start = engine.now();
    outOfStepBefore = tiles.warpsOutOfStep();
    faults.clear();
    interrupted = false;
    LaunchObserver watching =
        grid == null || observer == null ? null : observer.launched(grid, tiles::now);
    if (watching != null) {
      watching.begun(start);
    }
    if (grid != null) {
      tiles.launch(grid, watching, start);
      memory.watch(watching == null ? null : new CacheWatch(watching));
    }
    if (host != null) {
      if (observer != null) {
        observer.written(AddressMap.DEVICE_BASE, end - AddressMap.DEVICE_BASE);
      }
      cpus.start(host, start, hostEnd(), () -> interrupted);
    }
    long ctas = launch == null ? 0 : launch.subset().count();
    Watcher watcher = new Watcher(watch, tiles, cpus, memory, faults, start, ctas, this::update);
    sampling.begun(launch == null ? "" : launch.program().name(), start);
    long end = start;
    try {
      engine.run(sampling.around(watcher));
      memory.kernelOver();
      KernelRun run = ended(launch, watcher, start);
      end = start + run.cycles();
      sampling.ended(end);
      return run;
    } finally {
      cpus.stop();
      if (watching != null) {
        watching.ended(end);
      }
    }
  }

  private KernelRun ended(@Nullable Launch launch, Watcher watcher, long start) {
    LaunchOutcome outcome = watcher.outcome();
    if (outcome != LaunchOutcome.DONE) {
      stoppedBy = launch == null ? "a host program" : launch.program().name();
    }
    long last = Math.max(tiles.endTime(), cpus.endTime());
    EndingText end = endings.of(launch, watcher, engine.now());
    long cycles = outcome == LaunchOutcome.DONE ? last - start : watcher.cycles(engine.now());
    return new KernelRun(
        outcome,
        cycles,
        totals.sinceLast(),
        launch == null ? new long[0] : tiles.ctaCycles(),
        end.text(),
        end.position(),
        tiles.takePrinted(),
        tiles.warpsOutOfStep() - outOfStepBefore);
  }

  private boolean update(LaunchWatch.Progress now) {
    progress = now;
    return !interrupted;
  }

  private Grid checkedGrid(Launch launch) {
    try {
      return grid(launch);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new LaunchRefusedException(String.valueOf(e.getMessage()));
    }
  }

  private Grid grid(Launch launch) {
    Occupancy occupancy = Occupancy.of(launch, machine.core(), machine.sharedBytes());
    Program program = launch.program();
    int width = machine.core().warpWidth();
    long bytes = program.stack() ? program.stackBase() + launch.stackBytes() : program.localBytes();
    long localBytes = Math.ceilDiv(bytes, AddressMap.LOCAL_CHUNK) * AddressMap.LOCAL_CHUNK;
    long local = localBytes * width * machine.core().maxWarps() * machine.core().units();
    long localBase = workspace - local & -machine.l1().line();
    if (localBase < allocated) {
      throw new IllegalArgumentException(
          "%s needs %d bytes of local memory for its threads, but only %d of dram.size are free"
              .formatted(program.name(), local, Math.max(0, workspace - allocated)));
    }
    HotKernel kernel =
        kernels.computeIfAbsent(
            program,
            p ->
                Decoder.decode(p, machine.core(), kernels.size() + 1).supportedBy(memory::refusal));
    if (launch.strict().tables()) {
      memory.check();
    }
    DeviceSpace space =
        new DeviceSpace(
            end,
            workspace,
            localBase,
            localBytes,
            heapBase,
            heapBytesPerUnit,
            launch.strict(),
            new AddressNames(allocations, launch.names()));
    int tail = sharedTail(launch);
    return new Grid(
        kernel,
        launch.gridX(),
        launch.gridY(),
        launch.gridZ(),
        launch.subset(),
        launch.blockX(),
        launch.blockY(),
        launch.blockZ(),
        Grid.ids(launch.blockX(), launch.blockY(), occupancy.warps(), width),
        occupancy.warps(),
        occupancy.ctas(),
        launch.sharedBytes(),
        launch.sharedBytes() + tail,
        occupancy.sharedStride() + tail,
        launch.dynamicSharedBytes(),
        launch.parameters(),
        launch.constants(),
        space,
        workspace,
        ++launches);
  }

  /**
   * Bytes behind a CTA's shared memory that its threads may touch all the same, as they may behind
   * an allocation of device memory.
   */
  private static int sharedTail(Launch launch) {
    boolean exact =
        launch.strict().memory()
            || launch.sharedBytes() == 0
            || launch.program().transactional(); // words and their shadows lie side by side
    return exact ? 0 : AddressMap.SHARED_TAIL;
  }
}
