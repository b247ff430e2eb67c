package dev.syncopate.workload.dnn.network;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.workload.dnn.layer.TensorShape;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Networks have as many parameters as those published. */
class PublishedNetworkTest {
  @ParameterizedTest
  @CsvSource({
    "alexnet, 60965224",
    "squeezenet, 1248424",
    "resnet, 25557032",
    "vgg19, 59781160",
    "tiny-yolo, 15861773"
  })
  void parametersAreAsManyAsPublished(String name, long parameters) {
    NeuralNetwork network = PublishedNetwork.of(name).network(1, 1);
    long parameterCount =
        network.nodes().stream()
            .mapToLong(
                node -> parameters(node.spec(), network.tensors().get(node.inputs().getFirst())))
            .sum();
    assertThat(parameterCount).isEqualTo(parameters);
  }

  private static long parameters(LayerSpec spec, TensorShape input) {
    return switch (spec) {
      case LayerSpec.Convolve(var filters, boolean biased) ->
          filters.weights().elements() + (biased ? filters.count() : 0);
      case LayerSpec.Connect(int outputs) -> outputs * (input.elements() + 1);
      case LayerSpec.Normalise normalise -> 2L * input.channels();
      default -> 0;
    };
  }

  @ParameterizedTest
  @EnumSource(PublishedNetwork.class)
  void everyShrunkNetworkStillHasAllLayers(PublishedNetwork net) {
    NeuralNetwork full = net.network(1, 1);
    for (int shrink = 2; shrink <= 64; shrink++) {
      NeuralNetwork shrunk = net.network(1, shrink);
      assertThat(shrunk.nodes()).hasSameSizeAs(full.nodes());
      for (TensorShape shape : shrunk.tensors()) {
        assertThat(List.of(shape.channels(), shape.height(), shape.width()))
            .allMatch(extent -> extent > 0);
      }
    }
  }

  @Test
  void theLastTensorsAreTheClasses() {
    assertThat(PublishedNetwork.RESNET.network(16, 1).tensors().getLast())
        .isEqualTo(new TensorShape(16, 1000, 1, 1));
    assertThat(PublishedNetwork.TINY_YOLO.network(16, 1).tensors().getLast())
        .isEqualTo(new TensorShape(16, 125, 13, 13));
  }
}
