package dev.syncopate.model.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.verdict.ModelBinding;
import dev.syncopate.model.verdict.Verdict.Forbidden;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the page on promotion says of the variants that do as the papers' text says. */
class AsPublishedTest {
  private static VerificationResult result(String protocol, String test) {
    ModelBinding binding = ModelBinding.of(protocol).getFirst();
    ExplorationRequest request = ExplorationRequest.of(protocol, binding.hardware());
    return check(binding, request, test);
  }

  private static VerificationResult check(
      ModelBinding binding, ExplorationRequest request, String test) {
    return new Verifier(binding, request).check(Library.test(test), (setup, states, depth) -> true);
  }

  @ParameterizedTest
  @CsvSource({
    "brsp-text, unlock-remote-store, brsp, 17",
    "srsp-text, unlock-remote-store, srsp, 17",
    "srsp-text, promote-acquire-warm, srsp, 37",
    "srsp-text, promote-acquire-apart, srsp, 26"
  })
  void aCounterexampleRefutesTheTextAndNotWhatIsMended(
      String text, String test, String mended, int steps) {
    VerificationResult wrong = result(text, test);
    assertThat(wrong.standing()).isEqualTo(ModelStanding.FORBIDDEN);
    Forbidden forbidden = Objects.requireNonNull(wrong.verdict()).forbidden().getFirst();
    assertThat(forbidden.outcome().schedule().steps()).hasSize(steps);
    assertThat(result(mended, test).standing()).isEqualTo(ModelStanding.CONFORMS);
  }

  @ParameterizedTest
  @CsvSource({
    "hint-without-regard-to-writes, promote-owner-changes, APART, 53",
    "hint-by-line, promote-two-owners-in-turn, PAIRS, 43"
  })
  void aHintIsRefutedAsPublishedAndNotAsMended(
      String mutant, String test, Layout layout, int steps) {
    ModelBinding binding = ModelBinding.of("srsp-opt").getFirst();
    MachineSetup setup = new MachineSetup(MachineSize.ROOMY, layout, SetupPlacement.APART);
    ExplorationRequest mended =
        ExplorationRequest.of("srsp-opt", binding.hardware()).withSetups(List.of(setup));
    VerificationResult wrong = check(binding, mended.withMutant(mutant), test);
    Forbidden forbidden = Objects.requireNonNull(wrong.verdict()).forbidden().getFirst();
    assertThat(forbidden.outcome().schedule().steps()).hasSize(steps);
    assertThat(check(binding, mended, test).standing()).isEqualTo(ModelStanding.CONFORMS);
  }

  @Test
  void verificationOfAllProtocolsLeavesThemOut() {
    List<String> published = Protocols.asPublished().stream().map(Protocol::name).toList();
    assertThat(published).containsExactly("brsp-text", "srsp-text");
    assertThat(ModelBinding.all())
        .extracting(ModelBinding::protocol)
        .doesNotContainAnyElementsOf(published);
    for (String name : published) {
      assertThat(ModelBinding.of(name))
          .extracting(ModelBinding::model)
          .containsExactly("hrf-rsp", "ptx");
    }
  }
}
