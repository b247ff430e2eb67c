package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * The notebook is executed, and its numbers are those of its stored outputs; {@code -DupdateDocs}
 * stores them.
 */
@EnabledIf(
    value = "dev.syncopate.app.cli.Python#executesNotebooks",
    disabledReason = Python.MISSING)
class NotebookTest {
  private static final Pattern NUMBER = Pattern.compile("-?\\d+(?:\\.\\d+)?");
  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Test
  void theNotebookShowsWhatTheProgramMeasures(@TempDir Path folder) throws Exception {
    Path notebook = Checkout.launcher().resolveSibling("examples/notebooks/hash-tables.ipynb");
    Shell.Result result =
        Python.run(
            Python.with("pandas", "nbconvert", "ipykernel").orElseThrow(),
            folder.resolve("launcher"),
            "-m",
            "nbconvert",
            "--to",
            "notebook",
            "--execute",
            "--output-dir",
            folder.toString(),
            notebook.toString());
    assertThat(result.code()).as(result.out()).isZero();
    JsonNode executed = MAPPER.readTree(folder.resolve("hash-tables.ipynb").toFile());
    List<String> numbers = numbers(executed);
    assertThat(numbers).contains("372113", "1315192").hasSizeGreaterThan(100);
    if (System.getProperty("updateDocs") != null) {
      Files.writeString(notebook, stored(executed));
    }
    assertThat(numbers(MAPPER.readTree(notebook.toFile())))
        .as("numbers of the stored outputs; ./syncopate docs python stores them anew")
        .isEqualTo(numbers);
  }

  /** Numbers of all outputs in their order: of tables as text, and of the chart. */
  private static List<String> numbers(JsonNode notebook) {
    List<String> numbers = new ArrayList<>();
    for (JsonNode cell : notebook.path("cells")) {
      for (JsonNode output : cell.path("outputs")) {
        assertThat(output.path("output_type").asText()).isEqualTo("execute_result");
        JsonNode data = output.path("data");
        String text =
            text(data.has("image/svg+xml") ? data.path("image/svg+xml") : data.path("text/plain"));
        NUMBER.matcher(text).results().map(MatchResult::group).forEach(numbers::add);
      }
    }
    return numbers;
  }

  /** A notebook has a text, or its lines. */
  private static String text(JsonNode lines) {
    StringBuilder text = new StringBuilder(lines.asText());
    lines.forEach(line -> text.append(line.asText()));
    return text.toString();
  }

  /** The notebook without what differs from computer to computer: times and versions. */
  private static String stored(JsonNode notebook) throws IOException {
    for (JsonNode cell : notebook.path("cells")) {
      ((ObjectNode) cell.path("metadata")).removeAll();
    }
    ObjectNode language = (ObjectNode) notebook.path("metadata").path("language_info");
    language.removeAll().put("name", "python");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter(
            Separators.createDefaultInstance()
                .withObjectFieldValueSpacing(Separators.Spacing.AFTER));
    DefaultIndenter indenter = new DefaultIndenter(" ", "\n");
    printer.indentArraysWith(indenter);
    printer.indentObjectsWith(indenter);
    return MAPPER.writer(printer).writeValueAsString(notebook) + "\n";
  }
}
