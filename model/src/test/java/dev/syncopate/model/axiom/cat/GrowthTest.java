package dev.syncopate.model.axiom.cat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.model.source.SourceText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which models may be asked about executions without the rounds of loops that only looked. */
class GrowthTest {
  private static boolean onlyForbids(String requirement) {
    return CatCompiler.compile(
            new SourceText("m", "\"m\"\n" + requirement), (name, includer) -> null)
        .moreReadsOnlyForbid();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "acyclic po | rf | co | fr",
        "empty rmw & (fre; coe)",
        "let strong = M \\ WEAK acyclic ([strong]; (po \\ loc); [~R])+",
        "let rec hb = po | (hb; hb) irreflexive hb",
        "acyclic po flag ~empty (loc \\ (po; po)) as race",
        "empty po \\ fr",
      })
  void additionsOnlyForbid(String requirement) {
    assertThat(onlyForbids(requirement)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "empty rf \\ (po; po)",
        "~empty rf",
        "acyclic ~(po+)",
        "let rec hb = po | ((hb; hb) \\ (co; co)) irreflexive hb",
        "empty [domain(rf)] \\ [domain(po)]",
      })
  void whatIsAskedNotToBeMayNeedAnAddition(String requirement) {
    assertThat(onlyForbids(requirement)).isFalse();
  }
}
