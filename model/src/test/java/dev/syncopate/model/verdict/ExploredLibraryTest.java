package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.gpu.GpuProtocol;
import dev.syncopate.memory.protocol.BasicStep;
import dev.syncopate.memory.protocol.StepTable;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every protocol keeps to the model that it promises, on every test of the library. */
class ExploredLibraryTest {
  private static final int ROUNDS = 4;
  private static final long BOUND = 1_000_000;

  @ParameterizedTest
  @CsvSource({
    "gpu,hrf",
    "gpu,drf0",
    "gpu,drfrlx",
    "brsp,hrf",
    "srsp,hrf",
    "srsp-opt,hrf",
    "denovo,hrf"
  })
  void nothingForbiddenIsObserved(String protocol, String model) {
    MachineSetup tiny = new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART);
    List<MachineSetup> setups = new ArrayList<>(List.of(tiny));
    Protocols.named(protocol).variants().forEach(variant -> setups.add(tiny.with(variant)));
    ExplorationRequest request =
        ExplorationRequest.of(protocol, model)
            .withSetups(setups)
            .withBound(BOUND)
            .with(
                ExplorationRequest.Reduction
                    .ON); // LibraryVerifiedTest leaves nothing out, and ends early
    int explored = 0;
    int promised = 0;
    for (String name : Library.names()) {
      LitmusTest test = Library.test(name);
      boolean ofOneGpu = protocol.equals("denovo");
      if ((remote(test) && (ofOneGpu || protocol.equals("gpu")))
          || (ofOneGpu && Library.text(name).contains("gpu 1"))) {
        continue;
      }
      Exploration exploration = Explorer.explore(test, request, (setup, states, depth) -> true);
      Verdict verdict =
          Judge.of(
              exploration,
              ModelCatalog.named(ModelBinding.model(exploration.protocol(), exploration.model())),
              ROUNDS);
      assertThat(exploration.complete()).as(name).isTrue();
      assertThat(verdict.forbidden()).as(name).isEmpty();
      assertThat(exploration.failures())
          .as(name)
          .filteredOn(
              failure -> !verdict.racy() || failure.kind() != PropertyViolation.Kind.LIVELOCK)
          .isEmpty();
      explored++;
      promised += verdict.racy() ? 0 : 1;
    }
    assertThat(explored).isGreaterThan(40);
    assertThat(promised).isGreaterThan(20);
  }

  private static boolean remote(LitmusTest test) {
    return Library.text(test.name()).contains(".remote");
  }

  /** Forgets to write the L1's dirty bytes through at a release. */
  private static final class Hoarding extends GpuProtocol {
    @Override
    public StepTable table() {
      return new StepTable(
          super.table().describe().stream()
              .map(row ->
                  row.with(
                      row.steps().stream().filter(step -> step != BasicStep.FLUSH).toList(),
                      row.alternatives()))
              .toList());
    }
  }

  @Test
  void whatIsForbiddenComesWithTheRequirementItBreaks() {
    LitmusTest test =
        LitmusTest.read(
            "test",
            """
            PTX MP-guarded
            { x=0; y=0; }
             P0@cta 0,gpu 0      | P1@cta 1,gpu 0         ;
             st.weak x, 1        | ld.acquire.gpu r1, y   ;
             st.release.gpu y, 1 | bne r1, 1, LC01        ;
                                 | ld.weak r2, x          ;
                                 | LC01:                  ;
            ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
            """);
    ExplorationRequest request =
        new ExplorationRequest(
            Protocols.named("gpu"), ConsistencyModel.HRF, ExplorationRequest.DEFAULT_SETUPS, BOUND);
    ExplorationRequest wrong =
        new ExplorationRequest(new Hoarding(), request.model(), request.setups(), BOUND);
    assertThat(judge(test, request).passes()).isTrue();
    Verdict verdict = judge(test, wrong);
    assertThat(verdict.racy()).isFalse();
    assertThat(verdict.forbidden())
        .singleElement()
        .satisfies(forbidden -> {
          assertThat(forbidden.outcome().text()).isEqualTo("P1:r1=1, P1:r2=0");
          assertThat(forbidden.requirements()).isNotEmpty();
        });
  }

  private static Verdict judge(LitmusTest test, ExplorationRequest request) {
    Exploration exploration = Explorer.explore(test, request, (setup, states, depth) -> true);
    return Judge.of(
        exploration,
        ModelCatalog.named(ModelBinding.model(exploration.protocol(), exploration.model())),
        ROUNDS);
  }
}
