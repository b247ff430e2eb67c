package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.access.Step;
import dev.syncopate.memory.consistency.ConsistencyModel;
import dev.syncopate.memory.mechanism.lab.LabStep;
import dev.syncopate.memory.mechanism.phi.PhiStep;
import dev.syncopate.memory.protocol.ForwardingProtocol;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.StepTable;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Local atomic buffers in front of protocols keep to {@code hrf-comm}; wrong ones do not. */
class LabTest {
  private static final String SMALL = "gpu+lab2";
  private static final String OWNED = "denovo+lab2";

  static List<String> commutative() {
    return Library.names().stream().filter(test -> Library.text(test).contains(".comm.")).toList();
  }

  /** One line, so that every second one evicts; two; and room for all. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu+lab1",
        "gpu+lab2",
        "gpu+lab8",
        "brsp+lab1",
        "brsp+lab8",
        "srsp+lab1",
        "srsp+lab8",
        "phi+lab1",
        "phi+lab8",
        "denovo+lab1",
        "hlrc+lab1"
      })
  void whatABufferDoesIsAllowed(String protocol) {
    ExplorationRequest request =
        ExplorationRequest.of(protocol, "hrf")
            .withBound(1_000_000)
            .with(ExplorationRequest.Reduction.ON);
    Verifier verifier = new Verifier(new ModelBinding(protocol, "hrf", "hrf-comm"), request);
    int explored = 0;
    for (String test : commutative()) {
      VerificationResult result =
          verifier.check(Library.test(test), (setup, states, depth) -> true);
      assertThat(result.standing())
          .as("%s: %s", test, result.reason())
          .isIn(ModelStanding.CONFORMS, ModelStanding.RACY, ModelStanding.REFUSED);
      explored += result.standing() == ModelStanding.CONFORMS ? 1 : 0;
    }
    assertThat(explored).isGreaterThan(9);
  }

  static Stream<SeededFault> mutants() {
    return SeededFault.of(SMALL).stream();
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void aWrongBufferIsFoundByTheTestThatSaysSo(SeededFault seeded) {
    assertThat(Refuter.claiming(seeded)).as("tests that say they find %s", seeded).hasSize(1);
    Refutation refutation = Refuter.search(seeded, Refuter.BOUND, (setup, states, depth) -> true);
    assertThat(refutation.found()).as(seeded.fault()).isTrue();
    assertThat(refutation.tests()).as("%s is found by the first test", seeded).isEqualTo(1);
  }

  /** In front of L1s that own what they update: the same tests, and one more for what is new. */
  @ParameterizedTest
  @MethodSource("ownedMutants")
  void aWrongBufferBeforeOwnersIsFound(SeededFault seeded) {
    SeededFault smallSeeded = new SeededFault(SMALL, seeded.mutant(), seeded.fault());
    List<LitmusTest> tests =
        Stream.concat(Refuter.claiming(seeded).stream(), Refuter.claiming(smallSeeded).stream())
            .map(Library::test)
            .toList();
    assertThat(tests).as("tests that say they find %s", seeded).hasSize(1);
    Refutation refutation =
        Refuter.search(seeded, tests, Refuter.BOUND, (setup, states, depth) -> true);
    assertThat(refutation.found()).as(seeded.fault()).isTrue();
  }

  static Stream<SeededFault> ownedMutants() {
    return SeededFault.of(OWNED).stream();
  }

  @Test
  void whatWaitsForAnUpdateDependsOnWhetherL1sOwnIt() {
    assertThat(SeededFault.decorated()).containsExactly(SMALL, OWNED);
    assertThat(mutants().map(SeededFault::mutant))
        .contains("flush-is-not-awaited")
        .doesNotContain("flush-ends-early");
    assertThat(ownedMutants().map(SeededFault::mutant))
        .contains("flush-ends-early")
        .doesNotContain("flush-is-not-awaited");
  }

  /** What leaves the buffer enters lines of PHI's L1, whose own flush has to come behind. */
  @Test
  void aBufferThatIsFlushedBehindTheUpdatesOfTheL1IsFoundOut() {
    Protocol right = Protocols.named("phi+lab2");
    Protocol wrong =
        new ForwardingProtocol(right) {
          @Override
          public StepTable table() {
            return swapped(super.table());
          }
        };
    ModelBinding binding = new ModelBinding("phi+lab2", "hrf", "hrf-comm");
    List<MachineSetup> setups =
        List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART));
    LitmusTest passed = Library.test("comm-MP");
    for (Protocol protocol : List.of(right, wrong)) {
      ExplorationRequest request =
          new ExplorationRequest(protocol, ConsistencyModel.HRF, setups, 100_000);
      assertThat(
              new Verifier(binding, request)
                  .check(passed, (setup, states, depth) -> true)
                  .standing())
          .isEqualTo(protocol.equals(right) ? ModelStanding.CONFORMS : ModelStanding.FORBIDDEN);
    }
  }

  private static StepTable swapped(StepTable table) {
    return new StepTable(
        table.describe().stream()
            .map(row -> {
              List<Step> steps = new ArrayList<>(row.steps());
              int index = steps.indexOf(LabStep.FLUSH_LAB);
              if (index >= 0) {
                assertThat(steps.get(index + 1)).isEqualTo(PhiStep.FLUSH_UPDATES);
                Collections.swap(steps, index, index + 1);
              }
              return row.with(steps, row.alternatives());
            })
            .toList());
  }

  @Test
  void everyProtocolIsVerifiedBehindABufferByTheTestsWithCommutativeAtomics() {
    assertThat(ModelBinding.decorated())
        .extracting(ModelBinding::protocol)
        .containsExactlyElementsOf(
            Protocols.all().stream().map(protocol -> protocol.name() + "+lab1").toList());
    assertThat(ModelBinding.decorated()).extracting(ModelBinding::model).containsOnly("hrf-comm");
    assertThat(ModelBinding.decorated()).allMatch(ModelBinding::isDecorated);
    assertThat(ModelBinding.all()).noneMatch(ModelBinding::isDecorated);
    assertThat(Library.names().stream().map(Library::test).filter(VerificationSuite::isCommutative))
        .extracting(LitmusTest::name)
        .containsExactlyElementsOf(commutative());
  }

  @Test
  void everyMutantThatATestNamesExists() {
    List<String> labels = SeededFault.of(SMALL).stream().map(SeededFault::mutant).toList();
    List<String> owned = ownedMutants().map(SeededFault::mutant).toList();
    for (String test : Library.names()) {
      assertThat(labels).containsAll(Library.refutes(test, SMALL));
      assertThat(owned).containsAll(Library.refutes(test, OWNED));
    }
  }

  @Test
  void itIsBoundWhereScopesCountAndWhereTheBufferStaysEmpty() {
    assertThat(ModelBinding.of(SMALL))
        .containsExactly(
            new ModelBinding(SMALL, "hrf", "hrf-comm"), new ModelBinding(SMALL, "drf0", "drf0"));
    assertThat(ModelBinding.of("gpu+lab0")).isEmpty();
    assertThat(Protocols.named("srsp+lab-unlimited").name()).isEqualTo("srsp+lab-unlimited");
  }
}
