package dev.syncopate.workload.classic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;

/**
 * Common part of the suite's workloads: a sheet, kernels of one source, and the bounds of sizes.
 */
abstract class ClassicWorkload implements Workload {
  private final KernelLibrary kernels;
  private final ClassicDescription sheet;

  ClassicWorkload(KernelLibrary kernels, ClassicDescription sheet) {
    this.kernels = kernels;
    this.sheet = sheet;
  }

  /** Makes the input, runs the kernels, and compares what they leave with the reference. */
  abstract WorkloadOutcome run(ClassicRun job);

  @Override
  public final String name() {
    return sheet.name();
  }

  @Override
  public final String description() {
    return sheet.description();
  }

  @Override
  public final String sizeMeaning() {
    return sheet.sizeMeaning();
  }

  @Override
  public final List<NamedSize> sizes() {
    return sheet.sizes();
  }

  @Override
  public final WorkloadOutcome run(WorkloadContext context) {
    int size = SizeLimits.elements(this, context, sheet.maxSize());
    if (size < sheet.minSize()) {
      throw new WorkloadInputException(
          "size of %s must be at least %d, not %d".formatted(name(), sheet.minSize(), size));
    }
    Device device = context.device();
    return run(
        new ClassicRun(
            context,
            device,
            kernels.load(device, "classic_" + name().replace('-', '_')),
            size,
            RandomInputs.random(context.seed())));
  }
}
