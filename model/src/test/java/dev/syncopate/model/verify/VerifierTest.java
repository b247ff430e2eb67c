package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verdict.Verdict;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What hardware does against what its model allows. */
class VerifierTest {
  private static VerificationResult check(ModelBinding binding, String text) {
    ExplorationRequest request = ExplorationRequest.of(binding.protocol(), binding.hardware());
    return new Verifier(binding, request)
        .check(LitmusTest.read("MP", text), (setup, states, depth) -> true);
  }

  private static String message(int cta, String scope) {
    return """
    PTX MP
    { x=0; y=0; P1:r1=0; P1:r2=0; }
     P0@cta 0,gpu 0      | P1@cta %1$d,gpu 0       ;
     st.weak x, 1        | ld.acquire.%2$s r1, y ;
     st.release.%2$s y, 1 | ld.weak r2, x        ;
    exists (P1:r1 == 1 /\\ P1:r2 == 0)
    """
        .formatted(cta, scope);
  }

  @Test
  void whatIsBoundByAModelWithRacesConforms() {
    VerificationResult gpu = check(new ModelBinding("gpu", "hrf", "ptx"), message(1, "gpu"));
    assertThat(gpu.standing()).as("%s", gpu).isEqualTo(ModelStanding.CONFORMS);
    assertThat(gpu.states()).isGreaterThan(100);
    VerificationResult cta = check(new ModelBinding("gpu", "hrf", "ptx"), message(1, "cta"));
    assertThat(cta.standing()).as("%s", cta).isEqualTo(ModelStanding.CONFORMS);
  }

  @Test
  void aTestWithARaceCountsForNothingUnderARaceFreeModel() {
    VerificationResult racy =
        check(new ModelBinding("gpu", "hrf", "hrf-indirect-relaxed"), message(1, "cta"));
    assertThat(racy.standing()).isEqualTo(ModelStanding.RACY);
    assertThat(racy.exploration()).isNull();
  }

  /** Hardware that keeps scopes does not keep to a model that ignores them. */
  @Test
  void whatTheModelForbidsIsFoundWithWhatItBreaks() {
    VerificationResult wrong = check(new ModelBinding("gpu", "hrf", "sc"), message(1, "cta"));
    assertThat(wrong.standing()).as("%s", wrong).isEqualTo(ModelStanding.FORBIDDEN);
    assertThat(Objects.requireNonNull(wrong.verdict()).forbidden()).hasSize(1);
    Verdict.Forbidden forbidden = Objects.requireNonNull(wrong.verdict()).forbidden().getFirst();
    assertThat(forbidden.outcome().text()).isEqualTo("P1:r1=1, P1:r2=0, x=1, y=1");
    assertThat(forbidden.outcome().schedule().steps()).isNotEmpty();
    assertThat(Objects.requireNonNull(forbidden.refusal()).judgement().violations())
        .singleElement()
        .satisfies(violation -> assertThat(violation.events()).hasSizeGreaterThan(2));
  }

  @Test
  void whatTheModelAllowsAndHardwareDoesNotIsListed() {
    String storeBuffering =
        """
        PTX SB
        { x=0; y=0; }
         P0@cta 0,gpu 0         | P1@cta 1,gpu 0         ;
         st.release.gpu x, 1    | st.release.gpu y, 1    ;
         ld.acquire.gpu r1, y   | ld.acquire.gpu r1, x   ;
        exists (P0:r1 == 0 /\\ P1:r1 == 0)
        """;
    VerificationResult stronger = check(new ModelBinding("gpu", "hrf", "ptx"), storeBuffering);
    assertThat(stronger.standing()).isEqualTo(ModelStanding.CONFORMS);
    assertThat(Objects.requireNonNull(stronger.verdict()).unobserved())
        .containsExactly("P0:r1=0, P1:r1=0, x=1, y=1");
  }

