package dev.syncopate.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a study at full scale wrote, kept in the directory of the pages: hours of simulation that no
 * test repeats. Pages take their tables and numbers from there, so that none is typed.
 */
final class StoredFigures {
  private static final Pattern FIELD = Pattern.compile("\\G(?:\"((?:[^\"]|\"\")*)\"|([^,]*))(,|$)");

  private final List<Map<String, String>> rows = new ArrayList<>();
  private final String file;

  /**
   * @param file in the directory of the pages, as in {@code fidelity-srsp-figures.csv}
   */
  StoredFigures(String file) {
    this.file = file;
    List<String> lines;
    try {
      lines = Files.readAllLines(Checkout.documentation(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<String> names = fields(lines.getFirst());
    for (String line : lines.subList(1, lines.size())) {
      List<String> values = fields(line);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < names.size(); i++) {
        row.put(names.get(i), values.get(i));
      }
      rows.add(row);
    }
  }

  static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    Matcher matcher = FIELD.matcher(line);
    boolean hasMore = true;
    while (hasMore && matcher.find()) {
      String quoted = matcher.group(1);
      fields.add(quoted == null ? matcher.group(2) : quoted.replace("\"\"", "\""));
      hasMore = ",".equals(matcher.group(3));
    }
    return fields;
  }

  /**
   * A figure as a table: groups by series, what the paper states in brackets. What was not measured
   * is left empty, and a group of which nothing was is left out.
   */
  String table(String figure) {
    Set<String> series = new LinkedHashSet<>();
    Map<String, Map<String, String>> groups = new LinkedHashMap<>();
    for (Map<String, String> row : of(figure)) {
      series.add(of(row, "series"));
      groups
          .computeIfAbsent(of(row, "group"), group -> new LinkedHashMap<>())
          .put(of(row, "series"), cell(row));
    }
    StringBuilder table = new StringBuilder("| | " + String.join(" | ", series) + " |\n|---|");
    table.append("---|".repeat(series.size())).append('\n');
    groups.values().removeIf(cells -> cells.values().stream().allMatch(String::isEmpty));
    groups.forEach((group, cells) -> {
      table.append("| ").append(group).append(" |");
      series.forEach(
          seriesName -> table.append(' ').append(cells.getOrDefault(seriesName, "")).append(" |"));
      table.append('\n');
    });
    return table.toString();
  }

  /** The claims for which the paper states a number, and what was measured. */
  String claims() {
    StringBuilder table =
        new StringBuilder("| statement | published | here | |\n|---|---|---|---|\n");
    rows.stream()
        .filter(row -> !of(row, "published").equals("-"))
        .forEach(row ->
            table.append(
                "| %s (%s) | %s | %s | %s |\n"
                    .formatted(
                        of(row, "statement"),
                        of(row, "source"),
                        of(row, "published"),
                        of(row, "measured"),
                        of(row, "verdict"))));
    return table.toString();
  }

  /** Behind the name of what is otherwise, where claims are judged more than once. */
  private static final String VERDICT = " verdict";

  private static final String MEASURED = " measured";

  /** Additional verdicts of claims, in the order of the columns. */
  private List<String> beside() {
    return rows.getFirst().keySet().stream()
        .filter(name -> name.endsWith(VERDICT))
        .map(name -> name.substring(0, name.length() - VERDICT.length()))
        .toList();
  }

  /** How many claims have which verdict, a row each time that they are judged. */
  String verdicts() {
    List<String> verdicts = List.of("held", "partly", "not held", "not measured");
    StringBuilder table = new StringBuilder("| | " + String.join(" | ", verdicts) + " |\n");
    table.append("|---|").repeat("---|", verdicts.size()).append('\n');
    verdicts(table, "as it is", "verdict", verdicts);
    beside().forEach(name -> verdicts(table, name, name + VERDICT, verdicts));
    return table.toString();
  }

  private void verdicts(StringBuilder table, String name, String column, List<String> verdicts) {
    table.append("| ").append(name).append(" |");
    for (String verdict : verdicts) {
      long count = rows.stream().filter(row -> verdict.equals(row.get(column))).count();
      table.append(' ').append(count).append(" |");
    }
    table.append('\n');
  }

  /** The claims that have more than one verdict, each with what was measured. */
  String differing() {
    List<String> beside = beside();
    StringBuilder table =
        new StringBuilder(
            "| statement | published | as it is | " + String.join(" | ", beside) + " |\n");
    table.append("|---|---|---|").repeat("---|", beside.size()).append('\n');
    for (Map<String, String> row : rows) {
      List<String> verdicts = List.of(of(row, "verdict"));
      if (beside.stream().allMatch(name -> verdicts.contains(of(row, name + VERDICT)))) {
        continue;
      }
      table.append(
          "| %s (%s) | %s |"
              .formatted(of(row, "statement"), of(row, "source"), of(row, "published")));
      judged(table, of(row, "verdict"), of(row, "measured"));
      beside.forEach(name -> judged(table, of(row, name + VERDICT), of(row, name + MEASURED)));
      table.append('\n');
    }
    return table.toString();
  }

  /** Without the names of exceptions and the range, which the file has. */
  private static void judged(StringBuilder table, String verdict, String measured) {
    table.append(" %s, %s |".formatted(verdict, measured.replaceFirst("[;,].*", "")));
  }

  /**
   * A value of a figure, what is said of a claim, or how many claims have a verdict.
   *
   * @param path {@code FIGURE / GROUP / SERIES}, {@code CLAIM / COLUMN}, or {@code held}
   */
  String value(String path) {
    String[] parts = path.split(" / ", -1);
    if (parts.length == 1) {
      return Long.toString(rows.stream().filter(row -> path.equals(row.get("verdict"))).count());
    }
    if (parts.length == 2) {
      return rows.stream()
          .filter(row -> parts[0].equals(row.get("id")))
          .map(row -> of(row, parts[1]))
          .findFirst()
          .orElseThrow(() -> new AssertionError(file + " has no " + path));
    }
    return of(parts[0]).stream()
        .filter(row -> parts[1].equals(row.get("group")) && parts[2].equals(row.get("series")))
        .map(row -> number(of(row, "value")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(file + " has no " + path));
  }

  private List<Map<String, String>> of(String figure) {
    List<Map<String, String>> matching =
        rows.stream()
            .filter(row -> figure.equals(row.get("figure")))
            .filter(row -> "value".equals(row.get("statistic")))
            .toList();
    if (matching.isEmpty()) {
      throw new AssertionError(file + " has no figure " + figure);
    }
    return matching;
  }

  private static String of(Map<String, String> row, String column) {
    return Objects.requireNonNull(row.get(column), column);
  }

  private static String cell(Map<String, String> row) {
    String published = of(row, "published");
    if (of(row, "value").isEmpty()) {
      return "";
    }
    return number(of(row, "value")) + (published.isEmpty() ? "" : " (" + published + ")");
  }

  /** With three digits, or all before the point. */
  static String number(String value) {
    if (value.matches("[0-9]+")) {
      return String.format(Locale.ROOT, "%,d", Long.parseLong(value)); // a count
    }
    double number = Double.parseDouble(value);
    String format = number >= 100 ? "%,.0f" : number >= 10 ? "%.1f" : "%.2f";
    return String.format(Locale.ROOT, format, number);
  }
}
