package dev.syncopate.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of docs/study/results.md, on the table of the sweep that the page names. */
class ResultsPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(\\w+)` \\| (text|number) \\| (.*) \\|$");

  /** Debian's and others'. */
  private static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");

  @TempDir private static Path folder = Path.of("");

  private static String page = "";

  @BeforeAll
  static void theSweepOfThePageHasRun() throws IOException {
    page = Files.readString(Checkout.documentation("results.md"));
    assertThat(page).contains("./syncopate sweep examples/sweeps/l1-size.yaml\n");
    Shell.Result result =
        Shell.run(
            "sweep",
            Checkout.launcher().resolveSibling("examples/sweeps/l1-size.yaml").toString(),
            "--out",
            folder.resolve("syncopate-studies/sweep-l1-size").toString(),
            "--quiet");
    assertThat(result.code()).as(result.err()).isZero();
  }

  private static List<String> blocks(String language) {
    return BLOCK
        .matcher(page)
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  private static List<JsonNode> rows() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    List<JsonNode> rows = new ArrayList<>();
    for (String line :
        Files.readAllLines(
            folder.resolve("syncopate-studies/sweep-l1-size/l1-size-results.ndjson"))) {
      rows.add(mapper.readTree(line));
    }
    return rows;
  }

  private static JsonNode schema() throws IOException {
    return new ObjectMapper().readTree(Checkout.documentation("results-schema.json").toFile());
  }

  @Test
  void thePageHasTheColumnsOfTheSchema() throws IOException {
    Map<String, String> stated = new LinkedHashMap<>();
    Matcher matcher = ROW.matcher(page);
    while (matcher.find()) {
      stated.put(matcher.group(1), matcher.group(2) + ": " + matcher.group(3));
    }
    Map<String, String> expected = new LinkedHashMap<>();
    schema()
        .path("properties")
        .properties()
        .forEach(column ->
            expected.put(
                column.getKey(),
                (column.getValue().path("type").asText().equals("integer") ? "number: " : "text: ")
                    + column.getValue().path("description").asText()));
    assertThat(stated).containsExactlyEntriesOf(expected);
  }

  @Test
  void everyLineIsAsTheSchemaSays() throws IOException {
    JsonNode schema = schema();
    List<String> names = new ArrayList<>();
    schema.path("required").forEach(name -> names.add(name.asText()));
    assertThat(names).isEqualTo(List.copyOf(columns(schema.path("properties"))));
    assertThat(rows())
        .hasSize(20)
        .allSatisfy(row -> {
          assertThat(columns(row)).containsAll(names).startsWith("schema", "subject");
          row.properties()
              .forEach(cell ->
                  assertThat(fits(cell.getValue(), definition(schema, cell.getKey())))
                      .as(cell.toString())
                      .isTrue());
          assertThat(row.path("schema").asInt()).isEqualTo(schema.path("version").asInt());
        });
  }

  private static List<String> columns(JsonNode object) {
    return object.properties().stream().map(Map.Entry::getKey).toList();
  }

  private static JsonNode definition(JsonNode schema, String column) {
    if (schema.path("properties").has(column)) {
      return schema.path("properties").path(column);
    }
    return schema.path("patternProperties").properties().stream()
        .filter(pattern -> Pattern.compile(pattern.getKey()).matcher(column).find())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(schema.path("additionalProperties"));
  }

  /** By the keywords that the schema has. */
  private static boolean fits(JsonNode value, JsonNode definition) {
    List<String> types = new ArrayList<>();
    JsonNode type = definition.path("type");
    if (type.isTextual()) {
      types.add(type.asText());
    }
    type.forEach(name -> types.add(name.asText()));
    String valueType = value.isNull() ? "null" : value.isIntegralNumber() ? "integer" : "string";
    boolean isListed = !definition.has("enum");
    for (JsonNode listed : definition.path("enum")) {
      isListed |= listed.equals(value);
    }
    return types.contains(valueType)
        && isListed
        && value.asLong() >= definition.path("minimum").asLong(Long.MIN_VALUE)
        && (!definition.has("const")
            || definition.path("const").asLong() == value.asLong(Long.MIN_VALUE));
  }

  private static Connection connected() throws SQLException {
    try {
      return DriverManager.getConnection("jdbc:duckdb:");
    } catch (SQLException e) {
      assumeTrue(
          !String.valueOf(e.getMessage()).contains("No suitable driver"),
          "DuckDB's driver is not on the class path: -Dmaven.test.skip leaves it out");
      throw e;
    }
  }

  /** The rows of every query of the page, by the query. */
  private static Map<String, List<Map<String, Object>>> answers() throws SQLException {
    Map<String, List<Map<String, Object>>> answers = new LinkedHashMap<>();
    try (Connection connection = connected();
        Statement statement = connection.createStatement()) {
      for (String query : String.join("", blocks("sql")).split(";\\s*", -1)) {
        if (query.isBlank()) {
          continue; // behind the last semicolon
        }
        String located =
            query
                .replace("'syncopate-studies", "'" + folder.resolve("syncopate-studies"))
                .replace("'l1-size.parquet", "'" + folder.resolve("l1-size.parquet"));
        List<Map<String, Object>> rows = new ArrayList<>();
        if (statement.execute(located)) {
          try (ResultSet set = statement.getResultSet()) {
            while (set.next()) {
              rows.add(row(set));
            }
          }
        }
        answers.put(query, rows);
      }
    }
    return answers;
  }

  private static Map<String, Object> row(ResultSet set) throws SQLException {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 1; i <= set.getMetaData().getColumnCount(); i++) {
      row.put(set.getMetaData().getColumnName(i), String.valueOf(set.getObject(i)));
    }
    return row;
  }

  private static List<Map<String, Object>> answer(String words) throws SQLException {
    return answers().entrySet().stream()
        .filter(answer -> answer.getKey().contains(words))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  @Test
  void everyQueryOfThePageRunsInDuckDb() throws SQLException {
    assertThat(answers()).hasSize(10);
    answers()
        .forEach((query, rows) -> {
          if (!query.startsWith("CREATE") && !query.startsWith("COPY")) {
            assertThat(rows).as(query).isNotEmpty();
          }
        });
    assertThat(answer("SELECT workload, \"l1.size\", protocol, cycles")).hasSize(20);
    assertThat(answer("SELECT ending"))
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("ending", "right"))
        .satisfies(row -> assertThat(row).containsEntry("simulations", "20"));
    assertThat(answer("FROM 'l1-size.parquet'")).containsExactly(Map.of("count_star()", "20"));
    assertThat(answer("PIVOT results"))
        .hasSize(8)
        .allSatisfy(row -> assertThat(row).containsKeys("gpu", "gpu+lab64", "denovo"));
    assertThat(answer("UNPIVOT")).hasSize(10);
  }

  /** Of gpu, the quotients are 1; of the others, those that the lines have. */
  @Test
  void theSpeedUpOfDuckDbIsThatOfTheLines() throws Exception {
    Map<String, Double> expected = speedups();
    List<Map<String, Object>> rows = answer("AS speedup");
    assertThat(rows).hasSize(20);
    for (Map<String, Object> row : rows) {
      String key =
          "%s %s %s".formatted(row.get("workload"), row.get("l1.size"), row.get("protocol"));
      assertThat(Double.parseDouble(String.valueOf(row.get("speedup"))))
          .as(key)
          .isCloseTo(expected.getOrDefault(key, Double.NaN), within(1e-9));
    }
  }

  private static Map<String, Double> speedups() throws IOException {
    Map<String, Double> cycles = new TreeMap<>();
    for (JsonNode row : rows()) {
      cycles.put(
          "%s %s %s"
              .formatted(
                  row.path("workload").asText(),
                  row.path("l1.size").asText(),
                  row.path("protocol").asText()),
          row.path("cycles").asDouble());
    }
    Map<String, Double> speedups = new TreeMap<>();
    cycles.forEach((key, count) -> {
      Double base = cycles.get(key.replaceFirst(" \\S+$", " gpu"));
      speedups.put(key, base == null ? Double.NaN : base / count);
    });
    return speedups;
  }

  private record Ran(int code, String printed) {}

  private static Ran ran(List<String> line) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ran(process.waitFor(), printed);
  }

  private static boolean succeeds(String... line) throws InterruptedException {
    try {
      return ran(List.of(line)).code == 0;
    } catch (IOException e) {
      return false; // there is no such program
    }
  }

  /** In whatever layout a tool prints: a line with the size and its three quotients. */
  private static void assertPrintsSpeedups(String printed) throws IOException {
    Map<String, Double> speedups = speedups();
    for (String workload : List.of("histogram", "pagerank")) {
      for (String protocol : List.of("gpu+lab64", "denovo")) {
        double speedup = speedups.getOrDefault(workload + " 32KiB " + protocol, Double.NaN);
        Pattern line =
            Pattern.compile("(?m)^.*32KiB.* " + Pattern.quote(rounded(speedup)) + "\\b.*$");
        assertThat(printed).as(workload + " " + protocol).containsPattern(line);
      }
    }
  }

  private static String rounded(double value) {
    return String.format(java.util.Locale.ROOT, "%.2f", value);
  }

  @Test
  void thePandasSnippetPrintsTheSpeedUps() throws Exception {
    String python = "";
    for (String candidate : PYTHONS) {
      if (python.isEmpty() && succeeds(candidate, "-c", "import pandas")) {
        python = candidate;
      }
    }
    assumeTrue(
        !python.isEmpty(),
        "there is no python3 with pandas: CONTRIBUTING.md says how to install it");
    Path script = Files.writeString(folder.resolve("page.py"), String.join("", blocks("python")));
    Ran ran = ran(List.of(python, script.toString()));
    assertThat(ran.code).as(ran.printed).isZero();
    assertThat(ran.printed).contains("gpu+lab64", "histogram", "pagerank");
    assertPrintsSpeedups(ran.printed);
  }

  @Test
  void theSnippetOfRPrintsTheSpeedUps() throws Exception {
    assumeTrue(
        succeeds("Rscript", "-e", "library(jsonlite)"),
        "there is no Rscript with jsonlite: CONTRIBUTING.md says how to install it");
    Path script = Files.writeString(folder.resolve("page.R"), String.join("", blocks("r")));
    Ran ran = ran(List.of("Rscript", script.toString()));
    assertThat(ran.code).as(ran.printed).isZero();
    assertThat(ran.printed).contains("gpu+lab64", "histogram", "pagerank");
    assertPrintsSpeedups(ran.printed);
  }

  @Test
  void everySnippetOfThePageIsOfATestedLanguage() {
    assertThat(Stream.of("sql", "python", "r").mapToInt(language -> blocks(language).size()).sum())
        .isEqualTo((int) BLOCK.matcher(page).results().count());
  }
}