  @Test
  void promotionMakesARemoteAcquireSeeAWorkGroupsRelease() {
    String steal =
        """
        PTX steal
        { x=0; l=1; }
         P0@cta 0,gpu 0      | P1@cta 1,gpu 0                        ;
         st.weak x, 1        | atom.remote.acq_rel.gpu.cas r1, l, 0, 2 ;
         st.release.cta l, 0 | bne r1, 0, LC00                       ;
                             | ld.weak r2, x                         ;
                             | LC00:                                 ;
        exists (P1:r1 == 0 /\\ P1:r2 == 0)
        """;
    for (String protocol : new String[] {"brsp", "srsp", "srsp-opt"}) {
      VerificationResult conformance = check(ModelBinding.of(protocol).getFirst(), steal);
      assertThat(conformance.standing()).as("%s", conformance).isEqualTo(ModelStanding.CONFORMS);
    }
    assertThat(check(ModelBinding.of("gpu").getLast(), steal).standing())
        .isEqualTo(ModelStanding.REFUSED);
  }

  @Test
  void aBoundThatIsMetIsNoPass() {
    ModelBinding binding = ModelBinding.of("gpu").getLast();
    ExplorationRequest request = ExplorationRequest.of("gpu", "hrf").withBound(10);
    assertThat(
            new Verifier(binding, request)
                .check(LitmusTest.read("MP", message(1, "gpu")), (setup, states, depth) -> true))
        .satisfies(cut -> assertThat(cut.standing()).isEqualTo(ModelStanding.INCOMPLETE))
        .satisfies(cut -> assertThat(cut.reason()).contains("stopped after"));
  }

  @Test
  void everyProtocolIsBound() {
    assertThat(Protocols.all())
        .allSatisfy(protocol -> assertThat(ModelBinding.of(protocol.name())).isNotEmpty());
  }

  @Test
  void warmCachesShowAMissingInvalidationInPlainMessagePassing() {
    ModelBinding binding = new ModelBinding("gpu", "hrf", "hrf-indirect-relaxed");
    MachineSetup cold = new MachineSetup(MachineSize.ROOMY, Layout.APART, SetupPlacement.APART);
    ExplorationRequest wrong = ExplorationRequest.of("gpu", "hrf").withMutant("no-invalidate");
    assertThat(check(binding, wrong.withSetups(List.of(cold)))).isEqualTo(ModelStanding.CONFORMS);
    assertThat(check(binding, wrong.withSetups(List.of(cold.warmed()))))
        .isEqualTo(ModelStanding.FORBIDDEN);
    ExplorationRequest right = ExplorationRequest.of("gpu", "hrf");
    assertThat(check(binding, right.withSetups(List.of(cold.warmed()))))
        .isEqualTo(ModelStanding.CONFORMS);
  }

  /** Lines with two partial values: where locations are apart there is none. */
  @Test
  void layoutsShowWhatGoesWrongInLinesOfSeveralLocations() {
    ModelBinding binding = ModelBinding.of("phi").getFirst();
    ExplorationRequest wrong =
        ExplorationRequest.of("phi", "hrf")
            .withMutant("eviction-forgets-several")
            .with(ExplorationRequest.Reduction.ON);
    LitmusTest test = Library.test("comm-evicted");
    assertThat(new Verifier(binding, wrong).check(test, (setup, states, depth) -> true).standing())
        .isEqualTo(ModelStanding.CONFORMS);
    VerificationResult result =
        new Verifier(binding, wrong.withLayouts()).check(test, (setup, states, depth) -> true);
    assertThat(result.standing()).isEqualTo(ModelStanding.FORBIDDEN);
  }

  @Test
  void layoutsThatMakeNoDifferenceToATestAreLeftOut() {
    ModelBinding binding = ModelBinding.of("gpu").getFirst();
    ExplorationRequest request = ExplorationRequest.of("gpu", "drf0").withLayouts();
    assertThat(request.setups()).hasSize(9);
    assertThat(explored(binding, request, "CoWW")).isEqualTo(3);
    assertThat(explored(binding, request, "MP-gpu")).isEqualTo(5);
    assertThat(explored(binding, request, "comm-evicted")).isEqualTo(7);
  }

  private static int explored(ModelBinding binding, ExplorationRequest request, String test) {
    VerificationResult result =
        new Verifier(binding, request).check(Library.test(test), (setup, states, depth) -> true);
    return Objects.requireNonNull(result.exploration()).coverage().size();
  }

  private static ModelStanding check(ModelBinding binding, ExplorationRequest request) {
    return new Verifier(binding, request)
        .check(Library.test("MP-gpu"), (setup, states, depth) -> true)
        .standing();
  }
}
