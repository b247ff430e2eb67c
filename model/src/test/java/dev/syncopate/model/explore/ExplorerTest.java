package dev.syncopate.model.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.explore.Exploration.Answer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.explore.search.PropertyViolation;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplorerTest {
  @ParameterizedTest
  @ValueSource(strings = {"gpu", "brsp", "srsp", "srsp-opt"})
  void aReleaseAndAnAcquireAtComponentScopePassAMessage(String protocol) {
    LitmusTest test = Shapes.staleMessagePassing("st.release.gpu", "ld.acquire.gpu", 1);
    assertThat(Shapes.outcomes(test, protocol))
        .containsExactlyInAnyOrder("P1:r1=0, P1:r2=0", "P1:r1=0, P1:r2=1", "P1:r1=1, P1:r2=1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gpu", "brsp", "srsp", "srsp-opt"})
  void atWorkGroupScopeAMessageIsPassedWithinTheGroupAlone(String protocol) {
    LitmusTest ctaTest = Shapes.staleMessagePassing("st.release.cta", "ld.acquire.cta", 0);
    LitmusTest across = Shapes.staleMessagePassing("st.release.cta", "ld.acquire.cta", 1);
    assertThat(Shapes.explore(ctaTest, protocol).answer()).isEqualTo(Answer.HOLDS);
    Exploration exploration = Shapes.explore(across, protocol);
    assertThat(exploration.answer()).isEqualTo(Answer.VIOLATED);
    assertThat(exploration.matching())
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.text()).isEqualTo("P1:r1=1, P1:r2=0"));
  }

  @Test
  void theModelDecidesWhatTheHardwareIsAskedFor() {
    LitmusTest test = Shapes.staleMessagePassing("st.release.cta", "ld.acquire.cta", 1);
    assertThat(Shapes.explore(test, ExplorationRequest.of("gpu", "drf0")).answer())
        .isEqualTo(Answer.HOLDS);
  }

  @Test
  void weakStoresAreBufferedAndFencesAreNot() {
    LitmusTest weak = Shapes.storeBuffering("st.weak", "ld.weak", 1);
    assertThat(Shapes.explore(weak, "gpu").answer()).isEqualTo(Answer.OBSERVED);
    LitmusTest fenced =
        Shapes.read(
            """
            PTX SB-fenced
            { x=0; y=0; }
             P0@cta 0,gpu 0      | P1@cta 1,gpu 0      ;
             st.relaxed.gpu x, 1 | st.relaxed.gpu y, 1 ;
             fence.sc.gpu        | fence.sc.gpu        ;
             ld.relaxed.gpu r1, y | ld.relaxed.gpu r2, x ;
            exists (P0:r1 == 0 /\\ P1:r2 == 0)
            """);
    assertThat(Shapes.explore(fenced, "gpu").answer()).isEqualTo(Answer.NOT_OBSERVED);
  }

  /** A stale copy is read after a fresh value only when the first read passes the L1 by. */
  @Test
  void readsOfOnePlaceNeverGoBackInTheSameWayToMemory() {
    assertThat(Shapes.explore(Shapes.coherence("st.weak", "ld.weak", 1), "gpu").answer())
        .isEqualTo(Answer.HOLDS);
    assertThat(
            Shapes.explore(Shapes.coherence("st.relaxed.gpu", "ld.relaxed.gpu", 1), "gpu").answer())
        .isEqualTo(Answer.HOLDS);
    assertThat(Shapes.explore(Shapes.coherence("st.weak", "ld.weak", 0), "gpu").answer())
        .isEqualTo(Answer.HOLDS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"brsp", "srsp", "srsp-opt"})
  void aRemoteLockMeetsALocalOne(String protocol) {
    Exploration exploration =
        Shapes.explore(
            Shapes.lock(
                "atom.acquire.cta",
                "st.release.cta",
                "atom.remote.acq_rel.gpu",
                "st.remote.release.gpu"),
            protocol);
    assertThat(exploration.failures()).isEmpty();
    assertThat(exploration.answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void aLocalLockDoesNotMeetOneOfAnotherGroup() {
    Exploration exploration =
        Shapes.explore(
            Shapes.lock("atom.acquire.cta", "st.release.cta", "atom.acquire.cta", "st.release.cta"),
            "gpu");
    assertThat(exploration.answer()).isEqualTo(Answer.VIOLATED);
  }

  @Test
  void aLoopOnAStaleCopyThatNothingReplacesIsALivelock() {
    Exploration exploration =
        Shapes.explore(
            Shapes.read(
                """
                PTX spin
                { x=0; }
                 P0@cta 0,gpu 0      | P1@cta 1,gpu 0          ;
                                     | LC00:                   ;
                 st.relaxed.gpu x, 1 | ld.relaxed.cta r1, x    ;
                                     | bne r1, 1, LC00         ;
                exists (P1:r1 == 1)
                """),
            "gpu");
    assertThat(exploration.answer()).isEqualTo(Answer.OBSERVED);
    assertThat(exploration.failures())
        .isNotEmpty()
        .allSatisfy(failure -> {
          assertThat(failure.kind()).isEqualTo(PropertyViolation.Kind.LIVELOCK);
          assertThat(failure.message()).isEqualTo("a loop on tile 1 never terminates");
        });
  }

  @Test
  void gpusMeetAtSystemScopeAlone() {
    String across =
        """
        PTX MP-two-GPUs
        { x=0; y=0; }
         P0@cta 0,gpu 0     | P1@cta 0,gpu 1        ;
         st.weak x, 1       | ld.weak r0, x         ;
         st.release.%1$s y, 1 | ld.acquire.%1$s r1, y ;
                            | ld.weak r2, x         ;
        ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
        """;
    Exploration wide = Shapes.explore(Shapes.read(across.formatted("sys")), "gpu");
    assertThat(wide.failures()).isEmpty();
    assertThat(wide.answer()).isEqualTo(Answer.HOLDS);
    assertThat(wide.matching()).isEmpty();
    assertThat(Shapes.outcomes(wide)).contains("P1:r1=1, P1:r2=1");
    Exploration narrow = Shapes.explore(Shapes.read(across.formatted("gpu")), "gpu");
    assertThat(narrow.answer()).isEqualTo(Answer.VIOLATED);
  }

  @Test
  void groupsOnOneUnitShareItsL1() {
    LitmusTest test = Shapes.staleMessagePassing("st.release.cta", "ld.acquire.cta", 1);
    ExplorationRequest jointRequest =
        ExplorationRequest.of("gpu", "hrf")
            .withSetups(
                List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.SAME)));
    assertThat(Shapes.explore(test, jointRequest).answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void locationsOfOneLineAreFilledAndWrittenTogether() {
    LitmusTest test = Shapes.messagePassing("st.weak", "ld.weak", 1);
    ExplorationRequest separateRequest =
        ExplorationRequest.of("gpu", "hrf")
            .withSetups(
                List.of(new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART)));
    ExplorationRequest jointRequest =
        separateRequest.withSetups(
            List.of(new MachineSetup(MachineSize.ROOMY, Layout.TOGETHER, SetupPlacement.APART)));
    assertThat(Shapes.explore(test, separateRequest).answer()).isEqualTo(Answer.VIOLATED);
    assertThat(Shapes.explore(test, jointRequest).answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void aFilterLeavesOutcomesOut() {
    LitmusTest test =
        Shapes.read(
            """
            PTX filtered
            { x=0; }
             P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;
             st.weak x, 1   | ld.weak r1, x  ;
            filter (P1:r1 == 1)
            forall (P1:r1 == 1)
            """);
    Exploration exploration = Shapes.explore(test, "gpu");
    assertThat(Shapes.outcomes(exploration)).containsExactly("P1:r1=1");
    assertThat(exploration.excluded())
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.text()).isEqualTo("P1:r1=0"));
    assertThat(exploration.answer()).isEqualTo(Answer.HOLDS);
  }

  @Test
  void atomicsOfAllKindsGiveTheirOldValues() {
    LitmusTest test =
        Shapes.read(
            """
            PTX atomics
            { x=12; P0:r9=x; }
             P0@cta 0,gpu 0                 ;
             atom.relaxed.gpu.sub r0, r9, 5 ;
             atom.relaxed.cta.and r1, x, 6  ;
             atom.relaxed.gpu.or r2, x, 8   ;
             atom.relaxed.cta.xor r3, x, -1 ;
             atom.relaxed.gpu.exch r4, x, 3 ;
             atom.relaxed.cta.cas r5, x, 3, 4 ;
             red.relaxed.gpu.add x, 1       ;
             mul r6, r5, r0                 ;
             div r7, r6, 5                  ;
            exists (P0:r0 == 12 /\\ P0:r1 == 7 /\\ P0:r2 == 6 /\\ P0:r3 == 14 /\\ P0:r4 == -15
              /\\ P0:r5 == 3 /\\ x == 5 /\\ P0:r6 == 36 /\\ P0:r7 == 7)
            """);
    Exploration exploration = Shapes.explore(test, "gpu");
    assertThat(exploration.outcomes()).hasSize(1);
    assertThat(exploration.answer())
        .as(Shapes.outcomes(exploration).toString())
        .isEqualTo(Answer.OBSERVED);
  }

  @Test
  void whatTheHardwareDoesNotHaveIsRefusedByName() {
    assertThatThrownBy(() ->
            Shapes.explore(Shapes.messagePassing("st.remote.release.gpu", "ld.weak", 1), "gpu"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "P0: `st.remote.release.gpu y, 1`: st.remote.release.gpu asks for remote scope"
                + " promotion, which protocol gpu does not have");
    LitmusTest product =
        Shapes.read(
            "PTX t\n{ x=1; }\n P0@cta 0,gpu 0 ;\n red.relaxed.gpu.mul x, 2 ;\nexists (x == 2)\n");
    assertThatThrownBy(() -> Shapes.explore(product, "gpu"))
        .hasMessage("P0: `red.relaxed.gpu.mul x, 2`: the hardware has no atomic mul");
    LitmusTest endless =
        Shapes.read("PTX t\n{ x=1; }\n P0@cta 0,gpu 0 ;\nLC00: ;\n goto LC00 ;\nexists (x == 1)\n");
    assertThatThrownBy(() -> Shapes.explore(endless, "gpu"))
        .hasMessage(
            "P0 never ends: it computes without an access and comes back to the same registers");
    LitmusTest counting =
        Shapes.read(
            """
            PTX t
            { x=1; P0:r1=0; }
             P0@cta 0,gpu 0    ;
            LC00:              ;
             add r1, r1, 1     ;
             bne r1, 20000, LC00 ;
             st.weak x, r1     ;
            exists (x == 20000)
            """);
    assertThat(Shapes.explore(counting, "gpu").answer()).isEqualTo(Answer.OBSERVED);
  }

  @Test
  void aBoundIsSaid() {
    LitmusTest test = Shapes.messagePassing("st.release.gpu", "ld.acquire.gpu", 1);
    Exploration cut =
        Explorer.explore(
            test,
            ExplorationRequest.of("gpu", "hrf").withBound(10),
            (setup, states, depth) -> true);
    assertThat(cut.complete()).isFalse();
    Exploration stopped =
        Explorer.explore(
            test, ExplorationRequest.of("gpu", "hrf"), (setup, states, depth) -> false);
    assertThat(stopped.complete()).isFalse();
    assertThat(stopped.outcomes()).isEmpty();
  }

  @Test
  void theSameTestGivesTheSameExploration() {
    LitmusTest test = Shapes.staleMessagePassing("st.release.gpu", "ld.acquire.gpu", 1);
    assertThat(Shapes.explore(test, "srsp")).isEqualTo(Shapes.explore(test, "srsp"));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void setupsExploredSideBySideGiveTheSameExploration(int threads) throws Exception {
    LitmusTest lock =
        Shapes.lock("atom.acquire.cta", "st.release.cta", "atom.acquire.cta", "st.release.cta");
    ExplorationRequest request =
        ExplorationRequest.of("srsp", "hrf")
            .withSetups(
                List.of(
                    new MachineSetup(MachineSize.TINY, Layout.APART, SetupPlacement.APART),
                    new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART),
                    new MachineSetup(MachineSize.ROOMY, Layout.TOGETHER, SetupPlacement.SAME)));
    Exploration reference = Shapes.explore(lock, request);
    assertThat(reference.failures()).isNotEmpty();
    try (ForkJoinPool pool = new ForkJoinPool(threads)) {
      assertThat(pool.submit(() -> Shapes.explore(lock, request)).get()).isEqualTo(reference);
      LitmusTest remote = Shapes.messagePassing("st.remote.release.gpu", "ld.weak", 1);
      pool.submit(() ->
              assertThatThrownBy(() -> Shapes.explore(remote, ExplorationRequest.of("gpu", "hrf")))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("which protocol gpu does not have"))
          .get();
    }
  }
}
