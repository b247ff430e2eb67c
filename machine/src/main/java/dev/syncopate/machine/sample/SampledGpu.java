package dev.syncopate.machine.sample;

import dev.syncopate.machine.agent.HostProgram;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.machine.functional.CtaRecording;
import dev.syncopate.machine.functional.CtaWork;
import dev.syncopate.machine.functional.FunctionalGpu;
import dev.syncopate.machine.fusion.FusedKernels;
import dev.syncopate.machine.gpu.Gpu;
import dev.syncopate.machine.gpu.KernelDevice;
import dev.syncopate.machine.gpu.KernelRun;
import dev.syncopate.machine.gpu.Launch;
import dev.syncopate.machine.gpu.LaunchOutcome;
import dev.syncopate.machine.gpu.LaunchRefusedException;
import dev.syncopate.machine.gpu.LaunchWatch;
import dev.syncopate.machine.observer.Observer;
import dev.syncopate.machine.observer.Sampler;
import dev.syncopate.machine.warp.CtaSubset;
import dev.syncopate.memory.functional.BackingStore;
import dev.syncopate.memory.functional.PagedMemory;
import dev.syncopate.memory.network.LinkLoad;
import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.ControlInstruction.SystemFunction;
import dev.syncopate.ptx.ir.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A device that runs some launches of each kernel in cycles and the others without time. A launch
 * first runs without time, which tells its stratum. If it is to be timed, what it wrote is undone,
 * and it runs again in cycles. Of a large grid only some CTAs run; afterwards memory has what the
 * first run has written.
 *
 * <p>The memory system has the contents of memory. Before a launch in cycles the functional half
 * writes its copies back, as the host writes, and gives them up. Caches keep the lines of the last
 * launch in cycles, with the bytes of now.
 */
public final class SampledGpu implements KernelDevice {
  private static final String INSTRUCTIONS = "instructions.warp";

  private final Gpu gpu;
  private final FunctionalGpu functional;
  private final SamplingRate rate;
  private final CtaSelection selection;
  private final L2Forecast forecast;
  private final SplittableRandom random;
  private final Map<LaunchFamily.Key, LaunchFamily> families = new LinkedHashMap<>();
  private final List<SampledRun> runs = new ArrayList<>();

  /**
   * Whether a launch did not end by itself: from then on every launch goes to the machine in
   * cycles.
   */
  private boolean functionalStopped;

  /**
   * A run of this device, in order.
   *
   * @param timedCtas CTAs that ran in cycles
   * @param stratum to which it belongs; null for one that stands for itself alone
   */
  private record SampledRun(
      boolean timed, long timedCtas, KernelRun run, @Nullable LaunchStratum stratum) {}

  /**
   * @param seed of the choice of launches
   */
  public SampledGpu(MachineConfig machine, Gpu gpu, SamplingRate rate, long seed) {
    this.gpu = gpu;
    this.rate = rate;
    int waves = gpu.installsL2() ? rate.waves(machine.core().placement()) : 0;
    this.selection = new CtaSelection(machine, waves);
    this.forecast = new L2Forecast(machine, gpu);
    this.random = new SplittableRandom(seed);
    this.functional =
        new FunctionalGpu(machine, gpu.grids(), new HostView(gpu), FusedKernels.THRESHOLD);
  }

  /** Memory of the machine in cycles, as its host sees it. */
  private record HostView(Gpu gpu) implements BackingStore {
    @Override
    public void read(long address, byte[] target) {
      gpu.read(address, target);
    }

    @Override
    public void write(long address, byte[] source) {
      gpu.write(address, source);
    }
  }

  // ---- the host ----

  @Override
  public void read(long address, byte[] buffer) {
    functional.read(address, buffer);
  }

  @Override
  public void write(long address, byte[] data) {
    functional.write(address, data);
  }

  @Override
  public void unwritten(long address, long bytes) {
    gpu.unwritten(address, bytes);
  }

  @Override
  public List<LinkLoad> links() {
    return gpu.links();
  }

  @Override
  public void allocated(long address, long bytes, String name, boolean ofHost) {
    gpu.allocated(address, bytes, name, ofHost);
  }

  @Override
  public void freed(long address) {
    gpu.freed(address);
  }

  @Override
  public long hostEnd() {
    return gpu.hostEnd();
  }

  @Override
  public void observe(Observer watcher) {
    throw new LaunchRefusedException(
        "a sampled device cannot be observed: launches without time are not seen");
  }

  @Override
  public void sample(Sampler sampler) {
    throw new LaunchRefusedException(
        "counters of a sampled device cannot be recorded over time: only some launches have time");
  }

  // ---- launches ----

