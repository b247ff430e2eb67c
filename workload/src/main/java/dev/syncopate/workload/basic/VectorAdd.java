package dev.syncopate.workload.basic;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Adds two vectors of floats, one element a thread: bandwidth without synchronisation. */
public final class VectorAdd implements Workload {
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA.", 256, 1, 1024);

  private static final int MOST = 1 << 28;

  private final KernelLibrary kernels;

  public VectorAdd() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public VectorAdd(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "vecadd";
  }

  @Override
  public String description() {
    return "Adds two vectors of floats: bandwidth, no synchronisation.";
  }

  @Override
  public String sizeMeaning() {
    return "elements of each vector";
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 1 << 20),
        new NamedSize("small", 1 << 14),
        new NamedSize("large", 1 << 22));
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(BLOCK);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int n = SizeLimits.elements(this, context, MOST);
    int block = (int) context.number(BLOCK.name());
    RandomGenerator random = RandomInputs.random(context.seed());
    float[] a = RandomInputs.floats(random, n);
    float[] b = RandomInputs.floats(random, n);
    float[] expected = new float[n];
    for (int i = 0; i < n; i++) {
      expected[i] = a[i] + b[i];
    }
    Device device = context.device();
    Buffer c = device.allocate((long) n * Float.BYTES);
    kernels
        .load(device, "vecadd")
        .kernel("vecadd")
        .launch(LaunchShape.covering(n, block), device.copyOf(a), device.copyOf(b), c, n);
    return ResultComparison.exact("c", c.readFloats(), expected)
        .outcome(Map.of("elements", (long) n));
  }
}
