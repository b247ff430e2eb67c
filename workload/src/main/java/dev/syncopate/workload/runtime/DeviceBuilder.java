package dev.syncopate.workload.runtime;

import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.fusion.FusedKernels;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.preset.Presets;
import dev.syncopate.machine.sample.SamplingRate;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.ptx.analysis.AtomicOrders;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.sim.config.ConfigOverrides;
import dev.syncopate.sim.engine.WindowMeter;
import dev.syncopate.workload.runtime.api.Internal;
import dev.syncopate.workload.runtime.cta.CtaSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Builder of a {@link Device}: the machine, and everything that has a default. */
public final class DeviceBuilder {
  /** Cycles without progress after which a launch counts as hung, unless told. */
  public static final long DEFAULT_WATCHDOG = 2_000_000;

  /** The largest stack of a thread in bytes: all its local memory on current hardware. */
  public static final long MOST_STACK = 512 << 10;

  final String machineName;
  final @Nullable MachineConfig machine;
  final String protocol;
  final String model;
  final List<String> settings = new ArrayList<>();
  long seed = 1;
  int threads = 1;
  long watchdog = DEFAULT_WATCHDOG;
  long maxCycles = Long.MAX_VALUE;
  long stackBytes = Launch.DEFAULT_STACK;
  Strictness strict = Strictness.NONE;
  ProgressListener progress = progress -> true;
  Consumer<String> printed = text -> {};
  LongSupplier clock = System::nanoTime;
  UnaryOperator<Program> kernels = UnaryOperator.identity();
  AtomicOrders orders = AtomicOrders.AS_WRITTEN;
  boolean functional;
  long fuseFrom = FusedKernels.THRESHOLD;
  boolean logsDelays;
  @Nullable SamplingRate sample;
  @Nullable WindowMeter windows;

  /**
   * @param machine name of a preset, or a YAML file (a name that ends in {@code .yaml} or {@code
   *     .yml} or has a slash)
   * @param protocol name of a coherence protocol
   * @param model name of a consistency model
   */
  public DeviceBuilder(String machine, String protocol, String model) {
    this.machineName = machine;
    this.machine = null;
    this.protocol = protocol;
    this.model = model;
  }

  /** A machine that the caller made. */
  @Internal
  public DeviceBuilder(MachineConfig machine, String protocol, String model) {
    this.machineName = machine.name();
    this.machine = machine;
    this.protocol = protocol;
    this.model = model;
  }

  /**
   * Changes one field of the machine; later changes win.
   *
   * @param setting {@code path=value} as in {@code l1.size=32KiB}; checked by {@link #open}
   */
  public DeviceBuilder set(String setting) {
    settings.add(setting);
    return this;
  }

  /** Seed recorded with the results and given to workloads; 1 unless told. */
  public DeviceBuilder seed(long value) {
    seed = value;
    return this;
  }

  /** Simulation threads, 1 unless told; no result depends on them. */
  public DeviceBuilder threads(int value) {
    threads = value;
    return this;
  }

  /**
   * Cycles without a changed memory word or a finished warp after which a launch counts as hung if
   * every warp waits or repeats itself. After 500 times as many cycles the launch is ended in any
   * case. 0 for never.
   */
  public DeviceBuilder watchdog(long cycles) {
    watchdog = cycles;
    return this;
  }

  /** Cycles after which a launch is ended. */
  public DeviceBuilder maxCycles(long cycles) {
    maxCycles = cycles;
    return this;
  }

  /**
   * Most of its stack that a thread may use, like {@code cudaLimitStackSize}: of kernels with
   * functions that may call themselves or take room on the stack ({@code alloca}). Other local
   * memory is not part of it. 1024 unless told.
   *
   * @param bytes 0 to 524288
   */
  public DeviceBuilder stack(long bytes) {
    if (bytes < 0 || bytes > MOST_STACK) {
      throw new LaunchException(
          "a thread's stack has 0 to %d bytes, not %d".formatted(MOST_STACK, bytes));
    }
    stackBytes = bytes;
    return this;
  }

  /**
   * Reports accesses outside allocations and reads of shared memory that nothing wrote, as a failed
   * launch. Allocations lie 64 KiB apart then.
   */
  public DeviceBuilder strict(boolean value) {
    strict = value ? Strictness.ALL : Strictness.NONE;
    return this;
  }

  /** Reports accesses outside allocations, as a failed launch. */
  public DeviceBuilder checkMemory() {
    strict =
        new Strictness(true, strict.initialisation(), strict.synchronisation(), strict.tables());
    return this;
  }

