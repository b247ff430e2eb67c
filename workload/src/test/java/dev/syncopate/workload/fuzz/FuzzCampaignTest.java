package dev.syncopate.workload.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random kernels: the machine does as one thread at a time. */
class FuzzCampaignTest {
  private static final long SEED = 1;
  private static final int KERNELS = 40;

  @Test
  void theMachineDoesAsOneThreadAtATime() {
    FuzzCampaign campaign = new FuzzCampaign(SEED, KernelForm.named(List.of("ptx")));
    for (int i = 0; i < KERNELS; i++) {
      Optional<FuzzCampaign.Finding> finding = campaign.next(() -> false);
      assertThat(finding).as(() -> describe(finding.orElseThrow())).isEmpty();
    }
    assertThat(campaign.kernels()).isEqualTo(KERNELS);
  }

  private static String describe(FuzzCampaign.Finding finding) {
    return "seed %d on %s: %s%nmade smaller, for ./syncopate fuzz FILE:%n%s"
        .formatted(
            finding.seed(),
            finding.difference().machine(),
            finding.difference().text(),
            finding.trial().text());
  }

  private static FuzzCampaign.Finding findingWith(UnaryOperator<String> fault) {
    FuzzCampaign campaign =
        new FuzzCampaign(SEED, KernelForm.named(List.of("ptx")), new FuzzBench(fault));
    Optional<FuzzCampaign.Finding> finding = Optional.empty();
    while (finding.isEmpty() && campaign.kernels() < 200) {
      finding = campaign.next(() -> false);
    }
    return finding.orElseThrow();
  }

  /** A machine that gets another text than the interpreter stands for one that is wrong. */
  @Test
  void whatGoesWrongIsMadeSmall() {
    FuzzCampaign.Finding finding =
        findingWith(text -> text.replace("shfl.sync.down", "shfl.sync.up"));
    assertThat(finding.statements()).isLessThanOrEqualTo(3);
  }

  /** What each wrong machine takes a text for. */
  @ParameterizedTest
  @CsvSource({
    "a CTA does not wait at barriers, \\bbar\\.sync 0;, ''",
    "a comparison is the other way round, setp\\.lt\\.s32, setp.gt.s32",
    "a vote is of the lanes against it, vote\\.sync\\.any, vote.sync.all",
    "shifts keep the sign, shr\\.u32, shr.s32",
    "minima are signed, min\\.u32, min.s32",
    "swaps of 128 bits always write, cas\\.b128 (\\S+) (\\S+) \\S+ (\\S+), exch.b128 $1 $2 $3",
    "swaps of 32 bits that fail write, cas\\.b32 (\\S+) (\\S+) \\S+ 5;, exch.b32 $1 $2 5;",
    "sums of vectors lack an element, (add\\.v4\\.f32 .*) %r\\d+};, $1 0f00000000};"
  })
  void wrongMachinesAreFound(String fault, String pattern, String replacement) {
    FuzzCampaign.Finding finding = findingWith(text -> text.replaceAll(pattern, replacement));
    assertThat(finding.statements()).as(fault).isLessThanOrEqualTo(6);
  }

  @Test
  void unknownWaysOfWritingAreRefused() {
    assertThatThrownBy(() -> KernelForm.named(List.of("gcc")))
        .hasMessage("kernels can be written as ptx, nvcc or clang, found 'gcc'");
  }
}
