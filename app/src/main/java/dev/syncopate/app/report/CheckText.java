package dev.syncopate.app.report;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Check;
import dev.syncopate.check.report.Finding;
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
    Checker checker = results.checker();
    StringBuilder out = new StringBuilder();
    List<Finding> findings = checker.findings();
    for (Finding finding : findings) {
      out.append(finding.title())
          .append(" in ")
          .append(finding.kernel())
          .append(
              finding.count() == 1
                  ? ""
                  : String.format(Locale.ROOT, ", seen %,d times", finding.count()))
          .append('\n');
      finding.details().forEach(line -> out.append("  ").append(line).append('\n'));
    }
    checker
        .allowed()
        .forEach((rule, count) ->
            out.append(String.format(Locale.ROOT, "allowed: %,d of %s\n", count, rule)));
    checker.unchecked().forEach(line -> out.append("not checked: ").append(line).append('\n'));
    results
        .faults()
        .forEach(
            fault -> out.append("fault: ").append(fault.report().stripTrailing()).append('\n'));
    int found = findings.size() + results.faults().size();
    out.append("checked for ")
        .append(
            checker.checks().stream().sorted().map(Check::label).collect(Collectors.joining(", ")))
        .append(": ")
        .append(found == 0 ? "nothing found" : found == 1 ? "1 finding" : found + " findings")
        .append('\n');
    return out.toString();
  }

  /** For the JSON document. */
  public static Map<String, Object> json(Checker checker) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("checks", checker.checks().stream().sorted().map(Check::label).toList());
    List<Object> findings = new ArrayList<>();
    for (Finding finding : checker.findings()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("check", finding.check().label());
      one.put("rule", finding.rule());
      one.put("kernel", finding.kernel());
      one.put("title", finding.title());
      one.put("details", finding.details());
      one.put("ptx", finding.ptxPlace());
      one.put("source", finding.sourcePlace());
      one.put("count", finding.count());
      findings.add(one);
    }
    document.put("findings", findings);
    document.put("allowed", checker.allowed());
    document.put("unchecked", checker.unchecked());
    return document;
  }
}
