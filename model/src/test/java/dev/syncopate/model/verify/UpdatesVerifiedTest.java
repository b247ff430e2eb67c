package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated tests of commutative additions, some with result, on hardware that holds updates back.
 */
class UpdatesVerifiedTest {
  private static final long BOUND = 50_000;

  private static List<ModelBinding> bindings() {
    return Stream.concat(ModelBinding.all().stream(), ModelBinding.decorated().stream())
        .filter(ModelBinding::buffers)
        .toList();
  }

  private static List<LitmusTest> tests() {
    List<LitmusTest> tests = new ArrayList<>();
    new TestGenerator(
            new TestShape(2, 2, 1, EnumSet.of(LitmusScope.GPU), EnumSet.of(Kind.COMMUTATIVE), 1))
        .forEach(tests::add);
    return tests;
  }

  @ParameterizedTest
  @MethodSource("bindings")
  void everyResultAndSumIsOneOfSomeOrder(ModelBinding binding) {
    Verifier verifier =
        new Verifier(
            binding,
            ExplorationRequest.of(binding.protocol(), binding.hardware())
                .withSetups(
                    List.of(new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART)))
                .withBound(BOUND));
    for (LitmusTest test : tests()) {
      assertThat(verifier.check(test, (setup, states, depth) -> true).standing())
          .as("%s", test)
          .isEqualTo(ModelStanding.CONFORMS);
    }
    assertThat(tests()).hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @CsvSource({
    "gpu+lab2, result-passes-partials",
    "denovo+lab2, result-passes-partials",
    "phi, result-passes-partials",
    "gpu+lab2, no-flush-at-kernel-end",
    "phi, eviction-forgets"
  })
  void theyTellWrongProtocolsFromRightOnes(String protocol, String mutant) {
    SeededFault seeded =
        SeededFault.of(protocol).stream()
            .filter(candidate -> candidate.mutant().equals(mutant))
            .findFirst()
            .orElseThrow();
    assertThat(Refuter.search(seeded, tests(), BOUND, (setup, states, depth) -> true).found())
        .isTrue();
  }

  @Test
  void verificationOfBuffersHasThem() {
    assertThat(Protocols.decorators()).isNotEmpty();
    for (VerificationSuite.Scale scale : VerificationSuite.Scale.values()) {
      List<LitmusTest> baseTests = VerificationSuite.tests(scale, false, false);
      List<LitmusTest> tests = VerificationSuite.tests(scale, false, true);
      assertThat(tests).containsAll(baseTests).hasSizeGreaterThan(baseTests.size() + 10);
      assertThat(tests.subList(baseTests.size(), tests.size()))
          .allMatch(VerificationSuite::isCommutative);
    }
  }
}
