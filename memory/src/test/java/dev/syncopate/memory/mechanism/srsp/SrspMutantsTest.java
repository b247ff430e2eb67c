package dev.syncopate.memory.mechanism.srsp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.memory.mechanism.promotion.WrongProtocols;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests of the protocol are worth something only if they find these. */
class SrspMutantsTest {
  /**
   * Of those left out two take thousands of random programs, and of the hint they show nothing, as
   * a lock keeps its owner through a phase. Nor do they release by fences of CTA scope, or by
   * atomics of CTA scope that acquire as well. The explorer finds all of them: {@code RefuterTest}.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {
        "NOT_ASKED_AGAIN",
        "SHARED_ROUND_WITHOUT_PA_TBL_INSERT",
        "HINT_WITHOUT_REGARD_TO_WRITES",
        "FLUSH_FORGETS_FENCED_RELEASES",
        "PROMOTED_RELEASE_DOES_NOT_FLUSH"
      })
  void aWrongProtocolIsFound(SrspMutant mutant) {
    assertThat(WrongProtocols.found(mutant.of(new SrspProtocol()), firstSeed(mutant)))
        .as("a program fails under %s", mutant)
        .isTrue();
  }

  /** Few programs show these. */
  private static long firstSeed(SrspMutant mutant) {
    return switch (mutant) {
      case NO_HOLD -> 30_100;
      case SHARED_ROUND_WITHOUT_FLUSH -> 31_320;
      case HINT_BY_LINE -> 34_940;
      default -> WrongProtocols.FIRST_SEED;
    };
  }

  @Test
  void theTextsRemoteStoreIsFoundToBeLost() {
    assertThat(WrongProtocols.found(new SrspTextProtocol())).isTrue();
  }
}
