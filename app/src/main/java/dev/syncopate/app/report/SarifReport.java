package dev.syncopate.app.report;

import dev.syncopate.app.report.Reported.Seen;
import dev.syncopate.study.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Findings in the Static Analysis Results Interchange Format, version 2.1.0. */
public final class SarifReport {
  private SarifReport() {}

  /** The document. */
  public static String of(CheckResults results) {
    Map<String, Object> rules = new TreeMap<>();
    List<Object> found = new ArrayList<>();
    for (Reported one : results.reported()) {
      rules.put(one.rule(), Map.of("id", one.rule()));
      found.add(result(one));
    }
    Map<String, Object> driver = new LinkedHashMap<>();
    driver.put("name", "Syncopate");
    driver.put("version", Version.current().number());
    driver.put("rules", List.copyOf(rules.values()));
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("tool", Map.of("driver", driver));
    run.put(
        "invocations",
        List.of(
            ordered(
                "executionSuccessful",
                results.unchecked().isEmpty(),
                "toolExecutionNotifications",
                results.unchecked().stream()
                    .map(line -> ordered("level", "warning", "message", Map.of("text", line)))
                    .toList())));
    run.put("results", found);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    document.put("version", "2.1.0");
    document.put("runs", List.of(run));
    return Json.write(document);
  }

  private static Map<String, Object> result(Reported finding) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", finding.rule());
    result.put("level", finding.severe() ? "error" : "warning");
    String text = finding.title() + "\n" + String.join("\n", finding.lines());
    result.put("message", Map.of("text", text));
    result.put("occurrenceCount", finding.count());
    String file = finding.file();
    if (file != null) {
      Map<String, Object> place =
          ordered(
              "artifactLocation",
              Map.of("uri", file),
              "region",
              Map.of("startLine", finding.line()));
      result.put("locations", List.of(Map.of("physicalLocation", place)));
    }
    Seen seen = finding.seen();
    if (seen != null) {
      result.put("properties", ordered("schedules", seen.schedules(), "seed", seen.seed()));
    }
    return result;
  }

  private static Map<String, Object> ordered(String a, Object first, String b, Object second) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(a, first);
    map.put(b, second);
    return map;
  }
}
