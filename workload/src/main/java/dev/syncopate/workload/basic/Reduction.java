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

/** Sums integers modulo 2^32: a tree in shared memory within a CTA, then one atomic a CTA. */
public final class Reduction implements Workload {
  private static final WorkloadOption.Choice VARIANT =
      new WorkloadOption.Choice(
          "variant",
          "How a CTA's tree ends: in warp shuffles (32-wide warps only), all in shared memory, or"
              + " the one that suits the machine.",
          List.of("auto", "shuffle", "tree"));
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA, a power of two.", 256, 64, 1024);

  /** Each thread has an index of 32 bits with sign, also those beyond the end. */
  private static final int MOST = 1 << 28;

  private final KernelLibrary kernels;

  public Reduction() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Reduction(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "reduction";
  }

  @Override
  public String description() {
    return "Sums integers: shared-memory tree, warp shuffles, one global atomic a CTA.";
  }

  @Override
  public String sizeMeaning() {
    return "integers summed";
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
    return List.of(VARIANT, BLOCK);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int n = SizeLimits.elements(this, context, MOST);
    int block = SizeLimits.powerOfTwo(this, context, BLOCK.name());
    int[] values = RandomInputs.integers(RandomInputs.random(context.seed()), n);
    int expected = 0;
    for (int value : values) {
      expected += value;
    }
    Device device = context.device();
    boolean shuffle =
        switch (context.word(VARIANT.name())) {
          case "shuffle" -> true;
          case "tree" -> false;
          default -> device.machine().core().warpWidth() == 32;
        };
    LaunchShape shape = LaunchShape.covering(n, block);
    Buffer sum = device.copyOf(new int[1]);
    kernels
        .load(device, "reduction")
        .kernel(shuffle ? "reduction_shuffle" : "reduction_tree")
        .launch(
            shuffle ? shape : shape.withDynamicShared(block * Integer.BYTES),
            device.copyOf(values),
            sum,
            n);
    return ResultComparison.unsigned("sum", sum.readInts(), new int[] {expected})
        .outcome(Map.of("elements", (long) n));
  }
}
