package dev.syncopate.study.job;

import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchStoppedException;
import dev.syncopate.workload.runtime.ProgressListener;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs jobs on the simulator, each on a new device and on the caller's thread. */
public final class JobSimulator implements JobRunner {
  private final String version;
  private final GraphCache inputs;

  /**
   * @param version of the program, for the record
   * @param inputs graphs, shared by the jobs that work on them
   */
  public JobSimulator(String version, GraphCache inputs) {
    this.version = version;
    this.inputs = inputs;
  }

  @Override
  public @Nullable JobResult run(Job job, String key, ProgressListener progress) {
    long wall = System.nanoTime();
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    Workload workload = JobResolver.workload(job);
    DeviceBuilder builder =
        new DeviceBuilder(job.machine(), job.protocol(), job.model())
            .seed(job.seed())
            .progress(progress);
    job.settings().forEach(builder::set);
    Device device = builder.open();
    WorkloadOutcome outcome;
    Ending ending;
    try {
      outcome = workload.run(JobResolver.choices(job, workload, inputs).build(device));
      ending = outcome.verified() ? Ending.RIGHT : Ending.WRONG;
    } catch (LaunchStoppedException e) {
      LaunchResult last = device.launches().getLast();
      if (last.ending() == LaunchResult.Ending.INTERRUPTED) {
        return null;
      }
      ending = last.ending() == LaunchResult.Ending.HANG ? Ending.HANG : Ending.FAILED;
      outcome = WorkloadOutcome.wrong(e.getMessage() + "\n" + last.report(), Map.of());
    }
    LaunchTotals totals = LaunchTotals.of(device);
    return new JobResult(
        key,
        job.describe(),
        inputs.name(job),
        ending,
        outcome.message().strip(),
        totals.cycles(),
        device.launches().size(),
        totals.statistics(),
        outcome.figures(),
        MeshLoad.with(outcome.distributions(), device),
        (System.nanoTime() - wall) / 1e9,
        (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) / 1e9,
        version);
  }
}
