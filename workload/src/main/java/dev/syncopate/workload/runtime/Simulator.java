package dev.syncopate.workload.runtime;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.device.PrintedText;
import dev.syncopate.machine.functional.FunctionalGpu;
import dev.syncopate.machine.gpu.Gpu;
import dev.syncopate.machine.gpu.KernelDevice;
import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.LaunchRefusedException;
import dev.syncopate.machine.gpu.LaunchWatch;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.sample.SampledGpu;
import dev.syncopate.machine.sample.SamplingRate;
import dev.syncopate.machine.space.Strictness;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.ProtocolName;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.sim.config.NearestName;
import dev.syncopate.sim.perturb.PerturbationLog;
import dev.syncopate.workload.runtime.LaunchResult.CodePlace;
import dev.syncopate.workload.runtime.LaunchResult.Ending;
import dev.syncopate.workload.runtime.ProgressListener.Progress;
import dev.syncopate.workload.runtime.cta.CtaCycles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The assembled hardware behind a device, in the terms of the host. */
final class Simulator implements DeviceMemory {
  private final MachineConfig machine;
  private final KernelDevice gpu;
  private final @Nullable SampledGpu sampled;
  private final long maxCycles;
  private final long watchdog;
  private final Strictness strict;
  private long stackBytes;
  private final ProgressListener listener;
  private final Consumer<String> printed;

  Simulator(MachineConfig machine, DeviceBuilder builder) {
    this.machine = machine;
    Protocol protocol = protocol(Mechanisms.base(builder.protocol));
    ConsistencyModel model = model(builder.model);
    try {
      if (builder.functional) {
        gpu = new FunctionalGpu(machine, builder.fuseFrom);
        sampled = null;
      } else {
        Gpu inCycles = new Gpu(machine, protocol, model, builder.threads);
        if (builder.logsDelays || !machine.perturb().delays().isEmpty()) {
          inCycles.logPerturbations();
        }
        if (builder.windows != null) {
          inCycles.measure(builder.windows);
        }
        SamplingRate rate = builder.sample;
        sampled = rate == null ? null : new SampledGpu(machine, inCycles, rate, builder.seed);
        gpu = sampled == null ? inCycles : sampled;
      }
    } catch (IllegalArgumentException e) {
      throw new LaunchException(machine.name() + ": " + e.getMessage());
    }
    maxCycles = builder.maxCycles;
    watchdog = builder.watchdog;
    strict = builder.strict;
    stackBytes = builder.stackBytes;
    listener = builder.progress;
    printed = builder.printed;
  }

  /** The device as one that is sampled; null for one that is not. */
  @Nullable SampledGpu sampled() {
    return sampled;
  }

  static Protocol protocol(String name) {
    return Protocols.named(name(name).toString());
  }

