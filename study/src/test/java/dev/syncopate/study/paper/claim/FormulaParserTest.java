package dev.syncopate.study.paper.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Formulas over places. */
class FormulaParserTest {
  private final FormulaParser parser =
      new FormulaParser(TestClaims.vocabulary(), TestClaims.published());

  private double value(String formula) {
    return parser.parse(formula).at(new SimulationLabels("A", "base", "1"));
  }

  /** The time of A, B and C is 10, 20 and unknown; half of it with fast, twice with 2 units. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 2 * 3 - 4 / 2 | 5",
        "(1 + 2) * 3 | 9",
        "2 - 3 - 4 | -5",
        "16 / 4 / 2 | 2",
        "-time + 1.5 | -8.5",
        "time | 10",
        "time[B] | 20",
        "time[B; fast; 2] | 20",
        "time[B][fast] | 10",
        "(time[fast] / time)[B] | 0.5",
        "time / time[2] | 0.5",
        "time[other] | 20",
        "net.messages | 7",
        "max(time, time[B], 3) | 20",
        "min(time, time[B]) | 10",
        "max(time for A; B) | 20",
        "spread(time for A; B) | 10",
        "mean(time for all) | 15",
        "geomean(time for A; B) | 14.142135623730951",
        "most(time for all) | 20",
        "least(time for all) | 10",
        "max(max(time for A; B) for 1; 2) | 40",
        "crossing(time / 15 for 2; 1) | 2",
        "crossing(15 / time for 1; 2) | 1",
        "crossing(time / 100 for 1; 2) | 0",
        "abs(1 - 3) | 2",
        "part(1, 4) | 0.25",
        "part(1, 0.005) | 0",
        "100 * paper(means/fast) | 120",
        "paper(points[bench=SC,cus=4]/statement percent 2) | 0.22",
        "paper(table/<subject>[1]) | 5"
      })
  void aFormulaIsEvaluatedAtAPlace(String formula, double expected) {
    assertThat(value(formula)).isEqualTo(expected, within(1e-12));
  }

  @Test
  void whatNeedsAMissingNumberIsNotMeasured() {
    for (String formula : new String[] {"time[C]", "1 - time / time[C]", "max(time for all)"}) {
      assertThat(value(formula)).as(formula).isNaN();
    }
    assertThat(value("time / (time - 10)")).as("a ratio to nothing").isNaN();
    assertThat(value("mean(time for C)")).isNaN();
    assertThat(value("least(time for C)")).isNaN();
    assertThat(value("crossing(time[C] for 1; 2)")).isNaN();
  }

  @Test
  void aMeasureIsAFormulaByItsName() {
    parser.define("growth", "time[2] / time[1]");
    assertThat(value("growth[B] * 3")).isEqualTo(6);
    assertThatThrownBy(() -> parser.define("growth", "time"))
        .hasMessage("found a second meaning of growth");
    assertThatThrownBy(() -> parser.define("time", "1"))
        .hasMessage("found a second meaning of time");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tme | found 'tme' in the formula 'tme', expected a quantity; did you mean time?",
        "time[Base] | found 'Base', expected a label or a list of labels; did you mean base?",
        "mean(time for al) | found 'al', expected a label or a list of labels; did you mean all?",
        "crossing(time for A) | found 'A' in the formula 'crossing(time for A)', expected a number",
        "time[A | found 'A' in the formula 'time[A', expected ']'",
        "(time | found '' in the formula '(time', expected ')'",
        "time time | found 'time' in the formula 'time time', expected an operator or the end",
        "time / | found '' in the formula 'time /', expected a number, a quantity or a function",
        "1.2.3 | found '1.2.3' in the formula '1.2.3', expected a number",
        "paper(means/slow) | found no published number at means/slow"
      })
  void anErrorSaysWhatWasExpected(String formula, String message) {
    assertThatThrownBy(() -> parser.parse(formula)).hasMessage(message);
  }
}
