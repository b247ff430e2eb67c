package dev.syncopate.study.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTextTest {
  private static final List<List<String>> ROWS =
      List.of(
          List.of("", "fastest", "second", "cycles"),
          List.of("spm-g", "gpu, brsp (hrf, drfrlx); denovo (hrf)", "hlrc (hrf)", "1,234"),
          List.of("fam-g", "denovo (drf0)", "-", "99"));

  private static String within(int columns) {
    return new TableText(ROWS, 1, 3, Integer.MAX_VALUE).within(columns);
  }

  @Test
  void oneThatFitsIsAsItIs() {
    assertThat(within(66))
        .isEqualTo(
            """
                     fastest                                second      cycles
              ----------------------------------------------------------------
              spm-g  gpu, brsp (hrf, drfrlx); denovo (hrf)  hlrc (hrf)   1,234
              fam-g  denovo (drf0)                          -               99
            """);
  }

  @Test
  void oneThatDoesNotIsShownInBlocks() {
    assertThat(within(60))
        .isEqualTo(
            """
                     fastest                                second
              --------------------------------------------------------
              spm-g  gpu, brsp (hrf, drfrlx); denovo (hrf)  hlrc (hrf)
              fam-g  denovo (drf0)                          -

                     cycles
              -------------
              spm-g   1,234
              fam-g      99
            """);
  }

  @Test
  void aCellThatIsWiderIsBroken() {
    assertThat(within(40))
        .startsWith(
            """
                     fastest
              --------------------------------------
              spm-g  gpu, brsp (hrf, drfrlx); denovo
                     (hrf)
              fam-g  denovo (drf0)
            """);
  }

  @Test
  void oneOfManyColumnsAndFewRowsIsTurned() {
    List<List<String>> rows =
        List.of(List.of("", "a", "b", "c", "d"), List.of("gpu", "1.00", "1.01", "1.02", "1.03"));
    assertThat(new TableText(rows, 1, 1, Integer.MAX_VALUE).within(20))
        .isEqualTo(
            """
                  gpu
              -------
              a  1.00
              b  1.01
              c  1.02
              d  1.03
            """);
  }

  @Test
  void nothingIsLostAtAnyWidth() {
    for (int columns = 20; columns <= 120; columns++) {
      String text = within(columns);
      List<String> words = new ArrayList<>(Arrays.asList(text.split("\\s+")));
      for (List<String> row : ROWS) {
        for (String cell : row) {
          for (String word : cell.split(" ", -1)) {
            assertThat(word.isEmpty() || words.contains(word))
                .as("%s at %d", word, columns)
                .isTrue();
          }
        }
      }
      int widest = columns;
      assertThat(text.lines()).allMatch(line -> line.length() <= Math.max(widest, 28));
    }
  }
}