  @Override
  public KernelRun launchBeside(HostProgram host, Launch launch, LaunchWatch watch) {
    functional.memory().writeBack();
    return alone(family(launch), launch, gpu.launchBeside(host, launch, watch));
  }

  @Override
  public KernelRun run(HostProgram host, LaunchWatch watch) {
    functional.memory().writeBack();
    KernelRun run = gpu.run(host, watch);
    runs.add(new SampledRun(true, 0, run, null));
    return run;
  }

  @Override
  public KernelRun launch(Launch launch, LaunchWatch watch) {
    int number = runs.size();
    LaunchFamily family = family(launch);
    CtaSubset part = family.runsWhole() ? launch.subset() : selection.of(launch);
    boolean forecasts = part.isPart() || forecast.isActive();
    if ((family.isNew() && !forecasts) || functionalStopped || usesHeap(launch.program())) {
      return timed(family, launch, watch);
    }
    functional.memory().checkpoint();
    CtaWork work = part.isPart() ? new CtaWork(part) : null;
    LineRecorder<SubsetLines> lines =
        forecasts && (family.isNew() || family.choosesNext())
            ? forecast.timed(part, selection.slots(launch))
            : null;
    LineRecorder<UsedLines> uses =
        lines == null && precedesTimed(family, number)
            ? forecast.untimed(selection.slots(launch))
            : null;
    long firstCta = uses == null ? 0 : forecast.firstToRecord(family, launch.subset().count());
    KernelRun trial =
        exact(
            functional.launch(
                launch, watch, work, recording(lines != null ? lines : uses, firstCta)));
    if (trial.outcome() == LaunchOutcome.INTERRUPTED) {
      functionalStopped = true;
      runs.add(new SampledRun(true, 0, trial, null));
      return trial;
    }
    if (trial.outcome() != LaunchOutcome.DONE) {
      functionalStopped = true; // how it ends in cycles is what counts
      undo();
      return timed(family, launch, watch);
    }
    LaunchStratum stratum = family.isNew() ? null : family.stratum(instructions(trial));
    if (stratum != null) {
      stratum.begins(number);
      if (!stratum.choosesNext()) {
        if (uses != null) {
          forecast.use(uses.finish(), family, launch.subset().count() - firstCta, gpu);
        } else if (lines != null) {
          SubsetLines _ = lines.finish(); // not timed after all: the model has its lines
        }
        return untimed(stratum, instructions(trial), trial);
      }
    }
    PagedMemory.UndoneWrites written = functional.memory().takeBack();
    gpu.grids().withdraw();
    if (forecasts) {
      prepareL2(launch, watch, part, lines);
    }
    functional.memory().writeBack();
    return work == null
        ? whole(family, stratum, launch, watch, trial)
        : inPart(family, stratum, launch, watch, new PartialTrial(trial, part, work, written));
  }

  /** Whether the lines that a launch uses may be in the L2 when a timed one begins. */
  private boolean precedesTimed(LaunchFamily family, int number) {
    return !family.isNew()
        && gpu.installsL2()
        && families.values().stream()
            .anyMatch(candidate -> candidate.isTimedSoonAfter(number, candidate == family));
  }

  /**
   * Gives the L2 the contents that it would have.
   *
   * @param recorder of the launch, which has run without time; null if that was not recorded
   */
  private void prepareL2(
      Launch launch,
      LaunchWatch watch,
      CtaSubset part,
      @Nullable LineRecorder<SubsetLines> recorder) {
    LineRecorder<SubsetLines> complete = recorder;
    if (complete == null) {
      complete = forecast.timed(part, selection.slots(launch));
      functional.memory().checkpoint();
      KernelRun _ = functional.launch(launch, watch, null, recording(complete, 0));
      undo();
    }
    functional.memory().writeBack();
    forecast.prepare(complete.finish(), gpu);
  }

  private static @Nullable CtaRecording recording(
      @Nullable LineRecorder<?> recorder, long firstCta) {
    return recorder == null ? null : new CtaRecording(recorder, firstCta);
  }

  private LaunchFamily family(Launch launch) {
    return families.computeIfAbsent(
        LaunchFamily.Key.of(launch),
        _ -> new LaunchFamily(rate, random.split(), launch.subset().count()));
  }

  private KernelRun timed(LaunchFamily family, Launch launch, LaunchWatch watch) {
    functional.memory().writeBack();
    return alone(family, launch, gpu.launch(launch, watch));
  }

  private KernelRun alone(LaunchFamily family, Launch launch, KernelRun run) {
    family.alone(run.cycles());
    functionalStopped |= run.outcome() != LaunchOutcome.DONE;
    runs.add(new SampledRun(true, launch.subset().count(), run, null));
    return run;
  }

