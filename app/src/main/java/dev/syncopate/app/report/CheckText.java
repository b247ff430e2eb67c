package dev.syncopate.app.report;

import dev.syncopate.app.report.Reported.Seen;
import dev.syncopate.check.report.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What checks have found, for people and for programs. */
public final class CheckText {
  private CheckText() {}

  /** The lines, each with a line feed at its end. */
  public static String of(CheckResults results) {
    StringBuilder out = new StringBuilder();
    results.reported().forEach(one -> out.append(of(one)));
    results
        .allowed()
        .forEach((rule, count) ->
            out.append(String.format(Locale.ROOT, "allowed: %,d of %s\n", count, rule)));
    results.unchecked().forEach(line -> out.append("not checked: ").append(line).append('\n'));
    int found = results.counted().size();
    int notes = results.reported().size() - found;
    String noted = notes == 0 ? "" : notes == 1 ? "1 note" : notes + " notes";
    out.append("checked for ")
        .append(
            results.checks().stream().sorted().map(Check::label).collect(Collectors.joining(", ")))
        .append(": ")
        .append(
            found == 0
                ? nothing(results, noted)
                : (found == 1 ? "1 finding" : found + " findings")
                    + (noted.isEmpty() ? "" : ", " + noted))
        .append('\n');
    return out.toString();
  }

  private static String nothing(CheckResults results, String noted) {
    Looked looked = results.looked();
    return (noted.isEmpty() ? "nothing found" : noted + ", nothing else found")
        + (looked == null ? "" : " " + looked.text());
  }

  /** One of them. */
  public static String of(Reported one) {
    StringBuilder out = new StringBuilder(one.counts() ? "" : "note: ").append(one.heading());
    boolean counted = one.count() != 1 && one.check() != null; // else once a schedule
    if (counted) {
      out.append(String.format(Locale.ROOT, ", seen %,d times", one.count()));
    }
    Seen seen = one.seen();
    if (seen != null) {
      out.append(counted ? " " : ", ").append(seen);
    }
    out.append('\n');
    // The first line of what ended a launch is its heading.
    one.details().stream()
        .skip(one.check() == null ? 1 : 0)
        .forEach(line -> out.append("  ").append(line).append('\n'));
    return out.toString();
  }

  /** For the JSON document. */
  public static Map<String, Object> json(CheckResults results) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("checks", results.checks().stream().sorted().map(Check::label).toList());
    Looked looked = results.looked();
    if (looked != null) {
      document.putAll(looked.json());
    }
    document.put("findings", findings(results.reported()));
    document.put("allowed", results.allowed());
    document.put("unchecked", results.unchecked());
    return document;
  }

  /** The findings in it. */
  public static List<Object> findings(List<Reported> reported) {
    List<Object> findings = new ArrayList<>();
    for (Reported finding : reported) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("check", finding.check());
      one.put("rule", finding.rule());
      one.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
      one.put("kernel", finding.kernel());
      one.put("title", finding.title());
      one.put("details", finding.details());
      one.put("ptx", finding.ptx());
      one.put("source", finding.source());
      one.put("count", finding.count());
      Seen seen = finding.seen();
      if (seen != null) {
        one.put("schedules", seen.schedules());
        one.put("seed", seen.seed());
      }
      findings.add(one);
    }
    return findings;
  }
}
