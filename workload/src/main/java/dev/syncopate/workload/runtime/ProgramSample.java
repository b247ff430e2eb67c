package dev.syncopate.workload.runtime;

import dev.syncopate.machine.sample.CycleEstimate;
import dev.syncopate.machine.sample.SampledGpu;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Launches of a sampled device so far: which were timed, and the estimates of the others. */
public final class ProgramSample {
  private final SampledGpu gpu;

  ProgramSample(SampledGpu gpu) {
    this.gpu = gpu;
  }

  /**
   * Cycles of some launches.
   *
   * @param launches all of them
   * @param timed those that ran in cycles
   * @param ctas of all launches
   * @param timedCtas those that ran in cycles
   * @param cycles of all: the timed ones' plus the estimates of the others
   * @param error half of the 95 % interval of {@code cycles}; 0 if every CTA was timed
   */
  public record Estimate(
      int launches, int timed, long ctas, long timedCtas, long cycles, double error) {
    /** Of launches of one CTA each. */
    public Estimate(int launches, int timed, long cycles, double error) {
      this(launches, timed, launches, timed, cycles, error);
    }

    private static Estimate of(CycleEstimate estimate) {
      return new Estimate(
          estimate.launches(),
          estimate.timed(),
          estimate.ctas(),
          estimate.timedCtas(),
          Math.round(estimate.cycles()),
          estimate.halfWidth());
    }

    /** The error over the cycles, in percent. */
    public double errorPercent() {
      return cycles == 0 ? 0 : 100 * error / cycles;
    }
  }

  /** Whether a launch ran in cycles; the others' cycles and most counters are estimates. */
  public boolean isTimed(int launch) {
    return gpu.isTimed(launch);
  }

  /** CTAs of a launch that ran in cycles: all of one that was timed, or some. */
  public long timedCtas(int launch) {
    return gpu.timedCtas(launch);
  }

  /** Of all launches of kernels. */
  public Estimate total() {
    return Estimate.of(gpu.total());
  }

  /** Of each kernel, by its mangled name, in the order of their first launches. */
  public Map<String, Estimate> kernels() {
    Map<String, Estimate> kernels = new LinkedHashMap<>();
    gpu.kernels().forEach((kernel, estimate) -> kernels.put(kernel, Estimate.of(estimate)));
    return kernels;
  }

  /** The launches, with the present estimates of those that were not timed. */
  List<LaunchResult> estimated(List<LaunchResult> launches) {
    List<LaunchResult> estimates = new ArrayList<>();
    for (int i = 0; i < launches.size(); i++) {
      estimates.add(
          isTimed(i) ? launches.get(i) : launches.get(i).with(gpu.cycles(i), gpu.statistics(i)));
    }
    return estimates;
  }
}
