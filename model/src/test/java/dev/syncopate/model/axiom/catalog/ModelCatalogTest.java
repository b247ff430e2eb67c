package dev.syncopate.model.axiom.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.syncopate.model.axiom.cat.CatModel;
import dev.syncopate.model.source.SourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Models are found by name and by file. */
class ModelCatalogTest {
  @ParameterizedTest
  @MethodSource("dev.syncopate.model.axiom.catalog.ModelCatalog#names")
  void everyModelOfTheListIsOne(String name) {
    CatModel model = ModelCatalog.named(name);
    assertThat(model.name()).isEqualTo(name);
    assertThat(model.title()).isNotEmpty();
    assertThat(model.requirements()).isNotEmpty().doesNotHaveDuplicates();
    assertThat(model.coherenceIsPartial()).as("ours take a total order").isFalse();
    boolean raceFree =
        name.startsWith("drf") || name.startsWith("hrf") || name.equals("local-tx-weak");
    assertThat(model.flags().stream().anyMatch(model::undefines)).isEqualTo(raceFree);
  }

  @Test
  void anUnknownNameIsAnErrorThatListsTheKnownOnes() {
    assertThatThrownBy(() -> ModelCatalog.find("tso"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("no model `tso`; there are sc, drf0, drfrlx, ");
    assertThatThrownBy(() -> ModelCatalog.find("ptx-axioms"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ModelCatalog.find("linux-kernel.def"))
        .hasMessageStartingWith("`linux-kernel.def` is no model; name the file that ends in .cat");
  }

  @Test
  void aFileIncludesWhatIsBesideItAndThenWhatIsHere(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.cat");
    Files.writeString(file, "include \"sc.cat\" include \"drf0.cat\"");
    assertThat(ModelCatalog.find(file.toString()).requirements())
        .containsExactly("sc", "atomicity", "sc", "atomicity");
    Files.writeString(folder.resolve("sc.cat"), "acyclic po as own");
    assertThat(ModelCatalog.read(file).requirements())
        .as("what is here includes only what is here")
        .containsExactly("own", "sc", "atomicity");
  }

  @Test
  void aWrongIncludeSaysWhereItStands(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.cat");
    Files.writeString(file, "\n include \"../no/such.cat\"");
    assertThatThrownBy(() -> ModelCatalog.read(file))
        .isInstanceOf(SourceException.class)
        .hasMessageStartingWith(
            file
                + ":2:2: there is no `../no/such.cat` in the directory of "
                + file
                + " nor in the library");
  }
}
