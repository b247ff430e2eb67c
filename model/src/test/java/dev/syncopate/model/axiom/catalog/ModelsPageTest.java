package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.axiom.cat.graph.CatVocabulary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The documentation's page has every model and every base name. */
class ModelsPageTest {
  @Test
  void thePageListsModelsAndNames() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "check", "litmus.md"));
    assertThat(ModelCatalog.names())
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    assertThat(ModelCatalog.languages())
        .allSatisfy(name -> assertThat(page).contains("### `" + name + "`"));
    CatVocabulary.standard()
        .bases()
        .forEach((name, base) ->
            assertThat(page)
                .contains(
                    "| `%s` | %s | %s |"
                        .formatted(name, base.isSet() ? "set" : "relation", base.meaning())));
  }
}
