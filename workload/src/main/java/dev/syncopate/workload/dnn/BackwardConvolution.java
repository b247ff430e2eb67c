package dev.syncopate.workload.dnn;

import dev.syncopate.workload.dnn.layer.Convolution;
import dev.syncopate.workload.dnn.layer.ConvolutionShape;
import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.layer.TensorShape;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The backward pass of one convolution: gradients by biases, filters and input. */
public final class BackwardConvolution implements Workload {
  private static final int PUBLISHED_IMAGES = 128;
  private static final int PUBLISHED_SIDE = 256;
  private static final int CHANNELS = 3;
  private static final int SMALL_SHRINK = 16;
  private static final WorkloadOption.Whole FILTERS =
      new WorkloadOption.Whole("filters", "Filters.", 32, 1, 4096);
  private static final WorkloadOption.Whole SIDE =
      new WorkloadOption.Whole("side", "Rows and columns of a filter.", 5, 1, 31);
  private static final WorkloadOption.Whole SPLIT =
      new WorkloadOption.Whole(
          "split",
          "Pixels that a CTA sums before it adds to the gradient by filters.",
          Convolution.FILTER_SPLIT,
          1,
          1 << 20);

  /** CTAs along z of a grid. */
  private static final int MOST_SPLITS = 65_535;

  private final KernelLibrary kernels;

  public BackwardConvolution() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public BackwardConvolution(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "bwc";
  }

  @Override
  public String description() {
    return "Computes the gradients of a convolution with global atomics.";
  }

  @Override
  public String sizeMeaning() {
    return "images";
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 16),
        new NamedSize("small", 1),
        new NamedSize("large", 64),
        new NamedSize("full", PUBLISHED_IMAGES));
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(
        TrainingOptions.ATOMIC,
        TrainingOptions.SHRINK,
        TrainingOptions.WAVES,
        FILTERS,
        SIDE,
        SPLIT);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int images = SizeLimits.elements(this, context, 1 << 10);
    int shrink = TrainingOptions.shrink(context, PUBLISHED_IMAGES, SMALL_SHRINK);
    int extent = Math.max(1, PUBLISHED_SIDE / shrink);
    int side = (int) context.number(SIDE.name());
    TensorShape input = new TensorShape(images, CHANNELS, extent, extent);
    int count = (int) context.number(FILTERS.name());
    ConvolutionShape filters = ConvolutionShape.of(input, count, side, 1, side / 2, 1);
    SizeLimits.atMost(this, "number of elements", filters.output().elements(), Tensor.MOST);
    int split = (int) context.number(SPLIT.name());
    SizeLimits.atMost(
        this,
        "number of parts of the pixels",
        Math.ceilDiv(filters.output().elements() / count, (long) split),
        MOST_SPLITS);
    RandomGenerator random = RandomInputs.random(context.seed());
    Pass pass =
        new Pass(
            context.device(),
            kernels,
            context.word(TrainingOptions.ATOMIC.name()),
            TrainingOptions.sample(context));
    new Convolution(
            filters,
            split,
            true,
            Tensor.zeros(context.device(), input).draw(random, 1),
            Tensor.zeros(context.device(), filters.output()).drawGradient(random, 1),
            Tensor.zeros(context.device(), filters.weights()).draw(random, 1),
            Tensor.zeros(context.device(), new TensorShape(1, count, 1, 1)))
        .backward(pass);
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("images", (long) images);
    figures.put("pixels", (long) extent * extent);
    figures.put("filters", (long) count);
    return pass.verdict().outcome(figures);
  }
}
