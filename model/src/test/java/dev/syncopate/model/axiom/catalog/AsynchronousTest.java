package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.answer.ModelAnswer;
import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.library.Library;
import dev.syncopate.model.litmus.LitmusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of asynchronous operations: their readings, and who says nothing of them. */
class AsynchronousTest {
  @TempDir private Path folder;

  /** The tests of the library that a reading judges other than the default one. */
  private static Set<String> differing(CatModel reading) {
    CatModel standard = ModelCatalog.named("ptx-9-async");
    Set<String> differing = new TreeSet<>();
    for (String name : Library.asynchronous()) {
      LitmusTest test = Library.test(name);
      if (!flags(test, reading).equals(flags(test, standard))) {
        differing.add(name);
      }
    }
    return differing;
  }

  private static Set<String> flags(LitmusTest test, CatModel model) {
    return Objects.requireNonNull(ModelAnswer.of(test, model, 3).findings()).flags().keySet();
  }

  @Test
  void theReadingsDifferWhereTheyShould() throws IOException {
    Set<String> writer = differing(ModelCatalog.named("ptx-9-async-writer"));
    Set<String> cta = differing(ModelCatalog.named("ptx-9-async-cta"));
    assertThat(writer)
        .containsExactly(
            "alias-fences-apart",
            "hand-over-middle-fences",
            "hand-over-reader-fences",
            "load-source-handed-over",
            "remote-store-peer-fences",
            "reuse-producer-fences",
            "store-barrier-issuer-fences");
    assertThat(cta)
        .containsExactly(
            "hand-over-middle-fences", "hand-over-writer-fences", "remote-store-writer-fences");
    assertThat(differing(ModelCatalog.named("ptx-9-async-strict")))
        .containsExactly("chain-peer", "store-peer-loads");
    Path combined = folder.resolve("both.cat");
    Files.writeString(
        combined,
        """
        "Fence by the writer, and an async proxy for each CTA"
        include "async-fence-by-writer.cat"
        let one-async-proxy = scta
        include "ptx-async.cat"
        """);
    writer.addAll(List.of("chain-peer", "store-peer-loads"));
    assertThat(differing(ModelCatalog.read(combined))).isEqualTo(writer);
  }

  @Test
  void otherModelsSaySo() {
    LitmusTest test = Library.test("store-fenced");
    assertThat(ModelAnswer.of(test, ModelCatalog.named("ptx"), 3).problem())
        .isEqualTo("the model says nothing of asynchronous operations; ptx-9-async does");
  }

  @Test
  void aTestWithoutAsynchronousOperationsIsJudgedAsByTheModelThatItExtends() {
    CatModel extended = ModelCatalog.named("ptx-7.5");
    for (String name : Library.names()) {
      LitmusTest test = Library.test(name);
      ModelAnswer answer = ModelAnswer.of(test, ModelCatalog.named("ptx-9-async"), 2);
      assertThat(Objects.requireNonNull(answer.findings(), name).outcomes().keySet())
          .as(name)
          .isEqualTo(
              Objects.requireNonNull(ModelAnswer.of(test, extended, 2).findings())
                  .outcomes()
                  .keySet());
    }
  }
}
