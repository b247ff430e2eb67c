package dev.syncopate.app.report;

/** Findings as workflow commands, which GitHub shows at the line of the source. */
public final class GitHubReport {
  private GitHubReport() {}

  /** A line each. */
  public static String of(CheckResults results) {
    StringBuilder out = new StringBuilder();
    for (ReportedProblem reported : results.reported()) {
      String file = reported.file();
      out.append(
          switch (reported.severity()) {
            case ERROR -> "::error ";
            case WARNING -> "::warning ";
            case NOTE -> "::notice ";
          });
      if (file != null) {
        out.append("file=")
            .append(property(file))
            .append(",line=")
            .append(reported.line())
            .append(',');
      }
      out.append("title=")
          .append(property(reported.title()))
          .append("::")
          .append(data(String.join("\n", reported.lines())))
          .append('\n');
    }
    for (String line : results.unchecked()) {
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
