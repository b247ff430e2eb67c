package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.generate.TestGenerator;
import dev.syncopate.model.generate.TestShape;
import dev.syncopate.model.generate.TestShape.Kind;
import dev.syncopate.model.litmus.LitmusScope;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compare-and-swaps of every scope that succeed and fail, mixed with plain loads and stores of
 * their location: one that fails undoes no store, under any protocol.
 */
class SwapsVerifiedTest {
  private static final long BOUND = 50_000;

  private static List<ModelBinding> bindings() {
    return Protocols.all().stream()
        .map(Protocol::name)
        .flatMap(name -> ModelBinding.of(name).stream())
        .filter(binding -> binding.model().equals("ptx"))
        .toList();
  }

  private static List<LitmusTest> tests() {
    List<LitmusTest> tests = new ArrayList<>();
    EnumSet<Kind> kinds = EnumSet.of(Kind.WEAK, Kind.SWAP);
    Stream.of(
            new TestShape(2, 1, 1, EnumSet.of(LitmusScope.CTA, LitmusScope.GPU), kinds, 1),
            new TestShape(2, 1, 1, EnumSet.of(LitmusScope.GPU, LitmusScope.SYS), kinds, 2))
        .forEach(shape -> new TestGenerator(shape).forEach(tests::add));
    return tests;
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void oneThatFailsUndoesNoStore(ModelBinding binding) {
    MachineSetup roomy = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    ExplorationRequest request =
        ExplorationRequest.of(binding.protocol(), binding.hardware())
            .withSetups(List.of(roomy, roomy.warmed()))
            .withBound(BOUND);
    Verifier verifier = new Verifier(binding, request);
    int conforming = 0;
    for (LitmusTest test : tests()) {
      VerificationResult result = verifier.check(test, (setup, states, depth) -> true);
      assertThat(result.standing())
          .as("%s: %s", test, result.reason())
          .isIn(ModelStanding.CONFORMS, ModelStanding.REFUSED);
      conforming += result.standing() == ModelStanding.CONFORMS ? 1 : 0;
    }
    assertThat(conforming).isGreaterThan(30);
  }

  @Test
  void verificationHasThem() {
    for (VerificationSuite.Scale scale : VerificationSuite.Scale.values()) {
      assertThat(VerificationSuite.shapes(scale, false))
          .as("%s", scale)
          .anyMatch(shape -> shape.kinds().containsAll(EnumSet.of(Kind.WEAK, Kind.SWAP)));
    }
  }
}
