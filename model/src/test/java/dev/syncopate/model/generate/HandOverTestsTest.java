package dev.syncopate.model.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.litmus.LitmusInstruction;
import dev.syncopate.model.litmus.LitmusOrder;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random tests that hand locations over. */
class HandOverTestsTest {
  private static final int MANY = 60;

  private static List<LitmusTest> tests(boolean promotes) {
    return IntStream.range(0, MANY)
        .mapToObj(number -> HandOverTests.test(7, number, promotes))
        .toList();
  }

  /** A race would leave hardware nothing to keep to. */
  @ParameterizedTest
  @CsvSource({"drf0,false", "drfrlx,false", "hrf-comm,false", "hrf-rsp,true"})
  void noneHasARace(String model, boolean promotes) {
    for (LitmusTest test : tests(promotes)) {
      ModelAnswer answer = ModelAnswer.of(test, ModelCatalog.named(model), 3);
      assertThat(answer.problem()).as("%s", test.name()).isNull();
      assertThat(Objects.requireNonNull(answer.findings()).flags().keySet())
          .as("%s", LitmusWriter.text(test))
          .noneMatch(ModelCatalog.named(model)::undefines);
    }
  }

  @Test
  void aSeedAndANumberAlwaysGiveTheSameTest() {
    for (LitmusTest test : tests(true)) {
      int number = Integer.parseInt(test.name().substring(test.name().lastIndexOf('-') + 1));
      assertThat(HandOverTests.test(7, number, true)).isEqualTo(test);
      assertThat(LitmusTest.read(test.name(), LitmusWriter.text(test))).isEqualTo(test);
    }
  }

  /** What other generators leave out. */
  @Test
  void locationsAreUsedInEveryWay() {
    assertHas(false, instruction -> atomic(instruction, LitmusOrder.COMM, true));
    assertHas(false, instruction -> atomic(instruction, LitmusOrder.COMM, false));
    assertHas(false, instruction -> atomic(instruction, LitmusOrder.RELAXED, true));
    assertHas(false, instruction -> atomic(instruction, LitmusOrder.RELAXED, false));
    assertHas(
        false,
        instruction ->
            instruction instanceof LitmusInstruction.Store store
                && store.order() == LitmusOrder.WEAK);
    assertHas(false, instruction -> instruction instanceof LitmusInstruction.Fence);
    assertHas(
        true, instruction -> instruction instanceof LitmusInstruction.Load load && load.remote());
    assertHas(
        true,
        instruction -> instruction instanceof LitmusInstruction.Store store && store.remote());
    assertThat(tests(false)).anyMatch(test -> test.locations().size() > 3);
    assertThat(tests(false)).anyMatch(test -> test.threads().size() > 2);
    assertThat(tests(false)).anyMatch(test -> test.threads().get(1).cta() == 0);
  }

  private static boolean atomic(LitmusInstruction instruction, LitmusOrder order, boolean result) {
    return instruction instanceof LitmusInstruction.Atomic atomic
        && atomic.order() == order
        && (atomic.target() != null) == result;
  }

  private static void assertHas(boolean promotes, Predicate<LitmusInstruction> predicate) {
    assertThat(tests(promotes).stream())
        .anyMatch(test ->
            test.threads().stream()
                .flatMap(thread -> thread.instructions().stream())
                .anyMatch(predicate));
  }
}
