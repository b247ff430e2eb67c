package dev.syncopate.workload.atomics;

import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.KernelStruct;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** Counts values in bins by atomics of the order chosen. */
public final class Histogram implements Workload {
  private static final WorkloadOption.Choice ATOMIC =
      new WorkloadOption.Choice(
          "atomic",
          "What an update promises: relaxed, acquire and release, commutative, or relaxed within a"
              + " CTA's own bins in shared memory, which commutative ones add up at its end.",
          List.of("relaxed", "acq_rel", "commutative", "shared"));
  private static final WorkloadOption.Whole BINS =
      new WorkloadOption.Whole("bins", "Bins, a power of two.", 256, 1, 1 << 24);
  private static final WorkloadOption.Whole BLOCK =
      new WorkloadOption.Whole("block", "Threads of a CTA.", 256, 1, 1024);
  private static final WorkloadOption.Whole CTAS =
      new WorkloadOption.Whole(
          "ctas",
          "CTAs of the grid, whose threads go on to further values; 0 for one value a thread.",
          0,
          0,
          1 << 20);
  private static final int MOST = 1 << 30;

  /** The picture that lab Table III names: 30,720 x 17,280. */
  private static final long PUBLISHED_PIXELS = 30_720L * 17_280;

  /** Values that are copied to the device in one piece. */
  private static final int PIECE = 1 << 22;

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
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 1 << 20),
        new NamedSize("small", 1 << 14),
        new NamedSize("large", 1 << 22),
        new NamedSize("full", PUBLISHED_PIXELS));
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(ATOMIC, BINS, HistogramSamples.OPTION, CTAS, BLOCK);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int n = SizeLimits.elements(this, context, MOST);
    int bins = SizeLimits.powerOfTwo(this, context, BINS.name());
    IntSupplier pixels =
        HistogramSamples.of(context.word(HistogramSamples.OPTION.name()), n, bins, context.seed());
    Device device = context.device();
    Buffer counts = device.copyOf(new int[bins]);
    Buffer values = device.allocate((long) Integer.BYTES * n);
    int[] expected = new int[bins];
    for (int start = 0; start < n; start += PIECE) {
      int[] piece = new int[Math.min(PIECE, n - start)];
      for (int i = 0; i < piece.length; i++) {
        piece[i] = pixels.getAsInt();
        expected[piece[i] & (bins - 1)]++;
      }
      values.part((long) Integer.BYTES * start, (long) Integer.BYTES * piece.length).write(piece);
    }
    launch(context, counts, values, n, bins);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("values", (long) n);
    figures.put("bins", (long) bins);
    return ResultComparison.unsigned("bins", counts.readInts(), expected).outcome(figures);
  }

  private void launch(WorkloadContext context, Buffer counts, Buffer values, int n, int bins) {
    Device device = context.device();
    String atomic = context.word(ATOMIC.name());
    int threads = (int) context.number(BLOCK.name());
    int ctas = (int) context.number(CTAS.name());
    LaunchShape shape = ctas > 0 ? LaunchShape.of(ctas, threads) : LaunchShape.covering(n, threads);
    if (atomic.equals("shared")) {
      shape = shape.withDynamicShared(bins * Integer.BYTES);
    }
    if (ctas == 0) {
      kernels
          .load(device, "histogram")
          .kernel("histogram_" + atomic)
          .launch(shape, values, counts, n, bins - 1);
    } else {
      kernels
          .load(device, "histogram_stride")
          .kernel("histogram_stride_" + atomic)
          .launch(
              shape,
              new KernelStruct().pointer(values).pointer(counts).word(n).word(bins - 1).bytes());
    }
  }
}
