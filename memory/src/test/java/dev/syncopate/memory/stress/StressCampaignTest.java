package dev.syncopate.memory.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.gpu.GpuMutant;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Random programs one after another, and what is told of one that fails. */
class StressCampaignTest {
  static List<Protocol> protocols() {
    return Protocols.all();
  }

  private static StressFailure failure(StressMachine machine) {
    StressCampaign campaign =
        new StressCampaign(
            GpuMutant.NO_INVALIDATE.of(Protocols.named("gpu")),
            ConsistencyModel.HRF,
            List.of(machine),
            5100);
    for (int i = 0; i < 400; i++) {
      Optional<StressFailure> failure = campaign.next();
      if (failure.isPresent()) {
        return failure.get();
      }
    }
    throw new AssertionError("400 programs were right");
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void everyProtocolIsRightOnEveryMachine(Protocol protocol) {
    List<StressMachine> machines = StressMachine.of(protocol);
    StressCampaign campaign = new StressCampaign(protocol, ConsistencyModel.HRF, machines, 600_000);
    for (int i = 0; i < 5 * machines.size(); i++) {
      assertThat(campaign.next()).isEmpty();
    }
    assertThat(campaign.operations()).isGreaterThan(1000);
    assertThat(campaign.coverage().transitions()).containsKey("L2 INVALID MISS");
  }

  @Test
  void aProtocolOfOneGpuIsTriedOnOneGpuOnly() {
    Protocol denovo = Protocols.named("denovo");
    assertThat(StressMachine.of(denovo))
        .extracting(StressMachine::text)
        .contains("loose-ones", "timed-roomy", "loose-at-release", "timed-at-release")
        .doesNotContain("loose-two-gpus", "timed-two-gpus");
    assertThat(StressMachine.of(Protocols.named("srsp")))
        .extracting(StressMachine::text)
        .contains("loose-two-gpus", "timed-mesh")
        .as("what only DeNovo names")
        .doesNotContain("loose-at-release", "timed-at-release");
    List<StressMachine> two = List.of(StressMachine.of(StressSize.LOOSE_TWO_GPUS));
    assertThatThrownBy(() -> new StressCampaign(denovo, ConsistencyModel.HRF, two, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "protocol denovo keeps the owners of words in the L2 of one GPU; this machine has 2"
                + " GPUs");
  }

  @ParameterizedTest
  @EnumSource
  void relaxedOperationsAreRightUnderEveryModel(ConsistencyModel model) {
    StressCampaign campaign =
        new StressCampaign(
            Protocols.named("gpu"),
            model,
            List.of(StressMachine.of(StressSize.LOOSE_TINY)),
            700_000);
    for (int i = 0; i < 30; i++) {
      assertThat(campaign.next()).isEmpty();
    }
  }

  @Test
  void aFailureTellsWhatHappenedToTheLine() {
    StressFailure failure = failure(StressMachine.of(StressSize.LOOSE_TINY));
    assertThat(failure.smallest().size()).isLessThan(failure.program().size());
    assertThat(failure.history())
        .anyMatch(entry -> entry.matches("step \\d+: tile \\d sends to bank \\d: READ bytes .*"))
        .anyMatch(entry -> entry.matches("step \\d+: tile \\d takes: FILL bytes .* = .*"))
        .anyMatch(entry -> entry.matches("step \\d+: tile \\d warp \\d issues ld.*"));
    assertThat(failure).asString().contains("seed ", "the line's history");
  }

  @Test
  void theReproducerIsATestThatCompiles(@TempDir Path folder) {
    StressFailure failure = failure(StressMachine.of(StressSize.LOOSE_TINY));
    String name = Reproducer.className(failure);
    String text = Reproducer.junit(failure, "gpu", "hrf", StressMachine.of(StressSize.LOOSE_TINY));
    assertThat(name).isEqualTo("Seed" + failure.seed() + "Test");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    JavaFileObject source =
        new SimpleJavaFileObject(
            URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
          }
        };
    boolean compiled =
        compiler
            .getTask(
                null,
                null,
                problems,
                List.of("-d", folder.toString(), "-proc:none"),
                null,
                List.of(source))
            .call();
    List<Diagnostic<?>> diagnostics = new ArrayList<>(problems.getDiagnostics());
    assertThat(compiled).as("%s in\n%s", diagnostics, text).isTrue();
  }

  /** The seed and the machine are all that is needed. */
  @Test
  void theSameSeedFailsTheSameWay() {
    assertThat(failure(StressMachine.of(StressSize.TIMED_TINY)))
        .isEqualTo(failure(StressMachine.of(StressSize.TIMED_TINY)));
  }
}
