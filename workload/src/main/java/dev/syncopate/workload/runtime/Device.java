package dev.syncopate.workload.runtime;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.sample.SampledGpu;
import dev.syncopate.machine.space.FreeRanges;
import dev.syncopate.ptx.analysis.AtomicOrders;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.sim.perturb.PerturbationLog;
import dev.syncopate.workload.runtime.api.Internal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A simulated GPU with its memory. Not for use by several threads at once; separate devices are
 * independent.
 *
 * <p>Device memory starts at {@link #MEMORY_BASE}. What was {@linkplain #free freed} is used again,
 * but by a strict device.
 */
public final class Device {
  /** Where device memory starts: 4 GiB, so that no 32-bit number passes for an address. */
  public static final long MEMORY_BASE = 1L << 32;

  private static final int ALIGNMENT = 256;

  /** Bytes that a strict device leaves between allocations, so that none borders on another. */
  private static final long RED_ZONE = 64 << 10;

  /**
   * Traffic of a link of the machine's mesh in all launches so far; docs/protocols/mesh.md.
   *
   * @param router that it leaves, numbered in rows from the north-west corner
   * @param destination where it leads: {@code east}, {@code west}, {@code south}, {@code north}, or
   *     {@code unit}, {@code cpu}, {@code bank}, {@code memory} there
   * @param messages that crossed it
   * @param flits that crossed it, one a cycle
   * @param waitCycles of messages in the router, summed over them
   * @param creditCycles of these, those for which only the next router's buffer was too full
   */
  public record Link(
      int router,
      String destination,
      long messages,
      long flits,
      long waitCycles,
      long creditCycles) {}

  private final MachineConfig machine;
  private final String protocol;
  private final String model;
  private final long seed;
  private final int threads;
  private final List<String> overrides;
  private final Simulator simulator;
  private final List<LaunchResult> launches = new ArrayList<>();
  private final Map<String, List<String>> ptx = new TreeMap<>();
  private final FreeRanges holes = new FreeRanges();
  private long top = MEMORY_BASE;
  private boolean anyAllocated;
  private int unnamed;
  private final LongSupplier clock;
  private final UnaryOperator<Program> kernels;
  private final AtomicOrders orders;
  private final boolean functional;
  private final @Nullable ProgramSample sample;

  /** Whether an observer watches one launch at a time. */
  private boolean serial;

  private List<LaunchResult> estimatedLaunches = List.of();
  private long simulationNanoseconds;

  Device(DeviceBuilder builder) {
    machine = builder.configured();
    protocol = Mechanisms.nameOn(builder.protocol, () -> machine);
    model = builder.model;
    seed = builder.seed;
    threads = builder.threads;
    overrides = List.copyOf(builder.settings);
    simulator = new Simulator(machine, builder);
    clock = builder.clock;
    kernels = builder.kernels;
    orders = builder.orders;
    functional = builder.functional;
    SampledGpu sampled = simulator.sampled();
    sample = sampled == null ? null : new ProgramSample(sampled);
  }

  /**
   * A machine with everything else by default.
   *
   * @param machine name of a preset, or a YAML file
   * @param protocol name of a coherence protocol
   * @param model name of a consistency model
   * @throws dev.syncopate.sim.config.ConfigException if there is no such machine
   * @throws LaunchException if there is no such protocol or model
   */
  public static Device open(String machine, String protocol, String model) {
    return new DeviceBuilder(machine, protocol, model).open();
  }

  /** The machine, with every override in it. */
  @Internal
  public MachineConfig machine() {
    return machine;
  }

  /** Name of the coherence protocol. */
  public String protocol() {
    return protocol;
  }

  /** Name of the consistency model. */
  public String model() {
    return model;
  }

  /** Whether kernels run without time; see {@link DeviceBuilder#functional}. */
  public boolean functional() {
    return functional;
  }

  /** Whether {@link #launchOverlapping} may overlap launches. */
  public boolean overlaps() {
    return !functional && sample == null && !serial;
  }

  /** The seed for random input. */
  public long seed() {
    return seed;
  }

  /** The seed of its {@linkplain MachineConfig#perturb schedule}; 0 for the machine's own. */
  @Internal
  public int perturbSeed() {
    return machine.perturb().seed();
  }

  /**
   * How the schedule of all launches so far has differed from the machine's own, in the order of
   * time. Logged where the schedule is a list, and on request; see {@link DeviceBuilder#logDelays}.
   */
  @Internal
  public List<PerturbationLog.Entry> delays() {
    return simulator.perturbations();
  }

  /** Simulation threads. */
  public int threads() {
    return threads;
  }

  /**
   * Adds an observer of every kernel from now on.
   *
   * @throws LaunchException if the device has several simulation threads
   */
  @Internal
  public void observe(Observer observer) {
    if (threads > 1) {
      throw new LaunchException(
          "a device that is watched runs on one simulation thread, not on " + threads);
    }
    serial |= !observer.watchesOverlap();
    simulator.observe(observer);
  }

  /**
   * Gives threads of kernels that are launched from now on stacks of so many bytes, like {@code
   * cudaLimitStackSize}; see {@link DeviceBuilder#stack}.
   */
  public void stack(long bytes) {
    if (bytes < 0 || bytes > DeviceBuilder.MOST_STACK) {
      throw new LaunchException(
          "a thread's stack has 0 to %d bytes, not %d".formatted(DeviceBuilder.MOST_STACK, bytes));
    }
    simulator.stack(bytes);
  }

  /** Adds a sampler of the counters while kernels run, on any number of threads. */
  @Internal
  public void sample(Sampler sampler) {
    simulator.sample(sampler);
  }

  /** What each link of a mesh has carried so far; none where the network is a crossbar. */
  public List<Link> links() {
    return simulator.links();
  }

  /** Settings that were changed, as they were given. */
  public List<String> overrides() {
    return overrides;
  }

  /**
   * Every launch so far, also those that did not end by themselves. Those of a sampled device that
   * were not timed have the present estimates of their cycles and counters.
   */
  public List<LaunchResult> launches() {
    if (sample == null) {
      return Collections.unmodifiableList(launches);
    }
    if (estimatedLaunches.size() != launches.size()) {
      estimatedLaunches = sample.estimated(launches);
    }
    return Collections.unmodifiableList(estimatedLaunches);
  }

  /**
   * Which launches were timed, and errors; null unless the device {@link DeviceBuilder#sample}s.
   */
  public @Nullable ProgramSample sample() {
    return sample;
  }

  /**
   * Loads a module: its variables get memory and their initial values.
   *
   * @param file names the text in messages
   * @param text PTX
   */
  public Module load(String file, String text) {
    Module module = Module.load(this, file, text);
    ptx.put(file, module.source());
    return module;
  }

  /** Lines of the PTX of each module that was loaded, by its name. */
  public Map<String, List<String>> ptx() {
    return Collections.unmodifiableMap(ptx);
  }

  /**
   * Device memory holding zeros; messages call it {@code buffer N}, counted from 0.
   *
   * @param bytes at least 1
   * @throws LaunchException if the machine has less left
   */
  public Buffer allocate(long bytes) {
    return allocate("buffer " + unnamed++, bytes);
  }

  /**
   * Device memory holding zeros.
   *
   * @param name what messages call it
   * @param bytes at least 1
   * @throws LaunchException if the machine has less left
   */
  public Buffer allocate(String name, long bytes) {
    return allocate(name, bytes, ALIGNMENT);
  }

  /**
   * Device memory holding zeros.
   *
   * @param name what messages call it
   * @param bytes at least 1
   * @param alignment what its address is a multiple of, a power of two; of 256 in any case
   * @throws LaunchException if the machine has less left
   */
  public Buffer allocate(String name, long bytes, int alignment) {
    return allocate(name, bytes, alignment, false);
  }

  /**
   * Device memory holding zeros that the host maps as well, and may write without a word, as {@code
   * cudaMallocManaged} gives it: a kernel that waits for a word there may wait for the host.
   *
   * @param alignment as of {@link #allocate(String, long, int)}
   * @throws LaunchException if the machine has less left
   */
  public Buffer allocateShared(String name, long bytes, int alignment) {
    return allocate(name, bytes, alignment, true);
  }

  /** Room for a module's variable; see {@link ModuleImage.Memory}. */
  Buffer allocateVariable(String name, long bytes, int alignment, boolean managed) {
    return allocate(name, bytes, alignment, managed);
  }

  private Buffer allocate(String name, long bytes, int alignment, boolean ofHost) {
    if (bytes < 1) {
      throw new LaunchException("a buffer has at least 1 byte, not " + bytes);
    }
    long step = Math.max(ALIGNMENT, alignment);
    long hole = holes.take(bytes, step);
    if (hole != 0) {
      simulator.allocated(hole, bytes, name, ofHost);
      return new Buffer(simulator, hole, bytes).fill((byte) 0);
    }
    long gap = simulator.apart() && anyAllocated ? RED_ZONE : 0;
    long address = Math.ceilDiv(top + gap, step) * step;
    long available = simulator.memoryEnd() - address;
    if (bytes > available) {
      throw new LaunchException(
          "%s has %d bytes of memory left (dram.size is %d), not %d"
              .formatted(machine.name(), Math.max(0, available), machine.dram().size(), bytes));
    }
    top = address + bytes;
    simulator.allocated(address, bytes, name, ofHost);
    anyAllocated = true;
    return new Buffer(simulator, address, bytes);
  }

  /**
   * Device memory with unwritten contents, as {@code cudaMalloc} gives it. It holds zeros; a
   * watched device reports reads of them ({@code check.memory}).
   *
   * @param name what messages call it
   * @param bytes at least 1
   * @param alignment as of {@link #allocate(String, long, int)}
   * @throws LaunchException if the machine has less left
   */
  public Buffer allocateUnwritten(String name, long bytes, int alignment) {
    Buffer buffer = allocate(name, bytes, alignment);
    simulator.unwritten(buffer.address(), bytes);
    return buffer;
  }

  /**
   * Gives a buffer back: its memory may be another's, and what threads do there is outside every
   * allocation. A strict device uses it for nothing else.
   *
   * @param buffer as {@code allocate} returned it, given back once
   * @throws IllegalArgumentException if there is no such allocation
   */
  public void free(Buffer buffer) {
    simulator.freed(buffer.address());
    if (!simulator.apart()) {
      holes.add(buffer.address(), buffer.address() + buffer.bytes());
    }
  }

  /** Contents of memory, from its beginning to the end of the last allocation. */
  @Internal
  public byte[] contents() {
    byte[] contents = new byte[Math.toIntExact(top - MEMORY_BASE)];
    simulator.read(MEMORY_BASE, contents);
    return contents;
  }

  /** First address behind what the host may have. */
  public long memoryEnd() {
    return simulator.memoryEnd();
  }

  /** A buffer of these elements. */
  public Buffer copyOf(byte[] values) {
    return allocate(values.length).write(values);
  }

  /** A buffer of these elements. */
  public Buffer copyOf(short[] values) {
    return allocate((long) Short.BYTES * values.length).write(values);
  }

  /** A buffer of these elements. */
  public Buffer copyOf(int[] values) {
    return allocate((long) Integer.BYTES * values.length).write(values);
  }

  /** A buffer of these elements. */
  public Buffer copyOf(long[] values) {
    return allocate((long) Long.BYTES * values.length).write(values);
  }

  /** A buffer of these elements. */
  public Buffer copyOf(float[] values) {
    return allocate((long) Float.BYTES * values.length).write(values);
  }

  /** A buffer of these elements. */
  public Buffer copyOf(double[] values) {
    return allocate((long) Double.BYTES * values.length).write(values);
  }

  /** Time of the host that launches have taken; says nothing about the simulated machine. */
  public long simulationNanoseconds() {
    return simulationNanoseconds;
  }

  /**
   * Runs a program on the CPU while no kernel runs.
   *
   * @throws LaunchException if the machine has no CPU
   * @throws LaunchStoppedException if it did not end by itself
   */
  @Internal
  public LaunchResult run(HostProgram host) {
    long start = clock.getAsLong();
    LaunchResult result = simulator.run(host);
    simulationNanoseconds += clock.getAsLong() - start;
    launches.add(result);
    if (result.ending() != LaunchResult.Ending.DONE) {
      throw new LaunchStoppedException(result);
    }
    return result;
  }

  /** What runs in a kernel's place. */
  Program changed(Program kernel) {
    return kernels.apply(orders.apply(kernel));
  }

  /**
   * Runs launches of a stream, each but the first a programmatic dependent launch of the one before
   * (PTX ISA, {@code griddepcontrol}). The cycles and counters of a launch are those behind the end
   * of the launch before. On a device that samples, is without time, or has an observer of one
   * launch at a time, launches run one after the other, as do cooperative launches and those with
   * transactions.
   *
   * @return a result for each; of those behind one that has not ended by itself none
   * @throws LaunchException if the machine cannot run one
   */
  public List<LaunchResult> launchOverlapping(List<PreparedLaunch> prepared) {
    long start = clock.getAsLong();
    boolean cooperative = prepared.stream().anyMatch(launch -> launch.shape.cooperative());
    List<LaunchResult> results = new ArrayList<>();
    if (prepared.size() == 1 || cooperative) {
      for (PreparedLaunch launch : prepared) {
        results.add(simulator.launch(null, launch));
        if (results.getLast().ending() != LaunchResult.Ending.DONE) {
          break;
        }
      }
    } else {
      results.addAll(simulator.launchOverlapping(prepared));
    }
    simulationNanoseconds += clock.getAsLong() - start;
    launches.addAll(results);
    return results;
  }

  LaunchResult launch(@Nullable HostProgram host, PreparedLaunch launch) {
    long start = clock.getAsLong();
    LaunchResult result = simulator.launch(host, launch);
    simulationNanoseconds += clock.getAsLong() - start;
    launches.add(result);
    return result;
  }
}
