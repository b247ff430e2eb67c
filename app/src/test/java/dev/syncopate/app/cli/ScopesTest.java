package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --check scopes}, from its options to what is printed. */
class ScopesTest {
  @TempDir private Path folder;

  private static Shell.Result launch(String example, String... extraOptions) {
    Path ptx = Checkout.launcher().resolveSibling("examples/" + example + ".ptx");
    List<String> words =
        new ArrayList<>(
            List.of("launch", ptx.toString(), "--grid", "4", "--block", "32", "--quiet"));
    words.addAll(List.of("--arg", "u32[64]=zero", "--gpu", "srsp-8cu", "--check", "scopes"));
    words.addAll(List.of("--set", "core.warpWidth=32"));
    words.addAll(List.of(extraOptions));
    return Shell.run(words.toArray(String[]::new));
  }

  @Test
  void linesThatAreNotNeededAndThePatternOfPromotionAreNamedWithTheirGain() {
    Shell.Result result = launch("scopes/owned_lock", "--protocol", "srsp");
    assertThat(result.code()).isZero();
    assertThat(result.out())
        .startsWith("what would do, free of races and with the right answer, for this input (")
        .containsPattern(
            "owned_lock.cu:25 fence.sc.gpu: nothing would do for this input, [0-9,]+ cycles,"
                + " [0-9.]+ % fewer\n")
        .containsPattern(
            "owned_lock.cu:26 .* st.release.gpu: relaxed.gpu would do for this input, [0-9,]+"
                + " cycles, [0-9.]+ % fewer\n")
        .containsPattern("owned_lock.cu:30 .* atom.cas.acquire.gpu: needed as it is for this input")
        .contains("all of these but owned_lock.cu:25 fence.sc.gpu at once, for this input: ")
        .contains("remote scope promotion, for this input: ")
        .containsPattern("  at cta scope could be owned_lock.cu:22 .*, owned_lock.cu:26 ")
        .containsPattern("  [.]remote would have to be owned_lock.cu:30 .*, owned_lock.cu:33 ");
  }

  @Test
  void everySuggestionIsForThisInput() {
    launch("scopes/owned_lock")
        .out()
        .lines()
        .filter(line -> line.contains("would do") || line.contains("at once"))
        .forEach(line -> assertThat(line).contains("for this input"));
  }

  @Test
  void aRunWithRacesGetsNone() {
    Shell.Result result = launch("races/ticket_lock", "--kernel", "ticket_wrong");
    assertThat(result.out())
        .isEqualTo("no advice about scopes: the run has races, which come first\n");
  }

  @Test
  void theDocumentHasIt() throws Exception {
    Path json = folder.resolve("a.json");
    assertThat(launch("scopes/owned_lock", "--json=" + json).code()).isZero();
    JsonNode scopes = new ObjectMapper().readTree(Files.readString(json)).get("scopes");
    assertThat(scopes.get("lines")).hasSize(5);
    JsonNode fence = scopes.get("lines").get(1);
    assertThat(fence.get("what").asText()).isEqualTo("fence.sc.gpu");
    assertThat(fence.get("instead").asText()).isEqualTo("nothing");
    assertThat(fence.get("cycles").asLong()).isLessThan(scopes.get("cycles").asLong());
    assertThat(scopes.get("promotion").get("remote")).hasSize(2);
    assertThat(scopes.get("promotion").get("cycles").isNull()).isTrue();
  }

  @Test
  void aWorkloadsAnswerDecidesAsWell() {
    Shell.Result result =
        Shell.run("run", "spinmutex", "--gpu=rsp-8cu", "--check=scopes", "--quiet", "--size=small");
    assertThat(result.code()).isZero();
    assertThat(result.out()).contains("needed as it is for this input");
  }

  @Test
  void itIsForOneSchedule() {
    Shell.Result result = launch("scopes/owned_lock", "--perturb", "2");
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("--check scopes tells of one run");
  }
}
