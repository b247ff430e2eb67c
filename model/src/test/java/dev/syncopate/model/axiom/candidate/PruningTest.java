package dev.syncopate.model.axiom.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.generate.LoopedTests;
import dev.syncopate.model.generate.SharedLock;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.FinalState;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.progress.Fairness;
import dev.syncopate.model.progress.ProgressUnits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left out early changes nothing, and long tests end. */
class PruningTest {
  private static final long SEED = 20_26;
  private static final List<CatModel> MODELS =
      named(
          "sc",
          "drf0",
          "drfrlx",
          "hrf-direct",
          "hrf-indirect-relaxed",
          "hrf-rsp",
          "ptx-6.0",
          "ptx");

  private static List<CatModel> named(String... names) {
    return Arrays.stream(names).map(ModelCatalog::named).toList();
  }

  private static boolean isSame(
      LitmusTest test, CatModel model, int bound, int limit, String about) {
    Optional<PlainSearch.Found> plain = PlainSearch.of(test, model, bound, limit);
    if (plain.isEmpty()) {
      return false;
    }
    AllowedOutcomes pruned = ExecutionSearch.of(test, model, Observables.all(test), bound);
    assertThat(Judged.shown(pruned)).as(about).isEqualTo(plain.get().outcomes());
    assertThat(pruned.flags().keySet()).as(about).isEqualTo(plain.get().flags());
    AllowedOutcomes clauses =
        ExecutionSearch.byClauses(null, test, model, Observables.all(test), bound);
    assertAgrees(pruned, clauses, about);
    return true;
  }

  private static void assertAgrees(AllowedOutcomes actual, AllowedOutcomes expected, String about) {
    assertThat(Judged.shown(actual)).as(about).isEqualTo(Judged.shown(expected));
    assertThat(actual.flags().keySet()).as(about).isEqualTo(expected.flags().keySet());
    assertThat(actual.filtered()).as(about).isEqualTo(expected.filtered());
  }

