package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.LitmusTest;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Why a model does not allow an outcome. */
class OutcomeRefusalTest {
  private static final LitmusTest TEST =
      LitmusTest.read(
          "t",
          """
          PTX t {}
          P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;
          st.weak x, 1        | ld.acquire.gpu r0, y ;
          st.release.gpu y, 1 | ld.weak r1, x        ;
          exists (1:r0 = 1 /\\ 1:r1 = 0)
          """);

  private static @Nullable OutcomeRefusal refusal(String model, long r0, long r1) {
    return OutcomeRefusal.of(
        TEST,
        ModelCatalog.named(model),
        Observables.all(TEST),
        1,
        state -> state.register(1, "r0") == r0 && state.register(1, "r1") == r1);
  }

  @Test
  void aRefusedOutcomeComesWithAnExecutionAndWhatItBreaks() {
    OutcomeRefusal refusal = Objects.requireNonNull(refusal("ptx", 1, 0));
    assertThat(refusal.judgement().violations()).hasSize(1);
    assertThat(refusal.judgement().violations().getFirst().requirement()).isEqualTo("causality");
    assertThat(refusal.execution().view(TEST)).hasSize(6);
    OutcomeRefusal cycle = Objects.requireNonNull(refusal("sc", 1, 0));
    assertThat(cycle.judgement().violations().getFirst().events()).containsExactly(2, 3, 4, 5);
  }

  @Test
  void whatIsAllowedOrCannotBeIsNotRefused() {
    assertThat(refusal("ptx", 1, 1)).isNull();
    assertThat(refusal("ptx", 7, 0)).isNull();
  }
}
