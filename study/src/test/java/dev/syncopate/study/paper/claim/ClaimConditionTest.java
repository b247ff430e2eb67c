package dev.syncopate.study.paper.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A condition means what its words say. */
class ClaimConditionTest {
  @ParameterizedTest
  @CsvSource({
    "above 1, 1.001, 1",
    "below 1, 0.999, 1",
    "at least 0.98, 0.98, 0.979",
    "at most 1.1, 1.1, 1.101",
    "between 0.8 and 1.25, 0.8, 0.799",
    "between 0.8 and 1.25, 1.25, 1.251",
    "within 2% of 1, 1.0199, 1.021",
    "within 2% of 1, 0.9801, 0.979",
    "above 1 by more than 0.5%, 1.0051, 1.005",
    "below 1 by more than 0.5%, 0.9949, 0.995",
    "exactly 0, 0, 0.001",
    "below 1 and at least 0.9, 0.9, 0.899",
    "below 1 and at least 0.9, 0.999, 1",
    "above 1 by more than 0.5% and below 1.14, 1.139, 1.14",
    "at least -0.5, -0.5, -0.51"
  })
  void aNumberHoldsOnOneSideOfTheLimitAndNotOnTheOther(String words, double holds, double not) {
    ClaimCondition condition = ClaimCondition.of(words);
    assertThat(condition.words()).isEqualTo(words);
    assertThat(condition.holds(holds, List.of())).as("%s %s", holds, words).isTrue();
    assertThat(condition.holds(not, List.of())).as("%s %s", not, words).isFalse();
    assertThat(condition.holds(Double.NaN, List.of())).isFalse();
  }

  @Test
  void bothSidesAreThoseOfAllNumbers() {
    ClaimCondition condition = ClaimCondition.of("on both sides of 1");
    assertThat(condition.holds(1.5, List.of(1.5, 0.5))).isTrue();
    assertThat(condition.holds(0.5, List.of(1.5, 0.5))).isTrue();
    assertThat(condition.holds(1.5, List.of(1.5, 1.0))).isFalse();
  }

  @Test
  void otherWordsAreRefusedWithTheFormsThatThereAre() {
    for (String words : List.of("", "more than 1", "above", "above 1 and", "above 1, below 2")) {
      assertThatThrownBy(() -> ClaimCondition.of(words))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("found the condition '%s', expected above N by".formatted(words))
          .hasMessageContaining("at least N, at most N, between N and N, within N% of N");
    }
  }
}
