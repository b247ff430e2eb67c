package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.transaction.UnitExplorer;
import dev.syncopate.model.explore.transaction.UnitFault;
import dev.syncopate.model.explore.transaction.UnitSetup;
import dev.syncopate.model.explore.transaction.WordLayout;
import dev.syncopate.model.generate.RandomTransactions;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.model.litmus.LitmusWriter;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The transaction unit keeps to its models, and units that are wrong are found out. */
class UnitVerifierTest {
  private static final long BOUND = 100_000;
  private static final Explorer.Progress PATIENT = (setup, states, depth) -> true;
  private static final ModelBinding STRONG = ModelBinding.transactions().getFirst();
  private static final ModelBinding WEAK = ModelBinding.transactions().getLast();

  private static List<SeededFault> mutants() {
    return SeededFault.of(UnitExplorer.NAME);
  }

  private static UnitVerifier verifier(UnitSetup... setups) {
    return new UnitVerifier(STRONG, List.of(setups), BOUND);
  }

  /** On one layout each; {@code verify} looks at all. */
  @Test
  void theUnitDoesAllThatItsModelAllowsAndNothingElse() {
    List<String> names = Library.transactions();
    List<UnitSetup> layouts = UnitSetup.all(List.of(), null);
    for (int i = 0; i < names.size(); i++) {
      LitmusTest test = Library.test(names.get(i));
      UnitSetup setup =
          test.asksForFailure()
              ? new UnitSetup(WordLayout.BANKS, List.of("tx.fallback=1", "tx.conflicts=rw"), null)
              : layouts.get(i % layouts.size());
      UnitVerifier verifier = verifier(setup);
      VerificationResult result = verifier.check(test, PATIENT);
      assertThat(result.standing()).as(names.get(i)).isEqualTo(ModelStanding.CONFORMS);
      assertThat(Objects.requireNonNull(result.verdict()).unobserved()).as(names.get(i)).isEmpty();
    }
  }

  @Test
  void withoutIsolationItKeepsToTheWeakerModel() {
    UnitVerifier verifier = UnitVerifier.of(WEAK, BOUND);
    Set<ModelStanding> standings = new TreeSet<>();
    for (String name : List.of("tx-publish", "tx-pair-read")) {
      standings.add(verifier.check(Library.test(name), PATIENT).standing());
    }
    assertThat(standings).containsExactlyInAnyOrder(ModelStanding.CONFORMS, ModelStanding.RACY);
  }