  /** Runs a launch in cycles after its trial. */
  private KernelRun whole(
      LaunchFamily family,
      @Nullable LaunchStratum stratum,
      Launch launch,
      LaunchWatch watch,
      KernelRun trial) {
    KernelRun run = gpu.launch(launch, watch);
    if (stratum == null) {
      return alone(family, launch, run);
    }
    stratum.timed(instructions(trial), run.cycles(), run.statistics());
    functionalStopped |= run.outcome() != LaunchOutcome.DONE;
    runs.add(new SampledRun(true, launch.subset().count(), run, stratum));
    return run;
  }

  /**
   * A launch that has run without time, of which some CTAs are to run in cycles.
   *
   * @param run without time
   * @param work of its CTAs
   * @param written by it
   */
  private record PartialTrial(
      KernelRun run, CtaSubset part, CtaWork work, PagedMemory.UndoneWrites written) {}

  /**
   * Runs some CTAs of a launch in cycles after its trial. What they write is replaced by what the
   * trial has written.
   */
  private KernelRun inPart(
      LaunchFamily family,
      @Nullable LaunchStratum stratum,
      Launch launch,
      LaunchWatch watch,
      PartialTrial trial) {
    KernelRun run = gpu.launch(launch.inPart(trial.part), watch);
    if (run.outcome() != LaunchOutcome.DONE) {
      return alone(family, launch, run);
    }
    functional.memory().redo(trial.written);
    PartialLaunch estimate = PartialLaunch.of(run, trial.part, trial.work, selection.slots(launch));
    if (rate.refuses(estimate)) {
      family.runWhole();
    }
    SortedMap<String, Long> counters = estimate.counters(run.statistics(), trial.run.statistics());
    if (stratum == null) {
      family.alone(estimate);
    } else {
      stratum.timed(instructions(trial.run), estimate, counters);
    }
    KernelRun wholeRun = trial.run.with(Math.round(estimate.cycles()), counters);
    runs.add(new SampledRun(true, estimate.ran(), wholeRun, stratum));
    return wholeRun;
  }

  private void undo() {
    functional.memory().rollBack();
    gpu.grids().withdraw();
  }

  private KernelRun untimed(LaunchStratum stratum, long x, KernelRun trial) {
    stratum.untimed(x);
    KernelRun run = trial.with(Math.round(stratum.predict(x)), trial.statistics());
    runs.add(new SampledRun(false, 0, run, stratum));
    return run;
  }

  private static long instructions(KernelRun run) {
    return run.statistics().getOrDefault(INSTRUCTIONS, 0L);
  }

  /** A run without time with the counters that a run in cycles has as well. */
  private static KernelRun exact(KernelRun run) {
    SortedMap<String, Long> counters = new TreeMap<>(run.statistics());
    counters.remove(FunctionalGpu.REPEATED);
    return run.with(run.cycles(), counters);
  }

  /** Whether a kernel allocates: the halves of the device keep different books of the heap. */
  private static boolean usesHeap(Program program) {
    return program.code().stream()
        .anyMatch(instruction ->
            instruction instanceof ControlInstruction.SystemCall call
                && (call.function() == SystemFunction.MALLOC
                    || call.function() == SystemFunction.FREE));
  }

  // ---- estimates ----

  /** Whether a run was in cycles, by its number. */
  public boolean isTimed(int run) {
    return runs.get(run).timed;
  }

  /** CTAs of a run, by its number, that ran in cycles. */
  public long timedCtas(int run) {
    return runs.get(run).timedCtas;
  }

  /** Cycles of a run, by its number: its own, or estimated from all timed ones of its stratum. */
  public long cycles(int number) {
    SampledRun run = runs.get(number);
    return run.timed || run.stratum == null
        ? run.run.cycles()
        : Math.round(run.stratum.predict(instructions(run.run)));
  }

  /** Counters of a run, likewise. Those that the functional half counts are exact. */
  public SortedMap<String, Long> statistics(int number) {
    SampledRun run = runs.get(number);
    return run.timed || run.stratum == null
        ? run.run.statistics()
        : run.stratum.counters(instructions(run.run), run.run.statistics());
  }

  /** Cycles of each kernel, in the order of their first launches. */
  public Map<String, CycleEstimate> kernels() {
    Map<String, List<CycleEstimate>> byKernel = new LinkedHashMap<>();
    families.forEach((key, family) ->
        byKernel.computeIfAbsent(key.kernel(), _ -> new ArrayList<>()).add(family.estimate()));
    Map<String, CycleEstimate> kernels = new LinkedHashMap<>();
    byKernel.forEach((kernel, estimates) -> kernels.put(kernel, CycleEstimate.sum(estimates)));
    return kernels;
  }

  /** Cycles of all launches of kernels. */
  public CycleEstimate total() {
    return CycleEstimate.sum(new ArrayList<>(kernels().values()));
  }
}