  static ProtocolName name(String name) {
    if (!Protocols.names().contains(name.split("\\+", 2)[0])) {
      throw unknown("protocol", name, Protocols.names(), ProtocolName.hint(name));
    }
    try {
      return ProtocolName.of(name);
    } catch (IllegalArgumentException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  static ConsistencyModel model(String name) {
    List<String> knownNames =
        Stream.of(ConsistencyModel.values()).map(ConsistencyModel::label).toList();
    return Stream.of(ConsistencyModel.values())
        .filter(model -> model.label().equals(name))
        .findFirst()
        .orElseThrow(() ->
            unknown("consistency model", name, knownNames, NearestName.hint(name, knownNames)));
  }

  private static LaunchException unknown(
      String kind, String name, List<String> knownNames, String hint) {
    return new LaunchException(
        "there is no %s named %s; known are %s%s"
            .formatted(kind, name, String.join(", ", knownNames), hint));
  }

  /** Threads of kernels that are launched from now on have stacks of so many bytes. */
  void stack(long bytes) {
    stackBytes = bytes;
  }

  /** First address behind what the host may have. */
  long memoryEnd() {
    return gpu.hostEnd();
  }

  List<PerturbationLog.Entry> perturbations() {
    return gpu.perturbations();
  }

  List<Device.Link> links() {
    return gpu.links().stream()
        .map(link ->
            new Device.Link(
                link.node(),
                link.end(),
                link.messages(),
                link.flits(),
                link.waitCycles(),
                link.creditCycles()))
        .toList();
  }

  /** Whether allocations lie apart, so that none borders on another. */
  boolean apart() {
    return strict.memory();
  }

  void allocated(long address, long bytes, String name, boolean ofHost) {
    gpu.allocated(address, bytes, name, ofHost);
  }

  void unwritten(long address, long bytes) {
    gpu.unwritten(address, bytes);
  }

  void freed(long address) {
    gpu.freed(address);
  }

  @Override
  public void write(long address, byte[] source) {
    gpu.write(address, source);
  }

  @Override
  public void read(long address, byte[] target) {
    gpu.read(address, target);
  }

  /** What runs where no kernel does. */
  private static final String HOST_ALONE = "host program";

  LaunchResult run(HostProgram host) {
    KernelRun run;
    try {
      run = gpu.run(host, watch(HOST_ALONE));
    } catch (LaunchRefusedException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
    return result(HOST_ALONE, LaunchShape.of(0, 0), CtaSubset.all(1), 0, run, null);
  }

  void observe(Observer observer) {
    try {
      gpu.observe(observer);
    } catch (LaunchRefusedException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  void sample(Sampler sampler) {
    try {
      gpu.sample(sampler);
    } catch (LaunchRefusedException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
  }

  private LaunchWatch watch(String name) {
    return new LaunchWatch(maxCycles, watchdog, now -> hear(name, now));
  }

  LaunchResult launch(@Nullable HostProgram host, PreparedLaunch prepared) {
    Launch launch = launchOf(prepared);
    KernelRun run;
    try {
      LaunchWatch watch = watch(prepared.program.name());
      run = host == null ? gpu.launch(launch, watch) : gpu.launchBeside(host, launch, watch);
    } catch (LaunchRefusedException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
    return result(prepared, run);
  }

  /** Results of the launches that have ended, and of the first that has not ended by itself. */
  List<LaunchResult> launchOverlapping(List<PreparedLaunch> prepared) {
    List<KernelRun> runs;
    try {
      runs =
          gpu.launchOverlapping(
              prepared.stream().map(this::launchOf).toList(),
              watch(prepared.getFirst().program.name()));
    } catch (LaunchRefusedException e) {
      throw new LaunchException(String.valueOf(e.getMessage()));
    }
    List<LaunchResult> results = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      results.add(result(prepared.get(i), runs.get(i)));
    }
    return results;
  }

  private Launch launchOf(PreparedLaunch prepared) {
    LaunchShape shape = prepared.shape;
    return new Launch(
        prepared.program,
        shape.grid().x(),
        shape.grid().y(),
        shape.grid().z(),
        shape.block().x(),
        shape.block().y(),
        shape.block().z(),
        shape.dynamicShared(),
        prepared.parameters,
        prepared.module.constants(),
        prepared.module.source(),
        strict,
        new ArgumentNames(prepared.arguments, prepared.module.buffers()),
        prepared.subset,
        ClusterLimits.of(prepared.program, shape, machine),
        stackBytes);
  }

  private LaunchResult result(PreparedLaunch prepared, KernelRun run) {
    for (PrintedText text : run.printed()) {
      printed.accept(text.text());
    }
    Program program = prepared.program;
    return result(
        program.name(),
        prepared.shape,
        prepared.subset,
        Residency.of(program, prepared.shape, machine).ctas(),
        run,
        CodePlace.of(program, run.position()));
  }

  private static LaunchResult result(
      String name,
      LaunchShape shape,
      CtaSubset subset,
      long resident,
      KernelRun run,
      @Nullable CodePlace codePlace) {
    return new LaunchResult(
        name,
        shape,
        subset,
        resident,
        ending(run),
        run.cycles(),
        run.statistics(),
        CtaCycles.of(run.ctaCycles()),
        run.report(),
        codePlace,
        run.warpsOutOfStep());
  }

  private boolean hear(String name, LaunchWatch.Progress now) {
    return listener.progress(
        new Progress(name, now.cycle(), now.warpInstructions(), now.finishedCtas(), now.ctas()));
  }

  private static Ending ending(KernelRun run) {
    return switch (run.outcome()) {
      case DONE -> Ending.DONE;
      case HANG -> Ending.HANG;
      case NO_PROGRESS -> Ending.NO_PROGRESS;
      case MAX_CYCLES -> Ending.MAX_CYCLES;
      case INTERRUPTED -> Ending.INTERRUPTED;
      case TRAP, FAULT -> Ending.FAULT;
    };
  }
}
