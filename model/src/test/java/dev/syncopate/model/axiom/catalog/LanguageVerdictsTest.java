package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.dialect.LitmusReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests in other languages than PTX, and tests of its proxies, each with the verdict of its
 * language's model and the reason. They stand in text files, an empty line between two.
 */
class LanguageVerdictsTest {
  private static final Pattern EXPECTED = Pattern.compile("\"(yes|no|racy)\\. ([^\"]+\\.)\"");
  private static final int BOUND = 3;

  static Stream<Arguments> tests() throws IOException {
    List<Arguments> tests = new ArrayList<>();
    List<String> files = new ArrayList<>(List.of("proxies.txt"));
    ModelCatalog.languages().forEach(language -> files.add(language + ".txt"));
    for (String file : files) {
      try (InputStream stream = LanguageVerdictsTest.class.getResourceAsStream(file)) {
        byte[] bytes = Objects.requireNonNull(stream, file).readAllBytes();
        for (String text : new String(bytes, StandardCharsets.UTF_8).split("\n\n", -1)) {
          LitmusTest test = LitmusReader.read(file, text);
          Matcher expected = EXPECTED.matcher(text);
          assertThat(expected.find()).as("%s says what is expected", test.name()).isTrue();
          tests.add(Arguments.of(test.name(), test, expected.group(1), expected.group(2)));
        }
      }
    }
    return tests.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tests")
  void theModelOfTheLanguageSaysWhatIsExpected(
      String name, LitmusTest test, String verdict, String reason) {
    String model = test.annotations().dialect().model();
    AllowedOutcomes findings =
        ExecutionSearch.of(test, ModelCatalog.named(model), Observables.asked(test), BOUND);
    boolean racy =
        findings.flags().keySet().stream().anyMatch(ModelCatalog.named(model)::undefines);
    assertThat(racy ? "racy" : findings.verdict(test) ? "yes" : "no")
        .as("%s under %s: %s", name, model, reason)
        .isEqualTo(verdict);
  }
}
