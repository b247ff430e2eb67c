package dev.syncopate.app.report;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.LaunchResult;

/** Findings as workflow commands, which GitHub shows beside the line of the source. */
public final class GitHubReport {
  private GitHubReport() {}

  /** A line each. */
  public static String of(CheckResults results) {
    Checker checker = results.checker();
    StringBuilder out = new StringBuilder();
    for (Finding finding : checker.findings()) {
      out.append(finding.severe() ? "::error file=" : "::warning file=")
          .append(property(finding.file()))
          .append(",line=")
          .append(finding.line())
          .append(",title=")
          .append(property(finding.title()))
          .append("::")
          .append(data(String.join("\n", finding.details())))
          .append('\n');
    }
    for (LaunchResult fault : results.faults()) {
      out.append("::error title=fault in ")
          .append(property(fault.kernel()))
          .append("::")
          .append(data(fault.report()))
          .append('\n');
    }
    for (String line : checker.unchecked()) {
      out.append("::warning title=not checked::").append(data(line)).append('\n');
    }
    return out.toString();
  }

  private static String data(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }

  private static String property(String text) {
    return data(text).replace(":", "%3A").replace(",", "%2C");
  }
}
