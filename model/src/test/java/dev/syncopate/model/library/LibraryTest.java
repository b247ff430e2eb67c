package dev.syncopate.model.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.answer.Answer;
import dev.syncopate.model.axiom.candidate.Findings;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.library.Expectation.Expected;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every test of the library gives what it says that it does. */
class LibraryTest {
  private static List<String> names() {
    return Stream.concat(Library.names().stream(), Library.transactions().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aTestGivesWhatItSaysUnderEachModel(String name) {
    LitmusTest test = Library.test(name);
    List<String> models = new ArrayList<>();
    for (Expectation expectation : Library.expectations(name)) {
      for (String model : expectation.models()) {
        models.add(model);
        Answer answer = Answer.of(test, ModelCatalog.named(model), 3);
        assertThat(answer.problem()).as("%s under %s", name, model).isNull();
        assertThat(found(Objects.requireNonNull(answer.findings()), answer.verdict()))
            .as("%s under %s: %s", name, model, expectation.reason())
            .isEqualTo(expectation.expected());
      }
    }
    assertThat(models)
        .containsExactlyInAnyOrderElementsOf(
            ModelCatalog.names().stream()
                .filter(model -> !model.equals("ptx"))
                .filter(model ->
                    ModelCatalog.named(model).knowsTransactions()
                        == Library.transactions().contains(name))
                .toList());
  }

  private static Expected found(Findings findings, boolean verdict) {
    if (findings.flags().keySet().stream().anyMatch(CatModel::undefines)) {
      return Expected.RACY;
    }
    return verdict ? Expected.YES : Expected.NO;
  }

  @ParameterizedTest
  @MethodSource("names")
  void aTestSaysWhatItIsAboutAndIsWrittenAsItIsRead(String name) {
    LitmusTest test = Library.test(name);
    assertThat(test.name()).isEqualTo(name);
    assertThat(test.quantifier()).isEqualTo(LitmusTest.Quantifier.EXISTS);
    assertThat(Library.about(name)).endsWith(".");
    assertThat(LitmusTest.read(name, LitmusWriter.text(test))).isEqualTo(test);
  }

  @Test
  void theIndexHasEveryTest() throws IOException {
    Path folder = Path.of("src/main/resources/dev/syncopate/model/library");
    assertIndexed(folder, Library.names());
    assertIndexed(folder.resolve("transaction"), Library.transactions());
    assertThatThrownBy(() -> Library.text("MP")).hasMessage("the library has no MP.litmus");
  }

  private static void assertIndexed(Path folder, List<String> names) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.filter(Files::isRegularFile).map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(Stream.of("index.txt"), names.stream().map(name -> name + ".litmus"))
                  .toList());
    }
  }
}
