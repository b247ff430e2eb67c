package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.syncopate.study.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The list of components that a release brings along. */
class BillOfMaterialsTest {
  private static final String BUILT =
      """
      {"bomFormat": "CycloneDX",
       "metadata": {"component": {"type": "application", "bom-ref": "app", "name": "syncopate-app"}},
       "components": [{"type": "application", "bom-ref": "sim", "name": "syncopate-sim"}],
       "dependencies": [{"ref": "app", "dependsOn": ["sim"]}, {"ref": "sim", "dependsOn": []}]}
      """;

  private static final Path LIBRARIES =
      Checkout.root().resolve("study/src/main/resources/dev/syncopate/study/report/vega");

  private static final BillOfMaterials.JavaRuntime RUNTIME =
      new BillOfMaterials.JavaRuntime("25.0.3+9", "Somebody", List.of("java.base", "java.xml"));

  private static Map<String, JsonNode> components(JsonNode bill) {
    Map<String, JsonNode> components = new HashMap<>();
    bill.get("components").forEach(node -> components.put(node.get("name").asText(), node));
    return components;
  }

  @Test
  void librariesInTheJarAndTheRuntimeJoinTheBuildsComponents() throws Exception {
    JsonNode bill = BillOfMaterials.complete(new ObjectMapper().readTree(BUILT), RUNTIME);
    Map<String, JsonNode> components = components(bill);
    assertThat(components)
        .containsOnlyKeys("syncopate-sim", "vega", "vega-lite", "vega-embed", "openjdk");
    JsonNode module = Objects.requireNonNull(components.get("syncopate-sim"));
    assertThat(module.get("type").asText()).isEqualTo("library");
    JsonNode runtime = Objects.requireNonNull(components.get("openjdk"));
    assertThat(runtime.get("version").asText()).isEqualTo("25.0.3+9");
    assertThat(runtime.get("licenses").get(0).get("expression").asText())
        .isEqualTo("GPL-2.0-only WITH Classpath-exception-2.0");
    assertThat(runtime.get("properties").findValuesAsText("value"))
        .containsExactly("java.base", "java.xml");
    assertThat(bill.get("metadata").get("component").get("name").asText()).isEqualTo("syncopate");
  }

  @Test
  void everyComponentIsReachedFromTheProgram() throws Exception {
    JsonNode bill = BillOfMaterials.complete(new ObjectMapper().readTree(BUILT), RUNTIME);
    List<String> references = bill.get("components").findValuesAsText("bom-ref");
    List<String> direct =
        Stream.of(bill.get("dependencies").get(0).get("dependsOn"))
            .flatMap(node -> node.valueStream().map(JsonNode::asText))
            .toList();
    assertThat(direct).containsExactlyElementsOf(references);
    assertThat(bill.get("dependencies").findValuesAsText("ref")).containsAll(references);
  }

  @Test
  void twoBillsOfOneReleaseAreTheSameText() throws Exception {
    JsonNode built = new ObjectMapper().readTree(BUILT);
    assertThat(Json.write(BillOfMaterials.complete(built, RUNTIME)))
        .isEqualTo(Json.write(BillOfMaterials.complete(built, RUNTIME)))
        .doesNotContain("timestamp", "serialNumber");
  }

  /** The versions and licences that components.json states are those of the files beside it. */
  @Test
  void everyScriptIsListedWithTheVersionThatItStates() throws Exception {
    JsonNode listed = new ObjectMapper().readTree(LIBRARIES.resolve("components.json").toFile());
    Map<String, String> versions = new HashMap<>();
    listed.forEach(node -> versions.put(node.get("file").asText(), node.get("version").asText()));
    try (Stream<Path> files = Files.list(LIBRARIES)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".js")).toList()) {
        String name = file.getFileName().toString();
        assertThat(versions).containsKey(name);
        assertThat(Files.readString(file)).contains("=\"" + versions.remove(name) + "\"");
        assertThat(LIBRARIES.resolve("LICENSE-" + name.replace(".min.js", ".txt")))
            .content()
            .contains("Redistributions of source code must retain the above copyright notice");
      }
    }
    assertThat(versions).isEmpty();
  }

  @Test
  void theRuntimeThatExecutesTheProgramIsTheOneThatIsListed() {
    BillOfMaterials.JavaRuntime current = BillOfMaterials.JavaRuntime.current();
    assertThat(current.version()).startsWith("25");
    assertThat(current.modules()).contains("java.base").isSorted();
  }
}
