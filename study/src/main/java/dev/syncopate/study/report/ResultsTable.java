package dev.syncopate.study.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.workload.runtime.Mechanisms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The simulations of a study as one tidy table: a row a simulation, a column a factor, then what
 * came out. Columns are named as docs/study/results.md says; those of options, fields of the
 * machine, figures and counters are there if any simulation has one.
 */
final class ResultsTable {
  /** Version of the schema: a new one whenever a fixed column changes its name or meaning. */
  static final int SCHEMA = 1;

  /** The columns that every table has, in this order, around those of options and fields. */
  static final List<String> IDENTITY =
      List.of(
          "schema",
          "subject",
          "scenario",
          "place",
          "workload",
          "input",
          "machine",
          "protocol",
          "model",
          "seed");

  /** Behind the factors. */
  static final List<String> OUTCOME = List.of("ending", "message", "cycles", "launches");

  private static final String OPTION = "option.";
  private static final String FIGURE = "figure.";

  private final List<String> columns;
  private final List<Map<String, Object>> rows = new ArrayList<>();

  ResultsTable(ResultGrid grid) {
    SortedSet<String> options = new TreeSet<>();
    SequencedSet<String> fields = new LinkedHashSet<>();
    SortedSet<String> figures = new TreeSet<>();
    SortedSet<String> counters = new TreeSet<>();
    grid.results()
        .forEach((place, result) -> {
          Map<String, Object> row = identity(place, result);
          members(result, "options")
              .forEach((name, value) -> {
                options.add(OPTION + name);
                row.put(OPTION + name, value);
              });
          settings(result)
              .forEach((path, value) -> {
                fields.add(path);
                row.put(path, value);
              });
          outcome(result, row);
          result
              .figures()
              .forEach((name, value) -> {
                figures.add(FIGURE + name);
                row.put(FIGURE + name, value);
              });
          counters.addAll(result.statistics().keySet());
          row.putAll(result.statistics());
          rows.add(row);
        });
    columns = new ArrayList<>(IDENTITY);
    columns.addAll(options);
    columns.addAll(new TreeSet<>(fields));
    columns.addAll(OUTCOME);
    columns.addAll(figures);
    columns.addAll(counters);
  }

  private static Map<String, Object> identity(Coordinate place, JobResult result) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("schema", (long) SCHEMA);
    row.put("subject", place.subject());
    row.put("scenario", place.scenario());
    row.put("place", place.machine());
    row.put("workload", member(result, "workload"));
    row.put("input", result.input());
    row.put("machine", member(result, "machine"));
    row.put("protocol", protocol(result));
    row.put("model", member(result, "model"));
    row.put("seed", result.job().get("seed") instanceof Number seed ? seed.longValue() : 0L);
    return row;
  }

  /** The protocol with what the settings put in front of it, as in {@code gpu+lab64}. */
  private static String protocol(JobResult result) {
    StringBuilder name = new StringBuilder(member(result, "protocol"));
    Map<String, String> settings = settings(result);
    for (Mechanisms.Front front : Mechanisms.fronts()) {
      String size = settings.getOrDefault(path(Mechanisms.setting(front.name(), "1")), "0");
      name.append(size.equals("0") ? "" : "+" + front.name() + size);
    }
    return name.toString();
  }

  private static String path(String setting) {
    return setting.substring(0, setting.indexOf('=')).strip();
  }

  private static void outcome(JobResult result, Map<String, Object> row) {
    row.put("ending", result.ending().name().toLowerCase(Locale.ROOT));
    row.put("message", result.message());
    row.put("cycles", result.cycles());
    row.put("launches", result.launches());
  }

  private static String member(JobResult result, String name) {
    Object value = result.job().get(name);
    return value == null ? "" : value.toString();
  }

  private static Map<String, String> members(JobResult result, String name) {
    Map<String, String> texts = new LinkedHashMap<>();
    if (result.job().get(name) instanceof Map<?, ?> map) {
      map.forEach((key, value) -> texts.put(key.toString(), value.toString()));
    }
    return texts;
  }

  /** Fields of the machine that the job changes; of two changes of one the later counts. */
  private static Map<String, String> settings(JobResult result) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (result.job().get("settings") instanceof List<?> list) {
      for (Object setting : list) {
        String text = setting.toString();
        fields.put(path(text), text.substring(text.indexOf('=') + 1).strip());
      }
    }
    return fields;
  }

  /** Comma-separated values (RFC 4180), a header first. */
  String csv() {
    StringBuilder csv = new StringBuilder();
    CsvReport.line(csv, columns);
    for (Map<String, Object> row : rows) {
      CsvReport.line(
          csv, columns.stream().map(column -> row.getOrDefault(column, "").toString()).toList());
    }
    return csv.toString();
  }

  /** A JSON object a line; what a simulation has no value of is null. */
  String ndjson() {
    ObjectMapper mapper = new ObjectMapper();
    StringBuilder lines = new StringBuilder();
    for (Map<String, Object> row : rows) {
      ObjectNode object = mapper.createObjectNode();
      for (String column : columns) {
        switch (row.get(column)) {
          case Long number -> object.put(column, number);
          case null -> object.putNull(column);
          case Object text -> object.put(column, text.toString());
        }
      }
      lines.append(object).append('\n');
    }
    return lines.toString();
  }
}
