package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Updates in lines of L1s keep to {@code hrf-comm}, for every kind of fetch. */
class PhiTest {
  @Test
  void whatUpdateModeDoesIsAllowed() {
    List<MachineSetup> setups = new ArrayList<>();
    for (MachineSize size : List.of(MachineSize.TINY, MachineSize.ROOMY)) {
      for (Layout layout : List.of(Layout.APART, Layout.TOGETHER)) {
        MachineSetup eager = new MachineSetup(size, layout, SetupPlacement.APART);
        setups.add(eager);
        setups.add(eager.with(List.of("mechanisms.phi.fetch=lazily-on-read")));
        setups.add(eager.with(List.of("mechanisms.phi.fetch=on-every-write")));
      }
    }
    ExplorationRequest request =
        ExplorationRequest.of("phi", "hrf")
            .withSetups(setups)
            .withBound(1_000_000)
            .with(ExplorationRequest.Reduction.ON);
    Verifier verifier = new Verifier(new ModelBinding("phi", "hrf", "hrf-comm"), request);
    int explored = 0;
    for (String test : LabTest.commutative()) {
      VerificationResult result =
          verifier.check(Library.test(test), (setup, states, depth) -> true);
      assertThat(result.standing())
          .as("%s: %s", test, result.reason())
          .isIn(ModelStanding.CONFORMS, ModelStanding.RACY, ModelStanding.REFUSED);
      explored += result.standing() == ModelStanding.CONFORMS ? 1 : 0;
    }
    assertThat(explored).isGreaterThan(14);
  }

  @Test
  void itIsBoundWhereScopesCountAndWhereNoLineIsInUpdateMode() {
    assertThat(ModelBinding.of("phi"))
        .containsExactly(
            new ModelBinding("phi", "hrf", "hrf-comm"),
            new ModelBinding("phi", "hrf", "ptx", false),
            new ModelBinding("phi", "drf0", "drf0"));
  }
}
