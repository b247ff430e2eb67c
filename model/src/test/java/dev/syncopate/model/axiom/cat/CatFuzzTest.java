package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.SourceText;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A model with words exchanged, so that most are of the language and wrong in what they mean: each
 * is refused at its place, or judges an execution.
 */
class CatFuzzTest {
  private static final long SEED = 815;
  private static final int ROUNDS = 4_000;

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][-A-Za-z_0-9.]*|\\^-1|[^\\s]");

  private static final String MODEL =
      """
      "model"
      let strong = A | F
      let ms(same) = ((po | po^-1 | [strong]; sr; [strong]) & (same | (_ * _) \\ (M * M))) \\ id
      let rec obs = ms(loc) & rf | (obs; rmw; obs) and twice = obs | (twice; po)
      let sets = domain(rf) & range(co) | ~W
      let local = let here = [sets] in here; po?; fencerel(F & SC)
      with order from linearisations(F & SC, po)
      let hb = (po | obs | local | order | syncbar)+
      acyclic hb | co as happens
      irreflexive hb; (rf | fr)? as observes
      empty rmw & (fre; coe) as atomic
      flag ~empty (W * M) & loc & ext \\ hb \\ hb^-1 as race
      """;

  private static final List<String> SPARE =
      List.of(
          "po",
          "rf",
          "R",
          "W",
          "_",
          "0",
          "id",
          "|",
          "&",
          ";",
          "\\",
          "*",
          "+",
          "?",
          "~",
          "^-1",
          "(",
          ")",
          "[",
          "]",
          "let",
          "rec",
          "and",
          "in",
          "obs",
          "hb",
          "ms",
          "domain",
          "fencerel",
          "acyclic",
          "empty",
          "as",
          "with",
          "from",
          "partialorders(W, co)",
          "flga",
          "include \"no.cat\"",
          "show");

  private static HandMade execution() {
    HandMade execution = new HandMade();
    int initial = execution.initial("x");
    HandMade.Agent first = execution.thread(0, 0);
    int write = first.write("x", "REL GPU");
    first.fence("ACQ_REL SC GPU");
    HandMade.Agent second = execution.thread(1, 0);
    int rmw = second.rmw("x", "ACQ GPU", "RLX GPU");
    second.fence("ACQ_REL SC GPU");
    return execution.rf(write, rmw).co(initial, write, rmw + 1);
  }

  @Test
  void aModelIsRefusedAtItsPlaceOrJudges() {
    int judged = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      String text = MODEL;
      for (int i = random.nextInt(1, 4); i > 0; i--) {
        List<MatchResult> words = WORD.matcher(text).results().toList();
        MatchResult word = words.get(random.nextInt(words.size()));
        boolean named = random.nextInt(4) > 0 && Character.isLetter(word.group().charAt(0));
        List<String> candidates =
            random.nextBoolean() ? SPARE : words.stream().map(MatchResult::group).toList();
        List<String> pool =
            candidates.stream()
                .filter(candidate -> !named || Character.isLetter(candidate.charAt(0)))
                .toList();
        String replacement = pool.get(random.nextInt(pool.size()));
        text = text.substring(0, word.start()) + replacement + " " + text.substring(word.end());
      }
      String description = "seed %d\n%s".formatted(SEED + round, text);
      try {
        CatModel model =
            CatCompiler.compile(new SourceText("m.cat", text), (name, includer) -> null);
        assertThat(model.moreReadsOnlyForbid() || !model.requirements().isEmpty())
            .as(description)
            .isTrue();
        model.judge(execution());
        judged++;
      } catch (SourceException e) {
        assertThat(e.getMessage())
            .as(description)
            .startsWith("m.cat:%d:%d: ".formatted(e.line(), e.column()))
            .contains("^");
      } catch (RuntimeException e) {
        throw new AssertionError(description, e);
      }
    }
    assertThat(judged).as("seed %d", SEED).isBetween(ROUNDS / 20, ROUNDS - ROUNDS / 20);
  }
}
