package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.Exploration;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.ObservedOutcome;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The copy unit, mbarriers and proxy fences keep to their model, and wrong ones are found out. */
class AsyncVerifierTest {
  private static final long BOUND = 100_000;
  private static final Explorer.Progress PATIENT = (setup, states, depth) -> true;

  /** Tests with what is allowed of them and never seen: a try of an mbarrier never says no. */
  private static final Set<String> TOO_STRONG =
      Set.of("mbarrier-try-says-no", "mbarrier-test-store-buffering");

  private static List<SeededFault> mutants() {
    return SeededFault.of(ModelBinding.COPIES);
  }

  private static Verifier verifier() {
    return Verifier.asynchronous(BOUND).getFirst();
  }

  @Test
  void theHardwareDoesNothingThatItsModelForbids() {
    TreeMap<ModelStanding, Set<String>> standings = new TreeMap<>();
    Set<String> unobserved = new TreeSet<>();
    for (String name : Library.asynchronous()) {
      VerificationResult result = verifier().check(Library.test(name), PATIENT);
      standings.computeIfAbsent(result.standing(), unseen -> new TreeSet<>()).add(name);
      if (result.standing() == ModelStanding.CONFORMS
          && !Objects.requireNonNull(result.verdict()).unobserved().isEmpty()) {
        unobserved.add(name);
      }
    }
    assertThat(standings).containsOnlyKeys(ModelStanding.CONFORMS, ModelStanding.RACY);
    assertThat(standings.get(ModelStanding.CONFORMS)).hasSizeGreaterThan(60);
    assertThat(unobserved).isEqualTo(TOO_STRONG);
  }

  /** Tests of library bugs: what the missing fence or wait lets happen does happen. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "load-no-wait",
        "load-publishes-itself",
        "store-unfenced",
        "store-fence-first",
        "store-fence-global",
        "store-barrier-unfenced",
        "store-one-of-two-fences",
        "store-read-wait-flag",
        "store-source-changed",
        "store-other-thread-waits",
        "store-newest-stage",
        "reuse-unfenced",
        "reuse-fence-late",
        "mbarrier-parity-early",
        "mbarrier-count-too-small",
        "expected-too-few",
        "map-in-flight",
        "map-again-unacquired"
      })
  void aBugShows(String name) {
    assertThat(explored(Library.test(name)).answer()).isEqualTo(Exploration.Answer.OBSERVED);
  }

  private static Exploration explored(LitmusTest test) {
    return Explorer.explore(test, ExplorationRequest.of("gpu", "hrf").withBound(BOUND), PATIENT);
  }

  /** Two lines of global memory come back in any order, and each is seen by itself. */
  @Test
  void aCopyIsDoneInParts() {
    LitmusTest test =
        LitmusTest.read(
            "parts",
            """
            PTX parts
            "A copy of two locations that nobody waits for."
            { shared x0; shared x1; mbarrier m=1; g0=1; g1=1; }
             P0@cta 0,gpu 0 ;
             mbarrier.arrive.expect_tx _, m, 32 ;
             cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes {x0, x1}, {g0, g1}, 32, m ;
             ld.weak r0, x0 ;
             ld.weak r1, x1 ;
            exists (0:r0 = 1 /\\ 0:r1 = 0)
            """);
    assertThat(outcomes(test, Layout.APART))
        .containsExactlyInAnyOrder(
            "P0:r0=0, P0:r1=0", "P0:r0=0, P0:r1=1", "P0:r0=1, P0:r1=0", "P0:r0=1, P0:r1=1");
  }

  /** The copy unit reads a map before it is changed by a store that waits behind another one. */
  @Test
  void aMapIsReadAheadOfStores() {
    LitmusTest test =
        LitmusTest.read(
            "ahead",
            """
            PTX ahead
            "A tensor map is changed behind another store, and used without a fence."
            { shared x; mbarrier m=1; t=&g; g=1; h=2; z=0; }
             P0@cta 0,gpu 0 ;
             st.weak z, 1 ;
             tensormap.replace.tile.global_address t, h ;
             mbarrier.arrive.expect_tx.relaxed.cta _, m, 16 ;
             cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes x, t, m ;
             LC00: ;
             mbarrier.try_wait.parity r9, m, 0 ;
             beq r9, 0, LC00 ;
             ld.weak r1, x ;
            exists (0:r1 = 1)
            """);
    assertThat(outcomes(test, Layout.APART)).containsExactlyInAnyOrder("P0:r1=1", "P0:r1=2");
  }

  /** The copy of a map that holds no address of a location is an error that names the copy. */
  @Test
  void aMapWithoutAnAddressIsAnError() {
    LitmusTest test =
        LitmusTest.read(
            "number",
            """
            PTX number
            "A tensor map that holds a number."
            { shared x; mbarrier m=1; t=5; }
             P0@cta 0,gpu 0 ;
             cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes x, t, m ;
             ld.weak r0, x ;
            exists (0:r0 = 1)
            """);
    assertThat(explored(test).failures())
        .isNotEmpty()
        .allMatch(failure -> failure.message().contains("address 5, where no location is"));
  }

  private static Set<String> outcomes(LitmusTest test, Layout layout) {
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, layout, SetupPlacement.APART);
    ExplorationRequest request =
        ExplorationRequest.of("gpu", "hrf").withSetups(List.of(setup)).withBound(BOUND);
    return Explorer.explore(test, request, PATIENT).outcomes().stream()
        .map(ObservedOutcome::text)
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @MethodSource("mutants")
  void aTestOfTheLibraryThatNamesItFindsAMutant(SeededFault mutant) {
    List<String> claiming = Refuter.claiming(mutant);
    assertThat(claiming).as("%s", mutant).isNotEmpty();
    for (String name : claiming) {
      List<LitmusTest> tests = List.of(Library.test(name));
      assertThat(Refuter.search(mutant, tests, BOUND, PATIENT).found()).as(name).isTrue();
    }
  }

  @Test
  void noTestNamesAMutantThatThereIsNot() {
    Set<String> labels = mutants().stream().map(SeededFault::mutant).collect(Collectors.toSet());
    for (String name : Library.asynchronous()) {
      assertThat(labels).as(name).containsAll(Library.refutes(name, ModelBinding.COPIES));
    }
  }

  /** The other way to explore, and other protocols behind the copy unit. */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "denovo", "hlrc"})
  void theOrdersThatAreLeftOutMakeNoDifference(String protocol) {
    ExplorationRequest request =
        ExplorationRequest.of(protocol, "hrf")
            .withBound(BOUND)
            .with(ExplorationRequest.Reduction.CHECK);
    for (String name : List.of("reuse-ring", "store-full-wait-flag", "chain-other-thread")) {
      Exploration exploration = Explorer.explore(Library.test(name), request, PATIENT);
      assertThat(exploration.failures()).as(name).isEmpty();
      assertThat(exploration.answer()).as(name).isNotEqualTo(Exploration.Answer.OBSERVED);
    }
  }
}
