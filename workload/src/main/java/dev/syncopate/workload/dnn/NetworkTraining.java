package dev.syncopate.workload.dnn;

import dev.syncopate.workload.dnn.layer.Pass;
import dev.syncopate.workload.dnn.layer.Tensor;
import dev.syncopate.workload.dnn.network.Iteration;
import dev.syncopate.workload.dnn.network.NeuralNetwork;
import dev.syncopate.workload.dnn.network.ParameterMaker;
import dev.syncopate.workload.dnn.network.PublishedNetwork;
import dev.syncopate.workload.dnn.network.SingleLayers;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.host.SizeLimits;
import dev.syncopate.workload.suite.NamedSize;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadContext;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOption;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A training iteration of a convolutional network, or its layers one by one. */
public final class NetworkTraining implements Workload {
  private static final int SMALL_SHRINK = 16;
  private static final WorkloadOption.Choice NET =
      new WorkloadOption.Choice(
          "net", "The network; resnet has 50 layers.", PublishedNetwork.labels());
  private static final WorkloadOption.Choice LAYERS =
      new WorkloadOption.Choice(
          "layers",
          "The whole iteration, each layer on what others leave; or each distinct layer by itself,"
              + " once, on random values; or of these only convolutions backward, whose kernels have"
              + " atomics.",
          List.of("iteration", "distinct", "atomic"));
  private static final WorkloadOption.Whole MOST =
      new WorkloadOption.Whole(
          "most",
          "Of layers of a kind (convolutions, say) that differ, so many run and represent the others:"
              + " those in the middle of equal parts of the kind's work; 0 for all. With"
              + " layers=distinct or layers=atomic.",
          0,
          0,
          1000);
  private static final WorkloadOption.Whole LAYER =
      new WorkloadOption.Whole(
          "layer",
          "Only this layer of the network, by itself, counted from 1; 0 for all.",
          0,
          0,
          1000);

  private final KernelLibrary kernels;

  public NetworkTraining() {
    this(KernelLibrary.bundled());
  }

  /** With other PTX of the same kernels. */
  public NetworkTraining(KernelLibrary kernels) {
    this.kernels = kernels;
  }

  @Override
  public String name() {
    return "dnn";
  }

  @Override
  public String description() {
    return "Trains a convolutional network for an iteration, gradients by global atomics.";
  }

  @Override
  public String sizeMeaning() {
    return "images of the batch";
  }

  @Override
  public List<NamedSize> sizes() {
    return List.of(
        new NamedSize("medium", 4),
        new NamedSize("small", 1),
        new NamedSize("large", 8),
        new NamedSize("full", PublishedNetwork.BATCH));
  }

  @Override
  public List<WorkloadOption> options() {
    return List.of(
        NET,
        TrainingOptions.ATOMIC,
        LAYERS,
        LAYER,
        MOST,
        TrainingOptions.SHRINK,
        TrainingOptions.WAVES);
  }

  @Override
  public WorkloadOutcome run(WorkloadContext context) {
    int images = SizeLimits.elements(this, context, 1 << 10);
    int shrink = TrainingOptions.shrink(context, PublishedNetwork.BATCH, SMALL_SHRINK);
    NeuralNetwork network = PublishedNetwork.of(context.word(NET.name())).network(images, shrink);
    SizeLimits.atMost(this, "number of elements of a tensor", network.largest(), Tensor.MOST);
    Pass pass =
        new Pass(
            context.device(),
            kernels,
            context.word(TrainingOptions.ATOMIC.name()),
            TrainingOptions.sample(context));
    ParameterMaker maker =
        new ParameterMaker(context.device(), RandomInputs.random(context.seed()));
    Map<String, Long> figures = new LinkedHashMap<>();
    figures.put("images", (long) images);
    figures.put("side", (long) network.tensors().getFirst().width());
    figures.put("layers", (long) network.nodes().size());
    int layer = (int) context.number(LAYER.name());
    if (layer > network.nodes().size()) {
      throw new WorkloadInputException(
          "%s has %d layers, no layer %d"
              .formatted(context.word(NET.name()), network.nodes().size(), layer));
    }
    String layers = context.word(LAYERS.name());
    if (layers.equals("iteration") && layer == 0) {
      whole(context, network, maker, pass);
    } else {
      boolean atomic = layers.equals("atomic");
      int maxPerGroup = (int) context.number(MOST.name());
      single(
          context,
          new SingleLayers(network, maker, layer, atomic, maxPerGroup),
          pass,
          atomic,
          figures);
    }
    return pass.verdict().outcome(figures);
  }

  private static void whole(
      WorkloadContext context, NeuralNetwork network, ParameterMaker maker, Pass pass) {
    if (context.number(TrainingOptions.WAVES.name()) != 0 || context.number(MOST.name()) != 0) {
      throw new WorkloadInputException(
          "a whole iteration needs all layers and CTAs, since layers go on from what others leave;"
              + " waves and most need layers=distinct, layers=atomic or a layer");
    }
    Iteration iteration = new Iteration(network, maker);
    iteration.forward(pass);
    iteration.backward(pass);
  }

  private static void single(
      WorkloadContext context,
      SingleLayers layers,
      Pass pass,
      boolean atomic,
      Map<String, Long> figures) {
    List<Double> represented = layers.represented();
    if (represented.isEmpty()) {
      throw new WorkloadInputException("the layer chosen is no convolution: no kernels to run");
    }
    int[] progress = new int[2];
    layers.run(
        pass,
        !atomic,
        () -> {
          String name = "layer " + (progress[0] + 1);
          figures.put(
              name + " represents, thousandths", Math.round(1000 * represented.get(progress[0]++)));
          int launches = context.device().launches().size();
          figures.put(name + " launches", (long) launches - progress[1]);
          progress[1] = launches;
        });
  }
}
