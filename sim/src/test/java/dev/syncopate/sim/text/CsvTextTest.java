package dev.syncopate.sim.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CsvTextTest {
  @Test
  void cellsAreQuotedWhereTheyHaveToBe() {
    assertThat(CsvText.line(List.of("plain", "a,b", "say \"x\"", "two\nlines", "")))
        .isEqualTo("plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "=1+1     | '=1+1",
        "@SUM(A1) | '@SUM(A1)",
        "+cmd     | '+cmd",
        "-x()     | '-x()",
        "-28 %    | -28 %",
        "+1.5     | +1.5",
        "-        | -",
        "-5 to -9 | -5 to -9",
        "a=b      | a=b",
      },
      quoteCharacter = '"')
  void aFormulaIsText(String cell, String written) {
    assertThat(CsvText.cell(cell)).isEqualTo(written);
  }
}