  @Test
  void withoutIsolationAWordIsNotSafeInParts() {
    UnitSetup halves = new UnitSetup(WordLayout.HALVES, List.of("tx.isolation=weak"), null);
    UnitVerifier verifier = new UnitVerifier(WEAK, List.of(halves), BOUND);
    assertThat(verifier.check(Library.test("tx-publish"), PATIENT).standing())
        .isEqualTo(ModelStanding.FORBIDDEN);
    assertThat(
            verifier(new UnitSetup(WordLayout.HALVES, List.of(), null))
                .check(Library.test("tx-publish"), PATIENT)
                .standing())
        .isEqualTo(ModelStanding.CONFORMS);
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void aMutantIsFoundByEachTestThatSaysSo(SeededFault mutant) {
    List<String> claiming = Refuter.claiming(mutant);
    assertThat(claiming).as("tests that refute %s", mutant.mutant()).isNotEmpty();
    for (String name : claiming) {
      List<LitmusTest> test = List.of(Library.test(name));
      assertThat(Refuter.search(mutant, test, BOUND, PATIENT).found())
          .as("%s finds %s", name, mutant.mutant())
          .isTrue();
    }
  }

  @Test
  void testsNameNoMutantsThatThereAreNot() {
    List<String> labels = UnitFault.all().stream().map(UnitFault::label).toList();
    for (String name : Library.transactions()) {
      assertThat(labels).containsAll(Library.refutes(name, UnitExplorer.NAME));
    }
  }

  @Test
  void randomProgramsKeepToTheModelWithEachOption() {
    List<UnitSetup> setups = UnitSetup.variants();
    for (int i = 0; i < setups.size(); i++) {
      LitmusTest test = RandomTransactions.test(5, i);
      assertThat(LitmusTest.read(test.name(), LitmusWriter.text(test))).isEqualTo(test);
      assertThat(verifier(setups.get(i)).check(test, PATIENT).standing())
          .as(LitmusWriter.text(test))
          .isEqualTo(ModelStanding.CONFORMS);
    }
  }

  /** Transactions that were given up are plain accesses, each with a register that tells. */
  @Test
  void randomProgramsThatAreGivenUpKeepToTheModel() {
    WordLayout[] layouts = WordLayout.values();
    int givenUp = 0;
    for (int i = 0; i < 40; i++) {
      LitmusTest test = asking(RandomTransactions.test(7, i));
      List<String> settings = new ArrayList<>(List.of("tx.fallback=" + (1 + i / 5 % 2)));
      settings.add("tx.conflicts=" + (i % 3 == 0 ? "any" : "rw"));
      settings.add("tx.versioning=" + (i % 4 == 0 ? "lazy" : "eager"));
      UnitSetup setup = new UnitSetup(layouts[i % layouts.length], settings, null);
      VerificationResult result = verifier(setup).check(test, PATIENT);
      assertThat(result.standing())
          .as("%s on %s", LitmusWriter.text(test), setup)
          .isEqualTo(ModelStanding.CONFORMS);
      givenUp +=
          Objects.requireNonNull(result.exploration()).outcomes().stream()
                  .anyMatch(outcome -> isTold(outcome.values()))
              ? 1
              : 0;
    }
    assertThat(givenUp).as("programs in which something is given up").isGreaterThan(10);
  }

  private static boolean isTold(Map<String, Long> values) {
    return values.entrySet().stream()
        .anyMatch(value -> value.getKey().endsWith(":told") && value.getValue() == 1);
  }

  /** The same program with the last transaction's answer to {@code tx.failed} in a register. */
  private static LitmusTest asking(LitmusTest test) {
    List<LitmusThread> threads = new ArrayList<>();
    for (LitmusThread old : test.threads()) {
      List<LitmusInstruction> program = new ArrayList<>();
      for (LitmusInstruction instruction : old.instructions()) {
        program.add(instruction);
        if (instruction instanceof LitmusInstruction.Begin) {
          program.add(new LitmusInstruction.Failed("told"));
        }
      }
      threads.add(
          new LitmusThread(old.id(), old.cta(), old.gpu(), old.warp(), old.registers(), program));
    }
    return test.with(threads);
  }

  @Test
  void aRandomProgramThatShowsSomethingWrongIsMadeSmaller() {
    UnitFault fault = UnitFault.named("no-roll-back");
    Verification inner =
        verifier(new UnitSetup(WordLayout.BANKS, fault.settings(), fault.mutant()));
    Verification verification = new ShrinkingVerification(inner, test -> true);
    VerificationResult wrongResult = null;
    for (int i = 0; wrongResult == null; i++) {
      VerificationResult result = verification.check(RandomTransactions.test(1, i), PATIENT);
      wrongResult = result.standing().isWrong() ? result : null;
    }
    assertThat(wrongResult.reason()).startsWith("made smaller:\nPTX tx-random-1-");
    int instructions =
        wrongResult.test().threads().stream()
            .mapToInt(thread -> thread.instructions().size())
            .sum();
    assertThat(instructions).isLessThanOrEqualTo(8);
  }

  @Test
  void protocolsAndTheUnitRefuseEachOthersTests() {
    assertThat(UnitVerifier.of(STRONG, BOUND).check(Library.test("MP-gpu"), PATIENT).standing())
        .isEqualTo(ModelStanding.REFUSED);
    ModelBinding gpu = ModelBinding.of("gpu").getFirst();
    Verifier verifier = new Verifier(gpu, ExplorationRequest.of(gpu.protocol(), gpu.hardware()));
    assertThat(verifier.check(Library.test("tx-counters"), PATIENT).standing())
        .isEqualTo(ModelStanding.REFUSED);
  }
}
