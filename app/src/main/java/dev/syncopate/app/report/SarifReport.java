package dev.syncopate.app.report;

import dev.syncopate.app.report.ReportedProblem.Seen;
import dev.syncopate.check.report.Finding;
import dev.syncopate.study.json.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Findings in the Static Analysis Results Interchange Format, version 2.1.0. */
public final class SarifReport {
  /** What paths of files begin at: the working directory. */
  private static final String ROOT = "SRCROOT";

  private SarifReport() {}

  /** The document. */
  public static String of(CheckResults results) {
    Map<String, Object> rules = new TreeMap<>();
    List<Object> resultTrees = new ArrayList<>();
    Map<String, Integer> prints = new HashMap<>();
    for (ReportedProblem reported : results.reported()) {
      rules.put(reported.rule(), RuleHelp.of(reported.rule()));
      String print = fingerprint(reported);
      int occurrence = prints.merge(print, 1, Integer::sum);
      resultTrees.add(result(reported, print + "/" + occurrence));
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
    run.put("originalUriBaseIds", Map.of(ROOT, Map.of("uri", root().toUri().toString())));
    run.put("results", resultTrees);
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    document.put("version", "2.1.0");
    document.put("runs", List.of(run));
    return Json.write(document);
  }

  /** What a finding keeps when lines are added above it: all of it but the numbers of lines. */
  private static String fingerprint(ReportedProblem finding) {
    return String.join(
        "|", finding.rule(), finding.kernel(), finding.identity().replaceAll(":\\d+", ""));
  }

  private static Map<String, Object> result(ReportedProblem finding, String fingerprint) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ruleId", finding.rule());
    result.put("level", finding.severity().name().toLowerCase(Locale.ROOT));
    String text = finding.title() + "\n" + String.join("\n", finding.lines());
    result.put("message", Map.of("text", text));
    result.put("occurrenceCount", finding.count());
    String file = finding.file();
    if (file != null) {
      result.put("locations", List.of(location(file, finding.line())));
    }
    List<Object> related = new ArrayList<>();
    for (Finding.Related site : finding.related()) {
      Map<String, Object> location = new LinkedHashMap<>();
      location.put("id", related.size() + 1);
      location.putAll(location(site.file(), site.line()));
      location.put("message", Map.of("text", site.description()));
      related.add(location);
    }
    if (!related.isEmpty()) {
      result.put("relatedLocations", related);
    }
    result.put("partialFingerprints", Map.of("syncopate/v1", fingerprint));
    Seen sighting = finding.sighting();
    if (sighting != null) {
      result.put("properties", ordered("schedules", sighting.schedules(), "seed", sighting.seed()));
    }
    return result;
  }

  private static Map<String, Object> location(String file, int line) {
    return Map.of(
        "physicalLocation",
        ordered("artifactLocation", artifact(file), "region", Map.of("startLine", line)));
  }

  /** A file of the working directory by its path from there, any other by its own. */
  private static Map<String, Object> artifact(String file) {
    Path path = root().resolve(file).normalize();
    if (!path.startsWith(root())) {
      return Map.of("uri", path.toUri().toString());
    }
    String uri = root().toUri().relativize(path.toUri()).toString();
    return ordered("uri", uri, "uriBaseId", ROOT);
  }

  private static Path root() {
    return Path.of("").toAbsolutePath().normalize();
  }

  private static Map<String, Object> ordered(String a, Object first, String b, Object second) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(a, first);
    map.put(b, second);
    return map;
  }
}
