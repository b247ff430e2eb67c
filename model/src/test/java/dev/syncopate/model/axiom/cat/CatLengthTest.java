package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.source.SourceText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models may be as long as files may be: no stack need be as deep as they are long. */
class CatLengthTest {
  private static final int LENGTH = 8_000;

  /** Two threads that each read what the other writes after it: a cycle of po and rf. */
  private static HandMade execution() {
    HandMade execution = new HandMade();
    execution.initial("x");
    execution.initial("y");
    HandMade.Agent first = execution.thread(0, 0);
    int readsX = first.read("x", "WEAK");
    int writesY = first.write("y", "WEAK");
    HandMade.Agent second = execution.thread(1, 0);
    int readsY = second.read("y", "WEAK");
    int writesX = second.write("x", "WEAK");
    return execution.rf(writesX, readsX).rf(writesY, readsY);
  }

  private static Judgement judged(String text) {
    return CatCompiler.compile(new SourceText("m", text), (name, includer) -> null)
        .judge(execution());
  }

  private static String chain(String first, String next, String last) {
    return "\"m\"\n"
        + first
        + "\n"
        + IntStream.range(1, LENGTH)
            .mapToObj(i -> next.replace("NEW", "a" + i).replace("OLD", "a" + (i - 1)))
            .collect(Collectors.joining("\n"))
        + "\n"
        + last.replace("LAST", "a" + (LENGTH - 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "let NEW = OLD | rf",
        "let NEW = rf | OLD",
        "let NEW = (OLD^-1)^-1",
        "let NEW = OLD & OLD",
        "let NEW = OLD \\ co",
        "let NEW = OLD?+",
      })
  void definitionsMayHangOnEachOtherInLongChains(String next) {
    Judgement judgement = judged(chain("let a0 = po | rf", next, "acyclic (LAST \\ id) as long"));
    assertThat(judgement.violations()).hasSize(1);
    List<Judgement.Step> steps = judgement.violations().getFirst().steps();
    assertThat(
            steps.stream()
                .map(step -> step.relationName().replace("^-1", ""))
                .collect(Collectors.toSet()))
        .containsAnyOf("po", "rf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"let rec NEW = OLD | (NEW; NEW)"})
  void recursiveDefinitionsMayHangOnEachOtherInLongChains(String next) {
    assertThat(judged(chain("let a0 = po | rf", next, "irreflexive LAST as long")).isAllowed())
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {" | ", " ; ", " & ", " \\ co \\ "})
  void anOperatorMayStandBetweenManyOperands(String operator) {
    String operands =
        String.join(operator, IntStream.range(0, LENGTH).mapToObj(i -> "po").toList());
    Judgement judgement = judged("\"m\" irreflexive ((" + operands + ") | po | rf)+ as long");
    assertThat(judgement.isAllowed()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+", "?", "^-1", "^*"})
  void anOperatorMayStandBehindItsOperandManyTimes(String operator) {
    judged("\"m\" empty po" + operator.repeat(LENGTH) + " as long");
  }
}
