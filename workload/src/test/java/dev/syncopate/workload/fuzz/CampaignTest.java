package dev.syncopate.workload.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.workload.fuzz.Campaign.Finding;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Random kernels: the machine does as one thread at a time. */
class CampaignTest {
  private static final long SEED = 1;
  private static final int KERNELS = 100;

  @Test
  void theMachineDoesAsOneThreadAtATime() {
    Campaign campaign = new Campaign(SEED, Manner.named(List.of("ptx")));
    for (int i = 0; i < KERNELS; i++) {
      Optional<Finding> finding = campaign.next(() -> false);
      assertThat(finding).as(() -> describe(finding.orElseThrow())).isEmpty();
    }
    assertThat(campaign.kernels()).isEqualTo(KERNELS);
  }

  private static String describe(Finding finding) {
    return "seed %d on %s: %s%nmade smaller, for ./syncopate fuzz FILE:%n%s"
        .formatted(
            finding.seed(),
            finding.difference().machine(),
            finding.difference().text(),
            finding.trial().text());
  }

  /** A machine that gets another text than the interpreter stands for one that is wrong. */
  @Test
  void whatGoesWrongIsMadeSmall() {
    Bench bench = new Bench(text -> text.replace("shfl.sync.down", "shfl.sync.up"));
    Campaign campaign = new Campaign(SEED, Manner.named(List.of("ptx")), bench);
    Optional<Finding> finding = Optional.empty();
    while (finding.isEmpty() && campaign.kernels() < 200) {
      finding = campaign.next(() -> false);
    }
    assertThat(finding.orElseThrow().statements()).isLessThanOrEqualTo(3);
  }

  @Test
  void unknownWaysOfWritingAreRefused() {
    assertThatThrownBy(() -> Manner.named(List.of("gcc")))
        .hasMessage("kernels can be written as ptx, nvcc or clang, found 'gcc'");
  }
}
