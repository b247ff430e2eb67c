package dev.syncopate.workload.heterosync.relaxed;

import dev.syncopate.workload.heterosync.DividedWorkload;
import dev.syncopate.workload.heterosync.UnitGrid;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.ResultComparison;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.Module;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HeteroSync's histograms {@code hg} (256 bins), {@code hg-2k} (2,048 bins) and {@code hg-no}, in
 * which a second kernel of one CTA reads the bins; its cycles are the figure {@code readCycles}.
 */
public final class GlobalHistogram extends DividedWorkload {
  private static final WorkloadOption.Whole CTAS = ctas(64);
  private static final WorkloadOption.Whole BLOCK = block(256);
  private static final int MOST = 1 << 28;

  /** 256 KB of 32-bit values. */
  private static final int TABLE_VALUES = 1 << 16;

  private final int bins;
  private final boolean reads;

  /** 256 bins. */
  public static GlobalHistogram small(KernelLibrary kernels) {
    return new GlobalHistogram(
        kernels, "hg", "Counts random values in 256 bins by relaxed additions.", 256, false);
  }

  /** 2,048 bins. */
  public static GlobalHistogram large(KernelLibrary kernels) {
    return new GlobalHistogram(
        kernels, "hg-2k", "Counts random values in 2,048 bins by relaxed additions.", 2048, false);
  }

  /** 256 bins that another kernel reads. */
  public static GlobalHistogram read(KernelLibrary kernels) {
    return new GlobalHistogram(
        kernels,
        "hg-no",
        "Counts random values in 256 bins; one CTA then reads them by relaxed loads.",
        256,
        true);
  }

  private GlobalHistogram(
      KernelLibrary kernels, String name, String description, int bins, boolean reads) {
    super(kernels, name, description);
    this.bins = bins;
    this.reads = reads;
  }

  @Override
  public String sizeMeaning() {
    return "values of 4 bytes";
  }

  @Override
  public List<NamedSize> sizes() {
    return sizes(TABLE_VALUES, 1 << 12, 1 << 14);
  }

  @Override
  protected List<WorkloadOption> ownOptions() {
    return List.of(CTAS, BLOCK);
  }

  @Override
  protected List<String> faults() {
    return List.of("torn");
  }

  @Override
  protected String faultMeaning() {
    return "additions in two halves.";
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int n = SizeLimits.elements(this, context, MOST);
    int ctas = (int) context.number(CTAS.name());
    UnitGrid grid = UnitGrid.dealt(this, context, ctas);
    int[] values = RandomInputs.integers(RandomInputs.random(context.seed()), n);
    int[] expected = new int[bins];
    for (int value : values) {
      expected[value & (bins - 1)]++;
    }
    Device device = context.device();
    Module module = kernels().load(device, "heterosync_histogram");
    Buffer counts = device.copyOf(new int[bins]);
    module
        .kernel(kernel(context, "histogram_count", fault -> "histogram_" + fault))
        .launch(
            grid.shape(),
            grid.parameter()
                .pointer(device.copyOf(values))
                .pointer(counts)
                .word(ctas)
                .word(n)
                .word(bins - 1)
                .bytes());
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("values", (long) n);
    figures.put("bins", (long) bins);
    ResultComparison counted = ResultComparison.unsigned("bins", counts.readInts(), expected);
    if (!reads || !counted.equal()) {
      return counted.outcome(figures);
    }
    Buffer copy = device.copyOf(new int[bins]);
    LaunchResult read =
        module.kernel("histogram_read").launch(LaunchShape.of(1, grid.block()), counts, copy, bins);
    figures.put("readCycles", read.cycles());
    return ResultComparison.unsigned("bins read", copy.readInts(), expected).outcome(figures);
  }
}
