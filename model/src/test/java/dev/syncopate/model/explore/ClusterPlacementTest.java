package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.explore.machine.Machine;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CTAs of a cluster on one compute unit and on several, between which messages are on their way.
 */
class ClusterPlacementTest {
  private static final long BOUND = 200_000;

  static List<String> reachingPeers() {
    return Library.asynchronous().stream()
        .filter(name -> Machine.reachesPeers(Library.test(name)))
        .toList();
  }

  private static Exploration explored(
      LitmusTest test,
      String protocol,
      MachineSetup setup,
      ExplorationRequest.Reduction reduction) {
    ExplorationRequest request =
        ExplorationRequest.of(protocol, "hrf").withSetups(List.of(setup)).withBound(BOUND);
    return Explorer.explore(test, request.with(reduction), (place, states, depth) -> true);
  }

  private static Set<String> outcomes(LitmusTest test, SetupPlacement placement) {
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, Layout.APART, placement);
    Exploration exploration = explored(test, "gpu", setup, ExplorationRequest.Reduction.OFF);
    assertThat(exploration.complete()).as(test.name()).isTrue();
    return exploration.outcomes().stream().map(ObservedOutcome::text).collect(Collectors.toSet());
  }

  @Test
  void theLibraryHasTestsOfThem() {
    assertThat(reachingPeers()).hasSizeGreaterThan(20).contains("peer-copy", "cluster-barrier");
  }

  /** Several units can do whatever one can. */
  @ParameterizedTest
  @MethodSource("reachingPeers")
  void severalUnitsShowWhatOneShows(String name) {
    LitmusTest test = Library.test(name);
    assertThat(outcomes(test, SetupPlacement.APART))
        .containsAll(outcomes(test, SetupPlacement.CLUSTERS));
  }

  /** What a relaxed arrival leaves in an L1 is missed on another unit alone. */
  @Test
  void oneUnitHidesWhatAnL1Keeps() {
    LitmusTest test = Library.test("cluster-barrier-relaxed");
    assertThat(outcomes(test, SetupPlacement.CLUSTERS)).containsExactly("P1:r0=1");
    assertThat(outcomes(test, SetupPlacement.APART))
        .containsExactlyInAnyOrder("P1:r0=0", "P1:r0=1");
  }

  /** Messages of one kind stay in order; a copy and a store overtake each other. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void messagesOfOneKindStayInOrder(boolean copies) {
    LitmusTest test =
        LitmusTest.read(
            "order",
            """
            PTX order
            "A CTA tells another one twice."
            { shared x=1; shared y @ cta 1,gpu 0; shared f @ cta 1,gpu 0; mbarrier m @ cta 1,gpu 0 = 1; }
             P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;
             %s | ld.relaxed.cluster r0, f ;
             st.relaxed.cluster f, 1  | ld.relaxed.cluster r1, y ;
             fence.proxy.async        |                          ;
            exists (1:r0 = 1 /\\ 1:r1 = 0)
            """
                .formatted(
                    copies
                        ? "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes y, x, 16, m"
                        : "st.relaxed.cluster y, 1"));
    String late = "P1:r0=1, P1:r1=0";
    Set<String> outcomes = outcomes(test, SetupPlacement.APART);
    assertThat(outcomes).contains("P1:r0=0, P1:r1=0", "P1:r0=0, P1:r1=1", "P1:r0=1, P1:r1=1");
    if (copies) {
      assertThat(outcomes).contains(late);
    } else {
      assertThat(outcomes).doesNotContain(late);
    }
  }

  /** An arrival that does not release overtakes a store, for it goes another way. */
  @Test
  void anArrivalOvertakesAStore() {
    LitmusTest test =
        LitmusTest.read(
            "overtakes",
            """
            PTX overtakes
            "A store to another CTA, and a relaxed arrival."
            { shared y @ cta 1,gpu 0; }
             P0@cta 0,cluster 0,gpu 0       | P1@cta 1,cluster 0,gpu 0       ;
             st.relaxed.cluster y, 1        | barrier.cluster.arrive.relaxed ;
             barrier.cluster.arrive.relaxed | barrier.cluster.wait.acquire   ;
                                            | ld.relaxed.cluster r0, y       ;
            exists (1:r0 = 0)
            """);
    assertThat(outcomes(test, SetupPlacement.APART))
        .containsExactlyInAnyOrder("P1:r0=0", "P1:r0=1");
  }

  /** The messages are on channels between tiles, in the schedule as well. */
  @Test
  void aScheduleTellsTheMessages() {
    MachineSetup setup = new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART);
    Exploration exploration =
        explored(
            Library.test("remote-async-store"), "gpu", setup, ExplorationRequest.Reduction.OFF);
    String schedule = exploration.outcomes().getFirst().schedule().toString();
    assertThat(schedule)
        .contains("st.async.mbarrier::complete_tx::bytes y, 1, m of P0")
        .contains("takes st.async");
  }

  /** Orders that are left out make no difference, between all pairs of units. */
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "denovo", "hlrc"})
  void theOrdersThatAreLeftOutMakeNoDifference(String protocol) {
    for (SetupPlacement placement : SetupPlacement.values()) {
      MachineSetup setup = new MachineSetup(MachineSize.TINY, Layout.APART, placement);
      for (String name :
          List.of("cluster-barrier", "peer-copy-two-parts", "remote-store-writer-fences")) {
        Exploration exploration =
            explored(Library.test(name), protocol, setup, ExplorationRequest.Reduction.CHECK);
        assertThat(exploration.failures()).as("%s, %s", name, setup).isEmpty();
        assertThat(exploration.answer())
            .as("%s, %s", name, setup)
            .isEqualTo(Exploration.Answer.NOT_OBSERVED);
      }
    }
  }

  /** Three CTAs, of which one has nothing to do: it leaves the barrier at once. */
  @ParameterizedTest
  @ValueSource(strings = {"APART", "CLUSTERS", "SAME"})
  void aCtaWithoutInstructionsLeavesTheBarrier(SetupPlacement placement) {
    LitmusTest test =
        LitmusTest.read(
            "three",
            """
            PTX three
            "Two CTAs of three meet."
            { }
             P0@cta 0,cluster 0,gpu 0       | P1@cta 1,cluster 0,gpu 0       | P2@cta 2,cluster 0,gpu 0 ;
             st.weak g, 1                   | barrier.cluster.arrive.release |                          ;
             barrier.cluster.arrive.release | barrier.cluster.wait.acquire   |                          ;
                                            | ld.weak r0, g                  |                          ;
            exists (1:r0 = 0)
            """);
    assertThat(outcomes(test, placement)).containsExactly("P1:r0=1");
  }

  /** Of a test whose CTAs stay apart a cluster on one unit is nothing else. */
  @Test
  void aPlacementThatMakesNoDifferenceIsLeftOut() {
    ExplorationRequest request = ExplorationRequest.of("gpu", "hrf").withBound(BOUND);
    assertThat(
            Explorer.explore(Library.test("load-wait"), request, (place, states, depth) -> true)
                .coverage())
        .hasSize(3);
    assertThat(
            Explorer.explore(Library.test("peer-copy"), request, (place, states, depth) -> true)
                .coverage())
        .hasSize(5);
  }
}
