package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What models allow of random tests, compared with one another. */
class RandomTestsTest {
  private static final long SEED = 20251121;

  /** PTX as in the manual: coherence is any partial order that relates what must be related. */
  private static final String PARTIAL =
      """
      PTX
      include "ptx-patterns.cat"
      let ms = morally-strong(loc)
      let sync = ms & (release-pattern(loc); observation(ms); acquire-pattern(loc))
      let base = po?; ((sync | sync_fence & ms | sync_barrier); po?)+
      let cause = base | observation(ms); (base | po-loc)
      empty ([W]; cause; [W]) & loc \\ co as coherence
      empty ([W]; ms; [W]) & loc \\ (co | co^-1) as strong-writes
      irreflexive sync_fence & ms; cause as fence-sc
      empty rmw & (fr & ms; co & ms) as atomicity
      acyclic rf | addr | data | ctrl as no-thin-air
      acyclic (rf | co | fr) & ms | po-loc as sc-per-location
      irreflexive (rf | fr); cause as causality
      """;

  private static Set<String> outcomes(LitmusTest test, CatModel model) {
    AllowedOutcomes findings = ExecutionSearch.of(test, model, Observables.all(test), 2);
    return findings.outcomes().keySet().stream().map(Object::toString).collect(Collectors.toSet());
  }

  @Test
  void aTotalOrderOfCoherenceAllowsWhatPtxAllowsWithPartialOnes(@TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("partial.cat");
    Files.writeString(file, PARTIAL);
    CatModel partial = ModelCatalog.read(file);
    assertThat(partial.coherenceIsPartial()).isTrue();
    CatModel total = ModelCatalog.named("ptx-6.0");
    RandomLitmus tests = new RandomLitmus(SEED);
    for (int i = 0; i < 60; i++) {
      LitmusTest test = tests.next(i);
      assertThat(outcomes(test, total))
          .as("seed %d: %s", SEED, LitmusWriter.text(test))
          .isEqualTo(outcomes(test, partial));
    }
  }

  @Test
  void whatAStrongerModelAllowsTheWeakerOnesAllow() {
    List<CatModel> weakerAndWeaker =
        Stream.of("sc", "drfrlx", "hrf-rsp", "hrf-indirect-relaxed")
            .map(ModelCatalog::named)
            .toList();
    CatModel ptx = ModelCatalog.named("ptx");
    RandomLitmus tests = new RandomLitmus(SEED + 1);
    for (int i = 0; i < 60; i++) {
      LitmusTest test = tests.next(i);
      Set<String> previous = outcomes(test, ModelCatalog.named("drf0"));
      assertThat(previous).isNotEmpty().isEqualTo(outcomes(test, weakerAndWeaker.getFirst()));
      for (CatModel model : weakerAndWeaker) {
        Set<String> allowed = outcomes(test, model);
        assertThat(allowed)
            .as("seed %d, %s: %s", SEED, model.name(), LitmusWriter.text(test))
            .containsAll(previous);
        previous = allowed;
      }
      if (!isRacy(test, weakerAndWeaker.getLast())) {
        assertThat(outcomes(test, ptx))
            .as("seed %d: %s", SEED, LitmusWriter.text(test))
            .containsAll(previous);
      }
    }
  }

  @Test
  void pairedAtomicsWithoutRacesAreSequentiallyConsistent() {
    RandomLitmus tests = RandomLitmus.withoutRelaxed(SEED + 2);
    int raceFree = 0;
    for (int i = 0; i < 60; i++) {
      LitmusTest test = tests.next(i);
      CatModel model = ModelCatalog.named("drfrlx");
      if (!isRacy(test, model)) {
        raceFree++;
        assertThat(outcomes(test, model))
            .as("seed %d: %s", SEED, LitmusWriter.text(test))
            .isEqualTo(outcomes(test, ModelCatalog.named("sc")));
      }
    }
    assertThat(raceFree).isBetween(10, 50);
  }

  private static boolean isRacy(LitmusTest test, CatModel model) {
    return ExecutionSearch.of(test, model, Observables.all(test), 2).flags().keySet().stream()
        .anyMatch(model::undefines);
  }
}
