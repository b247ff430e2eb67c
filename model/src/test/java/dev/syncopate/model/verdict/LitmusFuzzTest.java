package dev.syncopate.model.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.explore.ExplorationRequest;
import dev.syncopate.model.explore.Explorer;
import dev.syncopate.model.explore.machine.setup.Layout;
import dev.syncopate.model.explore.machine.setup.MachineSetup;
import dev.syncopate.model.explore.machine.setup.MachineSize;
import dev.syncopate.model.explore.machine.setup.SetupPlacement;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.BarrierReading;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.source.SourceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests of the library with words exchanged: most are still of the format, and wrong in what they
 * mean. Each is read or refused at its place, and what is read has an answer or a reason for having
 * none, from models and machine alike.
 */
class LitmusFuzzTest {
  private static final long SEED = 4_711;
  private static final int ROUNDS = 1_500;

  private static final Pattern WORD = Pattern.compile("[A-Za-z_0-9]+|[^A-Za-z_0-9\\s]");

  private static final List<String> SPARE =
      List.of(
          "r0",
          "r1",
          "r9",
          "x",
          "y",
          "z",
          "0",
          "1",
          "2",
          "-1",
          "3",
          "P0",
          "P1",
          "P7",
          "LC00",
          "LC01",
          "cta",
          "gpu",
          "sys",
          "weak",
          "relaxed",
          "acquire",
          "release",
          "ld",
          "st",
          "sc",
          "remote",
          "goto LC00",
          "bar.cta.sync 0",
          "bar.cta.sync 0, 0, r0",
          "bar.cta.arrive 0, 1, 2",
          "exists",
          "forall",
          "~",
          "flga",
          "77",
          "beq r0, 0, LC00",
          "add r0, r0, x",
          "div r1, r0, 0",
          ";",
          "|");

  private static final List<String> KINDS =
      List.of(
          "r[0-9]+",
          "-?[0-9]+",
          "LC[0-9]+",
          "P[0-9]",
          "[a-z]",
          "cta|gpu|sys",
          "exists|forall",
          "weak|relaxed|acquire|release|acq_rel|sc",
          "add|exch|cas|xor|sub|mul",
          "[=<>]+|==|!=");

  @Test
  void whateverIsWrongIsSaidAtItsPlaceOrAnswered() {
    ExplorationRequest request =
        ExplorationRequest.of("gpu", "hrf")
            .withSetups(
                List.of(new MachineSetup(MachineSize.TINY, Layout.TOGETHER, SetupPlacement.APART)))
            .withBound(200);
    int read = 0;
    int refused = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(SEED + round);
      String text = mutated(random);
      String description = "seed %d\n%s".formatted(SEED + round, text);
      LitmusTest test;
      try {
        test = LitmusTest.read("t.litmus", text);
      } catch (SourceException e) {
        refused++;
        assertThat(e.getMessage())
            .as(description)
            .startsWith("t.litmus:" + e.line() + ":")
            .contains("^");
        continue;
      } catch (RuntimeException e) {
        throw new AssertionError(description, e);
      }
      read++;
      try {
        BarrierReading[] readings = BarrierReading.values();
        BarrierReading reading = readings[random.nextInt(2)];
        LitmusTest readTest = test.withBarriers(reading);
        ModelAnswer answer = ModelAnswer.of(readTest, ModelCatalog.named("ptx"), 1);
        assertThat(answer.findings() == null).as(description).isEqualTo(answer.problem() != null);
        explored(readTest, request);
      } catch (RuntimeException e) {
        throw new AssertionError(description, e);
      }
    }
    assertThat(read).as("seed %d", SEED).isGreaterThan(ROUNDS / 10);
    assertThat(refused).as("seed %d", SEED).isGreaterThan(ROUNDS / 10);
  }

  private static void explored(LitmusTest test, ExplorationRequest request) {
    try {
      assertThat(Explorer.explore(test, request, (setup, states, depth) -> true).states())
          .isPositive();
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank(); // the hardware lacks something, and says what
    }
  }

  /** Mostly a word of the same kind, so that the test stays of the format. */
  private static String other(String word, List<MatchResult> words, Random random) {
    if (random.nextInt(4) > 0) {
      for (String kind : KINDS) {
        if (word.matches(kind)) {
          List<String> alike =
              words.stream()
                  .map(MatchResult::group)
                  .filter(candidate -> candidate.matches(kind))
                  .toList();
          List<String> spare = SPARE.stream().filter(candidate -> candidate.matches(kind)).toList();
          List<String> pool = random.nextBoolean() || spare.isEmpty() ? alike : spare;
          return pool.get(random.nextInt(pool.size()));
        }
      }
    }
    return random.nextBoolean()
        ? SPARE.get(random.nextInt(SPARE.size()))
        : words.get(random.nextInt(words.size())).group();
  }

  private static String mutated(Random random) {
    List<String> names = Library.names();
    String text = Library.text(names.get(random.nextInt(names.size())));
    int body = text.indexOf('{');
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      List<MatchResult> words =
          new ArrayList<>(WORD.matcher(text.substring(body)).results().toList());
      MatchResult word = words.get(random.nextInt(words.size()));
      String replacement = other(word.group(), words, random);
      int start = body + word.start() + (random.nextInt(12) == 0 ? word.group().length() : 0);
      text = text.substring(0, start) + " " + replacement + " " + text.substring(body + word.end());
      if (random.nextInt(3) > 0) {
        text = text.replace(". ", ".").replace(" .", ".").replace(" : ", ":");
      }
    }
    return text;
  }
}
