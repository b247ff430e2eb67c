package dev.syncopate.study.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PointConditionTest {
  private static final Point POINT =
      new Point(Map.of("protocol", "gpu", "l1.size", "16KiB", "l2.size", "1MiB", "seed", "3"));

  private static boolean holds(String condition) {
    return PointCondition.parse(condition, POINT.values()::containsKey).test(POINT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocol == gpu | true",
        "protocol != gpu | false",
        "protocol == 'gpu' | true",
        "protocol in (phi, gpu) | true",
        "protocol in (phi, hlrc) | false",
        "seed < 4 | true",
        "seed >= 4 | false",
        "l1.size == 16384 | true",
        "l1.size < l2.size | true",
        "l1.size > 8KiB and l1.size <= 16KiB | true",
        "protocol == phi or seed == 3 | true",
        "not protocol == phi | true",
        "not (protocol == gpu and seed == 3) | false",
        "protocol == phi and seed == 3 or l2.size == 1MiB | true",
        "protocol < phi | false",
      })
  void comparisonsAreJoined(String condition, boolean expected) {
    assertThat(holds(condition)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "protocl == gpu | found 'protocl', expected a factor of this sweep",
        "protocol = gpu | found '= gpu', expected a comparison",
        "protocol | found the end, expected one of ==, !=, <, <=, >, >=, in",
        "protocol == | found the end, expected a value or a factor",
        "(seed == 3 | found the end, expected ')'",
        "seed == 3 seed == 4 | found 'seed', expected 'and', 'or' or the end",
      })
  void anErrorNamesWhatIsThereAndWhatIsMissing(String condition, String message) {
    assertThatThrownBy(() -> holds(condition)).hasMessageContaining(message);
  }

  @Test
  void anErrorHasItsColumn() {
    assertThatThrownBy(() -> holds("seed == 3 and x == 1"))
        .isInstanceOfSatisfying(
            PointCondition.SyntaxException.class, error -> assertThat(error.column).isEqualTo(14));
  }
}
