package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The library's tests at system scope with one of their CTAs on a CPU, whose L1 keeps DeNovo's
 * coherence, the others on a GPU of any protocol: every order of messages and instructions.
 */
class CpuExplorationTest {
  private static final int ROUNDS = 4;
  private static final long BOUND = 300_000;

  @ParameterizedTest
  @CsvSource({
    "gpu, hrf, 0",
    "gpu, hrf, 1",
    "gpu, drf0, 0",
    "gpu, drf0, 1",
    "gpu, drfrlx, 0",
    "gpu, drfrlx, 1",
    "brsp, hrf, 0",
    "brsp, hrf, 1",
    "srsp, hrf, 0",
    "srsp, hrf, 1",
    "srsp-opt, hrf, 1",
    "denovo, hrf, 1"
  })
  void nothingForbiddenIsObserved(String gpu, String label, int cpu) {
    explore(gpu, label, cpu, List.of());
  }

  /** The CPU's L1 is DeNovo's and follows its settings, under every protocol of the GPU. */
  @ParameterizedTest
  @CsvSource({"gpu, hrf, 0", "gpu, hrf, 1", "denovo, hrf, 1"})
  void norWhereWordsAreRegisteredAtTheRelease(String gpu, String label, int cpu) {
    explore(gpu, label, cpu, List.of("mechanisms.denovo.register=release"));
  }

  @Test
  void aCpuIsBesideOneGpu() {
    LitmusTest test =
        LitmusTest.read(
            "t.litmus",
            """
            PTX two-gpus-and-a-cpu
            { }
            P0@cta 0,gpu 0                | P1@cpu                        | P2@cta 1,gpu 1                ;
            atom.acq_rel.sys.add r0, y, 1 | atom.acq_rel.sys.add r0, y, 2 | atom.acq_rel.sys.add r0, y, 4 ;
            exists (~ y = 7)
            """);
    ExplorationRequest request =
        request(Protocols.named("gpu"), ConsistencyModel.named("hrf"), List.of());
    assertThatThrownBy(() -> Explorer.explore(test, request, (setup, states, depth) -> true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("its threads are on 2 GPUs and on a CPU, but a machine with a CPU has one GPU");
  }

  private static void explore(String gpu, String label, int cpu, List<String> settings) {
    ConsistencyModel model = ConsistencyModel.named(label);
    Protocol protocol = Protocols.named(gpu);
    int explored = 0;
    for (String name : Library.names()) {
      if (!suits(name, gpu.contains("rsp"))) {
        continue;
      }
      LitmusTest test = withCpu(name, cpu);
      if (test == null) {
        continue;
      }
      Exploration exploration =
          Explorer.explore(
              test, request(protocol, model, settings), (setup, states, depth) -> true);
      Verdict verdict =
          Judge.of(
              exploration,
              ModelCatalog.named(ModelBinding.model(exploration.protocol(), exploration.model())),
              ROUNDS);
      assertThat(verdict.forbidden()).as(name).isEmpty();
      assertThat(exploration.failures())
          .as(name)
          .filteredOn(
              failure -> !verdict.racy() || failure.kind() != PropertyViolation.Kind.LIVELOCK)
          .isEmpty();
      assertThat(exploration.complete()).as("%s is explored to its end", name).isTrue();
      explored++;
    }
    assertThat(explored).isGreaterThan(25);
  }

  /**
   * At system scope, with the only thread of a CTA on the CPU; null where it has several, or remote
   * operations.
   */
  private static @Nullable LitmusTest withCpu(String name, int cpu) {
    LitmusTest test = LitmusTest.read(name, Library.text(name).replace(".gpu", ".sys"));
    List<LitmusThread> moved =
        test.threads().stream().filter(thread -> thread.cta() == cpu).toList();
    String movedText = moved.toString();
    if (moved.size() != 1 || movedText.contains("remote=true") || movedText.contains("scope=CTA")) {
      return null;
    }
    String place = "P" + moved.getFirst().id() + "@";
    String text = LitmusWriter.text(test);
    return LitmusTest.read(name, text.replace(place + moved.getFirst().place(), place + "cpu"));
  }

  private static ExplorationRequest request(
      Protocol protocol, ConsistencyModel model, List<String> settings) {
    MachineSetup setup =
        new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART).with(settings);
    return new ExplorationRequest(protocol, model, List.of(setup), BOUND);
  }

  /** A machine with a CPU has one GPU, and only some protocols promote. */
  private static boolean suits(String name, boolean promotes) {
    String text = Library.text(name);
    return !name.contains("two-gpus")
        && !text.contains("@cpu")
        && (promotes || !text.contains(".remote"));
  }
}
