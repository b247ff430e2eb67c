package dev.syncopate.workload.heterosync;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadOutcome;

/** Small runs of the suite's workloads. */
public final class Runs {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  private Runs() {}

  /** The PTX of {@code nvcc} or {@code clang}. */
  public static KernelLibrary kernels(String compiler) {
    return compiler.equals("clang") ? CLANG : KernelLibrary.bundled();
  }

  /** Small, on {@code machine}. */
  public static WorkloadOutcome small(
      Workload workload, String machine, String protocol, String model, String... options) {
    return small(workload, Device.open(machine, protocol, model), options);
  }

  /** Small, with {@code NAME=VALUE} options. */
  public static WorkloadOutcome small(Workload workload, Device device, String... options) {
    ContextBuilder context = new ContextBuilder(workload).size("small");
    for (String option : options) {
      String[] parts = option.split("=", 2);
      context.option(parts[0], parts[1]);
    }
    return workload.run(context.build(device));
  }
}
