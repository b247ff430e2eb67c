package dev.syncopate.machine.preset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.machine.preset.ValueSources.Value;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The page on where each value of each machine comes from is made here of the machines' files;
 * {@code -DupdateDocs} writes it.
 */
class MachinesPageTest {
  private static final String HEAD =
      """
      # Machines: where each value comes from

      This page lists, for each machine of the program, the values that can decide a result and their sources: a
      paper's table, another document, or a decision. [Configuration](configuration.md) has the meaning and range of
      each field.

          ./syncopate gpus                              # the machines
          ./syncopate gpus heterosync-15cu --source     # a machine's file, of which this page is made
          ./syncopate gpus heterosync-15cu/links        # the machine in another reading
          ./syncopate run spm-g --gpu heterosync-15cu/links

      A mark such as [het T3] is a document and a place in it; the text above a table names the document. A *decision*
      is a choice of this project where no available document states the value. Fields of parts that a machine lacks
      (a mesh's fields with a crossbar) have no effect and are left out. A *reading* has values from the literature
      where the paper is silent or ambiguous. It is a machine as well, whose name follows a slash. A study under
      readings judges each claim once more ([fidelity](../study/fidelity-heterosync.md)).

      (This page is generated: `./syncopate docs machines`.)

      """;

  /** Who has said what a machine is. */
  private record Count(int documents, int decisions) {
    static Count of(Map<String, Value> values) {
      int decisions = (int) values.values().stream().filter(Value::decided).count();
      return new Count(values.size() - decisions, decisions);
    }
  }

  @Test
  void thePageIsCurrent() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    page.append("| machine | values from documents | decisions | readings |\n|---|---|---|---|\n");
    for (String name : Presets.names()) {
      ValueSources file = ValueSources.of(name);
      Count count = Count.of(file.values());
      List<String> readings = Presets.readings(name);
      page.append(
          "| [%s](#%s) | %s | %s | %s |\n"
              .formatted(
                  name,
                  name,
                  file.base().isEmpty()
                      ? count.documents()
                      : "%s, and %d".formatted(file.base(), count.documents()),
                  file.base().isEmpty() ? count.decisions() : "+ " + count.decisions(),
                  readings.isEmpty() ? "" : String.join(", ", readings)));
    }
    Presets.names().forEach(name -> machine(name, page));
    GeneratedPage.isCurrent("docs/use/machines.md", page.toString());
  }

  private static void machine(String name, StringBuilder page) {
    ValueSources file = ValueSources.of(name);
    page.append("\n## ").append(name).append("\n\n");
    file.about().forEach(paragraph -> page.append(paragraph).append("\n\n"));
    if (!file.base().isEmpty()) {
      page.append("As [%s](#%s), but for\n\n".formatted(file.base(), file.base()));
    }
    Map<String, List<String>> readings = readings(name);
    boolean read = !readings.isEmpty();
    page.append(read ? "| field | value | from | in a reading |\n|---|---|---|---|\n" : HEADER);
    file.values()
        .forEach((path, value) -> {
          if (!value.ofNoAccount() && !unused(file, path)) {
            page.append("| `%s` | %s | %s |".formatted(path, value.text(), value.source()));
            List<String> alternatives = readings.getOrDefault(path, List.of());
            page.append(read ? " " + String.join("; ", alternatives) + " |\n" : "\n");
          }
        });
    readings.keySet().removeAll(file.values().keySet());
    readings.forEach((path, alternatives) ->
        page.append(
            "| `%s` | the default | no file gives one | %s |\n"
                .formatted(path, String.join("; ", alternatives))));
    if (read) {
      page.append("\nIts readings, of which each changes the fields that name it:\n\n");
      for (String reading : Presets.readings(name)) {
        List<String> about = ValueSources.of(Presets.reading(name, reading)).about();
        page.append("- **`%s/%s`**: %s\n".formatted(name, reading, String.join(" ", about)));
      }
    }
  }

  private static final String HEADER = "| field | value | from |\n|---|---|---|\n";

  /** Fields of the network that the machine does not have. */
  private static boolean unused(ValueSources file, String path) {
    Value kind = file.values().get("network.kind");
    return kind != null && kind.text().equals("crossbar") && path.startsWith("mesh.");
  }

  /** What readings have for a field, with the reading's name and the source. */
  private static Map<String, List<String>> readings(String name) {
    Map<String, List<String>> readingsByPath = new LinkedHashMap<>();
    for (String reading : Presets.readings(name)) {
      ValueSources.of(Presets.reading(name, reading))
          .values()
          .forEach((path, value) ->
              readingsByPath
                  .computeIfAbsent(path, _ -> new ArrayList<>())
                  .add("`%s`: %s, %s".formatted(reading, value.text(), value.source())));
    }
    return readingsByPath;
  }

  @Test
  void aFileGivesItsValuesWithTheirSources() {
    ValueSources titan = ValueSources.of("titanv-80sm");
    assertThat(titan.about().getFirst()).startsWith("The GPU of \"Only Buffer When You Need To");
    assertThat(titan.values().get("l1.hitLatency"))
        .isEqualTo(new Value("28", "[lab TI] 28 cycles"));
    assertThat(titan.values().get("mechanisms.lab.energy.read8"))
        .isEqualTo(new Value("88.1fJ", "[lab TII] LAB (size 8), read"));
    assertThat(titan.values().get("mesh.width"))
        .matches(Value::ofNoAccount)
        .matches(Value::decided);
    ValueSources smaller = ValueSources.of("srsp-8cu");
    assertThat(smaller.base()).isEqualTo("srsp-64cu");
    assertThat(smaller.values()).containsOnlyKeys("core.units");
  }
}
