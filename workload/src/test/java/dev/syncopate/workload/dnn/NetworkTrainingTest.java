package dev.syncopate.workload.dnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.dnn.network.NeuralNetwork;
import dev.syncopate.workload.dnn.network.ParameterMaker;
import dev.syncopate.workload.dnn.network.PublishedNetwork;
import dev.syncopate.workload.dnn.network.SingleLayers;
import dev.syncopate.workload.host.KernelLibrary;
import dev.syncopate.workload.host.RandomInputs;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.LaunchResult;
import dev.syncopate.workload.suite.ContextBuilder;
import dev.syncopate.workload.suite.Workload;
import dev.syncopate.workload.suite.WorkloadInputException;
import dev.syncopate.workload.suite.WorkloadOutcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Networks train rightly, whole and in part, and a kernel that computes something else is seen. */
class NetworkTrainingTest {
  private static final KernelLibrary CLANG =
      new KernelLibrary("/dev/syncopate/workload/kernel/clang/");

  @Test
  void anIterationIsRight() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.divergence=IPDOM").open();
    WorkloadOutcome outcome = run(new NetworkTraining(CLANG), device, "net=tiny-yolo", "shrink=64");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"resnet, 53, 20", "vgg19, 16, 9", "squeezenet, 26, 22"})
  void layersThatDoNotDifferRunOnce(String net, int convolutions, int distinct) {
    NeuralNetwork network = PublishedNetwork.of(net).network(1, 1);
    ParameterMaker maker =
        new ParameterMaker(Device.open("rsp-8cu", "gpu", "hrf"), RandomInputs.random(1));
    List<Double> times = new SingleLayers(network, maker, 0, true, 0).represented();
    assertThat(times).hasSize(distinct);
    assertThat(times.stream().mapToDouble(Double::doubleValue).sum()).isEqualTo(convolutions);
  }

  @Test
  void layersRepresentThoseOfTheirKindByTheirWork() {
    NeuralNetwork network = PublishedNetwork.of("vgg19").network(1, 1);
    ParameterMaker maker =
        new ParameterMaker(Device.open("rsp-8cu", "gpu", "hrf"), RandomInputs.random(1));
    // their multiplications, in units of the second's: 3/64, 1, 1/2, 1, 1/2, 3 of 1, 1/2, 3 of 1, 4
    // of 1/4
    assertThat(new SingleLayers(network, maker, 0, true, 1).represented())
        .containsExactly(10.546875);
    assertThat(new SingleLayers(network, maker, 0, true, 2).represented())
        .containsExactly(10.546875, 10.546875 / 2);
    assertThat(new SingleLayers(network, maker, 0, true, 9).represented())
        .containsExactly(1.0, 1.0, 1.0, 1.0, 1.0, 3.0, 1.0, 3.0, 4.0);
  }

  @Test
  void whatALayerRepresentsScalesItsLaunches() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.divergence=IPDOM").open();
    WorkloadOutcome outcome =
        run(
            new NetworkTraining(CLANG),
            device,
            "net=tiny-yolo",
            "shrink=64",
            "layers=distinct",
            "most=1");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    List<LaunchResult> forward =
        device.launches().stream()
            .filter(launch -> launch.kernel().contains("convolution_forward"))
            .toList();
    assertThat(forward).as("of nine convolutions").hasSize(1);
    assertThat(forward.getFirst().scale())
        .isEqualTo(forward.getFirst().shape().represents())
        .isGreaterThan(1);
    assertThat(forward.getFirst().isSampled()).isTrue();
  }

  @Test
  void ofASampledLaunchOnlyTheCtasThatRanContribute() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.maxCtas=1").open();
    WorkloadOutcome outcome =
        run(new BackwardConvolution(), device, "shrink=8", "side=1", "filters=2", "waves=1");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    LaunchResult data =
        device.launches().stream()
            .filter(launch -> launch.kernel().contains("convolution_data"))
            .findFirst()
            .orElseThrow();
    assertThat(data.ran().isPart()).isTrue();
    assertThat(data.scale()).isEqualTo(2);
    assertThat(data.statistic("ctas")).isEqualTo(data.ran().count());
  }

  /** Sixteen filters are as many CTAs, two waves of a machine that holds eight. */
  @Test
  void ofASumOfBiasesByAtomicsThereIsASampleToo() {
    Device device = new DeviceBuilder("rsp-8cu", "gpu", "hrf").set("core.maxCtas=1").open();
    WorkloadOutcome outcome =
        run(new BackwardConvolution(), device, "shrink=8", "side=1", "filters=16", "waves=1");
    assertThat(outcome.verified()).as(outcome.message()).isTrue();
    LaunchResult bias =
        device.launches().stream()
            .filter(launch -> launch.kernel().contains("convolution_bias"))
            .findFirst()
            .orElseThrow();
    assertThat(bias.ran().isPart()).isTrue();
    assertThat(bias.scale()).isEqualTo(2);
    assertThat(bias.statistic("ctas")).isEqualTo(8);
  }

  /** 256 pixels: sixteen sums of sixteen, each with two tiles of filter elements. */
  @Test
  void shorterSumsAreMoreAndAreAddedMoreOften() {
    long[] atomics = new long[2];
    int[] pixels = {256, 16};
    for (int i = 0; i < 2; i++) {
      Device device = Device.open("rsp-8cu", "gpu", "hrf");
      WorkloadOutcome outcome =
          run(new BackwardConvolution(), device, "shrink=16", "split=" + pixels[i], "filters=3");
      assertThat(outcome.verified()).as(outcome.message()).isTrue();
      LaunchResult filter =
          device.launches().stream()
              .filter(launch -> launch.kernel().contains("convolution_filter"))
              .findFirst()
              .orElseThrow();
      assertThat(filter.shape().grid().z()).isEqualTo(256 / pixels[i]);
      atomics[i] = filter.statistic("instructions.atomicThread");
    }
    assertThat(atomics[1]).isEqualTo(16 * atomics[0]).isPositive();
  }

  @Test
  void moreSumsThanAGridHasAreRefused() {
    assertThatThrownBy(() ->
            run(
                new BackwardConvolution(),
                Device.open("rsp-8cu", "gpu", "hrf"),
                "shrink=1",
                "split=1"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("number of parts of the pixels of bwc can be at most 65535, not 65536");
  }

  @Test
  void layersThatDoNotCountTogetherAreTheUsersMistake() {
    Device device = Device.open("rsp-8cu", "gpu", "hrf");
    assertThatThrownBy(() -> run(new NetworkTraining(), device, "waves=2"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessageContaining("layers=distinct");
    assertThatThrownBy(() -> run(new NetworkTraining(), device, "most=2"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessageContaining("waves and most need layers=distinct");
    assertThatThrownBy(() -> run(new NetworkTraining(), device, "layer=99"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessage("alexnet has 19 layers, no layer 99");
    assertThatThrownBy(() -> run(new NetworkTraining(), device, "layer=2", "layers=atomic"))
        .isInstanceOf(WorkloadInputException.class)
        .hasMessageContaining("no convolution");
  }

  private static WorkloadOutcome run(Workload workload, Device device, String... options) {
    ContextBuilder context = new ContextBuilder(workload).size("small");
    for (String option : options) {
      String[] parts = option.split("=", 2);
      context.option(parts[0], parts[1]);
    }
    return workload.run(context.build(device));
  }
}
