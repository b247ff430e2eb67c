package dev.syncopate.app.report;

import dev.syncopate.app.extract.RaceJudgement;
import dev.syncopate.app.report.ReportedProblem.Seen;
import dev.syncopate.check.confluence.ConfluenceExtent;
import dev.syncopate.check.report.Check;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Findings of checks, for people and for programs. */
public final class CheckText {
  private CheckText() {}

  /** The lines, each with a line feed at its end. */
  public static String of(CheckResults results) {
    StringBuilder out = new StringBuilder();
    results.reported().forEach(reported -> out.append(of(reported)));
    results
        .allowed()
        .forEach((rule, count) ->
            out.append(String.format(Locale.ROOT, "allowed: %,d of %s\n", count, rule)));
    results.unchecked().forEach(line -> out.append("not checked: ").append(line).append('\n'));
    int findingCount = results.counted().size();
    int notes = results.reported().size() - findingCount;
    String noted = notes == 0 ? "" : notes == 1 ? "1 note" : notes + " notes";
    out.append("checked for ")
        .append(
            results.checks().stream().sorted().map(Check::label).collect(Collectors.joining(", ")))
        .append(": ")
        .append(
            findingCount == 0
                ? nothing(results, noted)
                : (findingCount == 1 ? "1 finding" : findingCount + " findings")
                    + (noted.isEmpty() ? "" : ", " + noted))
        .append('\n');
    return out.toString();
  }

  private static String nothing(CheckResults results, String noted) {
    RaceCheckSummary looked = results.looked();
    return (noted.isEmpty() ? "nothing found" : noted + ", nothing else found")
        + (looked == null ? "" : " " + looked.text())
        + orders(results.orders());
  }

  private static String orders(@Nullable ConfluenceExtent orders) {
    if (orders == null || orders.equals(ConfluenceExtent.NONE)) {
      return "";
    }
    String searched =
        orders.searched() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                ", all orders tried for %,d in %,d states",
                orders.searched(),
                orders.states());
    return String.format(
            Locale.ROOT,
            "; phases are the same in each order for %,d %s by certificate",
            orders.certified(),
            orders.certified() == 1 ? "mbarrier" : "mbarriers")
        + searched;
  }

  /** One of them. */
  public static String of(ReportedProblem reported) {
    StringBuilder out =
        new StringBuilder(reported.counts() ? "" : "note: ").append(reported.heading());
    boolean counted = reported.count() != 1 && reported.check() != null; // else once a schedule
    if (counted) {
      out.append(String.format(Locale.ROOT, ", seen %,d times", reported.count()));
    }
    Seen sighting = reported.sighting();
    if (sighting != null) {
      out.append(counted ? " " : ", ").append(sighting);
    }
    out.append('\n');
    // The first line of what ended a launch is its heading.
    reported.details().stream()
        .skip(reported.check() == null ? 1 : 0)
        .forEach(line -> out.append("  ").append(line).append('\n'));
    return out.toString();
  }

  /** For the JSON document. */
  public static Map<String, Object> json(CheckResults results) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("checks", results.checks().stream().sorted().map(Check::label).toList());
    RaceCheckSummary looked = results.looked();
    if (looked != null) {
      document.putAll(looked.json());
    }
    ConfluenceExtent orders = results.orders();
    if (orders != null) {
      document.put("certifiedMbarriers", orders.certified());
      document.put("searchedMbarriers", orders.searched());
    }
    document.put("findings", findings(results.reported()));
    document.put("allowed", results.allowed());
    document.put("unchecked", results.unchecked());
    return document;
  }

  /** The findings in it. */
  public static List<Object> findings(List<ReportedProblem> reported) {
    List<Object> findings = new ArrayList<>();
    for (ReportedProblem finding : reported) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("check", finding.check());
      entry.put("rule", finding.rule());
      entry.put("severity", finding.severity().name().toLowerCase(Locale.ROOT));
      entry.put("kernel", finding.kernel());
      entry.put("title", finding.title());
      entry.put("details", finding.details());
      entry.put("ptx", finding.ptx());
      entry.put("source", finding.source());
      entry.put("count", finding.count());
      RaceJudgement model = finding.model();
      if (model != null) {
        entry.put("model", model.standing().words());
      }
      Seen sighting = finding.sighting();
      if (sighting != null) {
        entry.put("schedules", sighting.schedules());
        entry.put("seed", sighting.seed());
      }
      findings.add(entry);
    }
    return findings;
  }
}
