package dev.syncopate.workload.atomics;

import dev.syncopate.workload.host.Comparison;
import dev.syncopate.workload.host.Inputs;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.Sizes;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.suite.Context;
import dev.syncopate.workload.suite.Option;
import dev.syncopate.workload.suite.Outcome;
import dev.syncopate.workload.suite.Size;
import dev.syncopate.workload.suite.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts random values in bins, one value a thread, by atomics of the order chosen. */
public final class Histogram implements Workload {
  private static final Option.Choice ATOMIC =
      new Option.Choice(
          "atomic",
          "What an update promises: relaxed, acquire and release, commutative, or relaxed within a"
              + " CTA's own bins in shared memory that are added up at its end.",
          List.of("relaxed", "acq_rel", "commutative", "shared"));
  private static final Option.Whole BINS =
      new Option.Whole("bins", "Bins, a power of two.", 256, 1, 1 << 24);
  private static final Option.Whole BLOCK =
      new Option.Whole("block", "Threads of a CTA.", 256, 1, 1024);
  private static final int MOST = 1 << 28;

  private final KernelLibrary kernels;

  public Histogram() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public Histogram(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "histogram";
  }

  @Override
  public String description() {
    return "Counts random values in bins with global atomics.";
  }

  @Override
  public String sizeMeaning() {
    return "values counted";
  }

  @Override
  public List<Size> sizes() {
    return List.of(
        new Size("medium", 1 << 20), new Size("small", 1 << 14), new Size("large", 1 << 22));
  }

  @Override
  public List<Option> options() {
    return List.of(ATOMIC, BINS, BLOCK);
  }

  @Override
  public Outcome run(Context context) {
    int n = Sizes.elements(this, context, MOST);
    int bins = Sizes.powerOfTwo(this, context, BINS.name());
    int[] values = Inputs.integers(Inputs.random(context.seed()), n);
    int[] expected = new int[bins];
    for (int value : values) {
      expected[value & (bins - 1)]++;
    }
    Device device = context.device();
    String atomic = context.word(ATOMIC.name());
    LaunchShape shape = LaunchShape.covering(n, (int) context.number(BLOCK.name()));
    Buffer counts = device.copyOf(new int[bins]);
    kernels
        .load(device, "histogram")
        .kernel("histogram_" + atomic)
        .launch(
            atomic.equals("shared") ? shape.withDynamicShared(bins * Integer.BYTES) : shape,
            device.copyOf(values),
            counts,
            n,
            bins - 1);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("values", (long) n);
    figures.put("bins", (long) bins);
    return Comparison.unsigned("bins", counts.readInts(), expected).outcome(figures);
  }
}
