package dev.syncopate.app.litmus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.app.litmus.Expectations.Comparison;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Stored verdicts of another tool. */
class ExpectationsTest {
  private static AnsweredTest answered(String path, String question) {
    String text = "PTX t {}\nP0@cta 0,gpu 0;\nst.weak x, 1;\n" + question;
    return AnsweredTest.of(TestFile.of(path, text), List.of(ModelCatalog.named("sc")), 1);
  }

  @Test
  void aPathIsATestsIfTheTestsPathEndsWithIt() {
    Expectations expectations =
        Expectations.read("e.csv", "// a comment\n\na/t.litmus, 1\n./u.litmus,1\nother,0\n");
    List<AnsweredTest> tests =
        List.of(
            answered("/suite/a/t.litmus", "exists x = 1"),
            answered("suite/b/u.litmus", "exists x = 2"),
            answered("b/t.litmus", "exists x = 1"),
            answered("suite/other", "filter x = 3 exists x = 1"),
            answered("other", "exists nowhere = 1"));
    assertThat(expectations.compare(tests))
        .isEqualTo(
            new Comparison(
                2,
                3,
                List.of("suite/b/u.litmus: expected 1, found 0"),
                new TreeMap<>(
                    Map.of(
                        "the filter excludes every outcome",
                        1,
                        "the test has no location `nowhere`",
                        1))));
    assertThat(expectations.compare(tests).table())
        .isEqualTo(
            """
                                                  tests
            agree                                 1
            differ                                1
            refused                               2
              the filter excludes every outcome   1
              the test has no location `nowhere`  1
            not in the file                       1
            """);
  }

  @Test
  void aLineThatSaysNothingIsRefused() {
    assertThatThrownBy(() -> Expectations.read("e.csv", "a,1\nb,yes\n"))
        .hasMessage("e.csv:2: found `b,yes`, expected a path, a comma, and 1 or 0");
    assertThatThrownBy(() -> Expectations.read("e.csv", "1\n"))
        .hasMessageStartingWith("e.csv:1: found `1`, expected");
  }
}
