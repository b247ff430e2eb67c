package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.candidate.ExecutionSearch;
import dev.syncopate.model.axiom.candidate.outcome.Observables;
import dev.syncopate.model.litmus.LitmusTest;
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
 * Litmus tests that differ in one thing from a well-known one, each with the models that allow its
 * outcome and those under which it is racy. They stand in text files, an empty line between two.
 */
class VerdictsTest {
  private static final Pattern EXPECTED =
      Pattern.compile("\"allowed by: ([^\n]*)\nracy under: ([^\"]*)\"");
  private static final List<String> FILES =
      List.of(
          "messages.txt",
          "causality.txt",
          "fences.txt",
          "races.txt",
          "promotion.txt",
          "aliases.txt",
          "scopes.txt");
  private static final int BOUND = 3;

  static Stream<Arguments> tests() throws IOException {
    List<Arguments> tests = new ArrayList<>();
    for (String file : FILES) {
      try (InputStream stream = VerdictsTest.class.getResourceAsStream(file)) {
        byte[] bytes = Objects.requireNonNull(stream, file).readAllBytes();
        for (String text : new String(bytes, StandardCharsets.UTF_8).split("\n\n", -1)) {
          LitmusTest test = LitmusTest.read(file, text);
          Matcher expected = EXPECTED.matcher(text);
          assertThat(expected.find()).as("%s says what is expected", test.name()).isTrue();
          tests.add(
              Arguments.of(test.name(), test, names(expected.group(1)), names(expected.group(2))));
        }
      }
    }
    return tests.stream();
  }

  private static List<String> names(String text) {
    return text.equals("none") ? List.of() : List.of(text.split(", ", -1));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("tests")
  void modelsSayWhatIsExpected(
      String name, LitmusTest test, List<String> allowing, List<String> racy) {
    List<String> allowed = new ArrayList<>();
    List<String> races = new ArrayList<>();
    for (String model : ModelCatalog.names()) {
      if (!model.equals("ptx") && !ModelCatalog.named(model).knowsTransactions()) {
        AllowedOutcomes findings =
            ExecutionSearch.of(test, ModelCatalog.named(model), Observables.asked(test), BOUND);
        if (findings.verdict(test)) {
          allowed.add(model);
        }
        if (findings.flags().keySet().stream().anyMatch(ModelCatalog.named(model)::undefines)) {
          races.add(model);
        }
      }
    }
    assertThat(allowed).as("%s is allowed by", name).isEqualTo(withComm(allowing));
    assertThat(races).as("%s is racy under", name).isEqualTo(withComm(racy));
  }

  /** Of tests without commutative atomics, as all are here, hrf-comm says what hrf-rsp says. */
  private static List<String> withComm(List<String> models) {
    List<String> allModels = new ArrayList<>(models);
    if (allModels.contains("hrf-rsp")) {
      allModels.add(allModels.indexOf("hrf-rsp") + 1, "hrf-comm");
    }
    return allModels;
  }
}
