package dev.syncopate.model.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.memory.mechanism.lab.LabDecorator;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.RefuterFile;
import dev.syncopate.memory.system.Protocols;
import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.candidate.AllowedOutcomes;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.axiom.catalog.ModelCatalog;
import dev.syncopate.model.library.ExpectedVerdict.Expected;
import dev.syncopate.model.litmus.LitmusTest;
import dev.syncopate.model.litmus.LitmusWriter;
import dev.syncopate.model.verify.SeededFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every test of the library gives what it says that it does. */
class LibraryTest {
  private static List<String> names() {
    return Stream.of(Library.names(), Library.transactions(), Library.asynchronous())
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void aTestGivesWhatItSaysUnderEachModel(String name) {
    LitmusTest test = Library.test(name);
    List<String> models = new ArrayList<>();
    for (ExpectedVerdict expectation : Library.expectations(name)) {
      for (String model : expectation.models()) {
        models.add(model);
        ModelAnswer answer = ModelAnswer.of(test, ModelCatalog.named(model), 3);
        assertThat(answer.problem()).as("%s under %s", name, model).isNull();
        assertThat(found(answer, ModelCatalog.named(model)))
            .as("%s under %s: %s", name, model, expectation.reason())
            .isEqualTo(expectation.expected());
        if (expectation.expected() == Expected.UNDEFINED) {
          assertThat(answer.undefining()).as(name).contains(expectation.flag());
        }
      }
    }
    assertThat(models)
        .containsExactlyInAnyOrderElementsOf(
            Library.asynchronous().contains(name) ? ModelCatalog.asynchronous() : models(name));
  }

  /** The models of PTX that judge a test without asynchronous operations. */
  private static List<String> models(String name) {
    return ModelCatalog.names().stream()
        .filter(model -> !model.equals("ptx"))
        .filter(model ->
            ModelCatalog.named(model).knowsTransactions() == Library.transactions().contains(name))
        .toList();
  }

  private static Expected found(ModelAnswer answer, CatModel model) {
    AllowedOutcomes findings = Objects.requireNonNull(answer.findings());
    boolean verdict = answer.verdict();
    List<String> undefining = findings.flags().keySet().stream().filter(model::undefines).toList();
    if (!undefining.isEmpty()) {
      return model.knowsAsynchrony() && !undefining.equals(List.of("race"))
          ? Expected.UNDEFINED
          : Expected.RACY;
    }
    return verdict ? Expected.YES : Expected.NO;
  }

  private static List<String> everyName() {
    return Stream.concat(names().stream(), Library.terminations().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("everyName")
  void aTestSaysWhatItIsAboutAndIsWrittenAsItIsRead(String name) {
    LitmusTest test = Library.test(name);
    assertThat(test.name()).isEqualTo(name);
    assertThat(test.quantifier()).isEqualTo(LitmusTest.Quantifier.EXISTS);
    assertThat(Library.about(name)).endsWith(".");
    assertThat(LitmusTest.read(name, LitmusWriter.text(test))).isEqualTo(test);
  }

  @Test
  void theIndexHasEveryTest() throws IOException {
    List<String> ofMechanisms = Protocols.refuters().stream().map(RefuterFile::name).toList();
    Path folder = Path.of("src/main/resources/dev/syncopate/model/library");
    assertIndexed(
        folder, Library.names().stream().filter(name -> !ofMechanisms.contains(name)).toList());
    assertIndexed(folder.resolve("transaction"), Library.transactions());
    assertIndexed(folder.resolve("termination"), Library.terminations());
    assertIndexed(folder.resolve("asynchronous"), Library.asynchronous());
    assertThatThrownBy(() -> Library.text("MP")).hasMessage("the library has no MP.litmus");
  }

  @Test
  void aTestThatRefutesOneMechanismAloneLiesInItsFolder() {
    Map<String, Set<String>> expected = new TreeMap<>();
    for (String name : Library.names()) {
      Set<String> folders = new TreeSet<>();
      for (String protocol : protocols()) {
        if (!Library.refutes(name, protocol).isEmpty()) {
          folders.add(folderOf(protocol));
        }
      }
      if (folders.size() == 1) {
        expected.put(name, folders);
      }
    }
    Map<String, Set<String>> found = new TreeMap<>();
    for (RefuterFile refuter : Protocols.refuters()) {
      found.put(refuter.name(), Set.of(refuter.mechanism().getPackageName()));
    }
    assertThat(found)
        .as("tests that refute mutants of one mechanism, and the mechanism's package")
        .isEqualTo(expected);
  }

  @Test
  void aManifestNamesEveryFileOfItsRefuters() throws IOException {
    Path mechanisms = Path.of("../memory/src/main/java/dev/syncopate/memory/mechanism");
    try (Stream<Path> files = Files.walk(mechanisms)) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".litmus"))
                  .map(file -> mechanisms.relativize(file).toString()))
          .as("litmus tests in mechanisms' folders, and those that manifests name")
          .containsExactlyInAnyOrderElementsOf(
              Protocols.refuters().stream().map(LibraryTest::path).toList());
    }
  }

  private static String path(RefuterFile refuter) {
    String folder = refuter.mechanism().getPackageName().replaceFirst(".*\\.mechanism\\.", "");
    return folder + "/refuters/" + refuter.name() + ".litmus";
  }

  @Test
  void aRefuterThatIsMissingIsAnErrorThatNamesTheManifest() {
    assertThatThrownBy(() -> new RefuterFile(LabDecorator.class, "comm-none").text())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "LabDecorator names a refuter comm-none, but its package has no"
                + " refuters/comm-none.litmus");
  }

  private static List<String> protocols() {
    return Stream.concat(
            Protocols.all().stream().map(Protocol::name), SeededFault.decorated().stream())
        .toList();
  }

  /** The package of the outermost mechanism of a protocol. */
  private static String folderOf(String protocol) {
    return Protocols.named(protocol).getClass().getPackageName();
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