  @Test
  void theLibraryHasTheSameOutcomesAndFlagsWhereNothingIsLeftOut() {
    int compared = 0;
    for (String name : Library.names()) {
      for (CatModel model : MODELS) {
        compared +=
            isSame(Library.test(name), model, 2, 3_000, name + " under " + model.name()) ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(Library.names().size() * MODELS.size() * 9 / 10);
  }

  @Test
  void randomTestsHaveTheSameOutcomesAndFlagsWhereNothingIsLeftOut() {
    int compared = 0;
    for (int round = 0; round < 50; round++) {
      String text = randomTest(new Random(SEED + round));
      LitmusTest test = LitmusTest.read("random", text);
      for (CatModel model : MODELS) {
        String about = "seed %d under %s%n%s".formatted(SEED + round, model.name(), text);
        compared += isSame(test, model, 2, 2_000, about) ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(180);
  }

  @Test
  void loopsHaveTheSameOutcomesAndFlagsWhereNothingIsLeftOut() {
    int compared = 0;
    for (int seed = 1; seed <= 25; seed++) {
      LitmusTest test = LoopedTests.of(seed, 2, 3);
      for (CatModel model : MODELS) {
        String about = "%s under %s".formatted(test.name(), model.name());
        compared += isSame(test, model, 2, 400, about) ? 1 : 0;
      }
    }
    assertThat(compared).isGreaterThan(60);
  }

  /** Most of these have too many executions for the plain search. */
  @Test
  void loopsOfThreeThreadsHaveTheSameOutcomesAndFlagsByClauses() {
    int outcomes = 0;
    for (int seed = 1; seed <= 100; seed++) {
      CatModel model = MODELS.get(seed % MODELS.size());
      LitmusTest test = LoopedTests.of(seed, 3, 3);
      String about = "%s under %s".formatted(test.name(), model.name());
      Observables observables = Observables.all(test);
      AllowedOutcomes expected = ExecutionSearch.of(test, model, observables, 2);
      assertAgrees(expected, ExecutionSearch.byClauses(null, test, model, observables, 2), about);
      outcomes += expected.outcomes().size();
    }
    assertThat(outcomes).isGreaterThan(900);
  }

  /** It has no other outcome: without clauses that takes minutes to see. */
  @Test
  void longLoopsOfAtomicsAreDoneByClauses() {
    LitmusTest test = LoopedTests.of(42, 3, 4);
    AllowedOutcomes findings =
        ExecutionSearch.of(test, ModelCatalog.named("ptx-7.5"), Observables.all(test), 4);
    assertThat(findings.outcomes()).hasSize(15);
  }

  @Test
  void filtersAndPredicatesHaveTheSameOutcomesByClauses() {
    int filtered = 0;
    int outcomes = 0;
    for (int round = 0; round < 100; round++) {
      CatModel model = MODELS.get(round % MODELS.size());
      String text = randomTest(new Random(SEED - round)).replace("exists", "filter x = 1 exists");
      String about = "seed %d under %s%n%s".formatted(SEED - round, model.name(), text);
      LitmusTest test = LitmusTest.read("filtered", text);
      Observables observables = Observables.all(test);
      AllowedOutcomes expected = ExecutionSearch.of(test, model, observables, 2);
      assertAgrees(expected, ExecutionSearch.byClauses(null, test, model, observables, 2), about);
      filtered += expected.filtered() ? 1 : 0;
      if (!expected.flags().isEmpty()) {
        continue; // a search by a predicate ends at a race
      }
      Predicate<FinalState> predicate = outcome -> outcome.content("x") == 1;
      AllowedOutcomes fewer = ExecutionSearch.byClauses(predicate, test, model, observables, 2);
      assertThat(fewer.outcomes().keySet().stream().filter(predicate))
          .as(about)
          .containsExactlyElementsOf(
              expected.outcomes().keySet().stream().filter(predicate).toList());
      outcomes += (int) fewer.outcomes().keySet().stream().filter(predicate).count();
    }
    assertThat(filtered).isGreaterThan(20);
    assertThat(outcomes).isGreaterThan(20);
  }

  @Test
  void runsWithoutEndAreFoundByClausesToo() {
    int endless = 0;
    for (int seed = 1; seed <= 40; seed++) {
      CatModel model = ModelCatalog.named(seed % 2 == 0 ? "sc" : "ptx");
      LitmusTest test = LoopedTests.of(seed, 2, 3);
      ProgressUnits units = ProgressUnits.of(test, ProgressUnits.Granularity.THREAD);
      EndlessSearch.Result expected = EndlessSearch.of(test, model, units, Fairness.WEAK, 2);
      EndlessSearch.Result clauses = EndlessSearch.byClauses(test, model, units, Fairness.WEAK, 2);
      assertThat(clauses.execution() == null)
          .as("seed %d under %s", seed, model.name())
          .isEqualTo(expected.execution() == null);
      endless += expected.execution() == null ? 0 : 1;
    }
    assertThat(endless).isBetween(5, 35);
  }

  /** Two or three threads, of which each has a loop in every second test. */
  private static String randomTest(Random random) {
    int threads = random.nextInt(3) == 0 ? 3 : 2;
    List<List<String>> columns = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      List<String> column = new ArrayList<>();
      for (int i = threads == 2 ? 3 : 2; i > 0; i--) {
        column.add(instruction(random));
      }
      if (random.nextBoolean()) {
        column.addFirst("LC00:");
        column.add(oneOf(random, "bne", "beq", "blt") + " r0, " + random.nextInt(2) + ", LC00");
      }
      columns.add(column);
    }
    StringBuilder text = new StringBuilder("PTX random { }\n");
    text.append(
        IntStream.range(0, threads)
            .mapToObj(t -> "P%d@cta %d,gpu 0".formatted(t, random.nextInt(2)))
            .collect(Collectors.joining(" | ")));
    for (int row = 0; row < 5; row++) {
      int rowIndex = row;
      text.append(" ;\n")
          .append(
              columns.stream()
                  .map(column -> rowIndex < column.size() ? column.get(rowIndex) : "")
                  .collect(Collectors.joining(" | ")));
    }
    return text.append(" ;\nexists 0 == 0").toString();
  }

  private static String instruction(Random random) {
    String place = oneOf(random, "x", "x", "y");
    String scope = oneOf(random, "cta", "gpu");
    String order = oneOf(random, "relaxed", "acquire", "acq_rel");
    return switch (random.nextInt(7)) {
      case 0 -> "ld.%s r0, %s".formatted(oneOf(random, "weak", "acquire." + scope), place);
      case 1, 2 ->
          "st.%s %s, %d"
              .formatted(oneOf(random, "weak", "release." + scope), place, 1 + random.nextInt(2));
      case 3 -> "atom.%s.%s.cas r0, %s, 0, 1".formatted(order, scope, place);
      case 4 -> "atom.%s.%s.add r0, %s, 1".formatted(order, scope, place);
      case 5 -> "atom.%s.%s.exch r1, %s, r0".formatted(order, scope, place);
      default -> "fence.%s.%s".formatted(oneOf(random, "sc", "acq_rel"), scope);
    };
  }

  private static String oneOf(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  @ParameterizedTest
  @ValueSource(strings = {"5 ptx", "4 hrf-rsp"})
  void aLockOfSeveralThreadsEnds(String description) {
    String[] words = description.split(" ", 2);
    LitmusTest test = SharedLock.of(Integer.parseInt(words[0]));
    AllowedOutcomes findings =
        ExecutionSearch.of(test, ModelCatalog.named(words[1]), Observables.asked(test), 3);
    assertThat(Judged.shown(findings)).containsExactly("x=" + words[0]);
    assertThat(findings.flags()).isEmpty();
  }

  @Test
  void aPathOnWhichOneValueIsTwoIsNone() {
    LitmusTest test = SharedLock.of(2);
    assertThat(
            ExecutionSearch.of(test, ModelCatalog.named("ptx"), Observables.asked(test), 1).cut())
        .isFalse();
  }
}