  /**
   * Changes every kernel that is loaded.
   *
   * @param change gives what runs in a kernel's place, with the same parameters
   */
  @Internal
  public DeviceBuilder kernels(UnaryOperator<Program> change) {
    kernels = change;
    return this;
  }

  /** Orders that relaxed atomics of kernels count as, before {@link #kernels} changes anything. */
  public DeviceBuilder orders(AtomicOrderRules rules) {
    orders = rules.orders();
    return this;
  }

  /**
   * Runs kernels without time: results are those of a run in cycles as far as the program is free
   * of races, cycles are 0, and only instructions and CTAs are counted. Protocol, model and timing
   * have no effect; see docs/use/functional.md.
   */
  public DeviceBuilder functional(boolean value) {
    functional = value;
    return this;
  }

  /**
   * Warp instructions after which a kernel is compiled that runs without time, instead of being
   * interpreted. Results are the same.
   */
  @Internal
  public DeviceBuilder fuseFrom(long warpInstructions) {
    fuseFrom = warpInstructions;
    return this;
  }

  /** Logs how the schedule differs from the machine's own, for {@link Device#delays}. */
  @Internal
  public DeviceBuilder logDelays() {
    logsDelays = true;
    return this;
  }

  /**
   * Runs some launches of each kernel in cycles and the others without time, and estimates their
   * cycles with an error; see {@link Device#sample} and docs/use/sampling.md. Such a device cannot
   * be observed. On machines with dynamic placement of CTAs, of a large launch only some CTAs run
   * in cycles.
   *
   * @param every one launch in so many of a kernel, its shape and its number of instructions, after
   *     the first; 0 for as many as the error asks for
   */
  public DeviceBuilder sample(int every) {
    return sample(every, SamplingRate.AUTOMATIC);
  }

  /**
   * As {@link #sample(int)}, with some CTAs of each timed launch: a launch of at least twice the
   * waves asked for runs with so many waves in cycles, and its cycles are estimated. Its CTAs must
   * be independent: a launch runs whole in clusters, and if its kernel has a strong load or an
   * atomic whose result is used.
   */
  public DeviceBuilder sample(int every, CtaSample ctas) {
    if (ctas.waves() != 0 && ctas.waves() < SamplingRate.FEWEST_WAVES) {
      throw new LaunchException(
          "at least %d waves of CTAs run of a timed launch, or all; not %d"
              .formatted(SamplingRate.FEWEST_WAVES, ctas.waves()));
    }
    return sample(every, ctas.waves());
  }

  private DeviceBuilder sample(int every, int waves) {
    if (every < 0) {
      throw new LaunchException(
          "one launch of N is timed, with N from 0 (automatic), not " + every);
    }
    sample = new SamplingRate(every, waves);
    return this;
  }

  /** Who hears how long parts of the machine take in each window; of one simulation thread. */
  @Internal
  public DeviceBuilder windows(WindowMeter meter) {
    windows = meter;
    return this;
  }

  /** Who hears how far launches are. */
  public DeviceBuilder progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  /** Who gets the text that kernels print, in order, once a launch has ended. */
  public DeviceBuilder printed(Consumer<String> listener) {
    printed = listener;
    return this;
  }

  /**
   * By what clock {@link Device#simulationNanoseconds} counts; by the wall's unless told.
   *
   * @param nanoseconds since any moment
   */
  public DeviceBuilder clock(LongSupplier nanoseconds) {
    clock = nanoseconds;
    return this;
  }

  /**
   * Builds the machine.
   *
   * @throws dev.syncopate.sim.config.ConfigException if there is no such machine or a setting is
   *     illegal; the message says what is near
   * @throws LaunchException if there is no such protocol or model
   */
  public Device open() {
    return new Device(this);
  }

  /**
   * The machine with what the protocol's name asks of it and its settings.
   *
   * @throws dev.syncopate.sim.config.ConfigException if there is no such machine or a setting is
   *     illegal
   * @throws LaunchException if there is no such protocol, or its name says what a setting says, too
   */
  MachineConfig configured() {
    MachineConfig plain = machine == null ? Presets.load(machineName) : machine;
    Mechanisms.requireOnce(protocol, settings);
    List<String> changes =
        new ArrayList<>(
            Mechanisms.onMachine(protocol, () -> ConfigOverrides.apply(plain, settings))
                .settings());
    changes.addAll(settings);
    return machine == null && changes.isEmpty() ? plain : ConfigOverrides.apply(plain, changes);
  }
}
