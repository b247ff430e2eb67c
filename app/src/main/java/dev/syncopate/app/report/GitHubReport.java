package dev.syncopate.app.report;

/** Findings as workflow commands, which GitHub shows beside the line of the source. */
public final class GitHubReport {
  private GitHubReport() {}

  /** A line each. */
  public static String of(CheckResults results) {
    StringBuilder out = new StringBuilder();
    for (Reported one : results.reported()) {
      String file = one.file();
      out.append(
          switch (one.severity()) {
            case ERROR -> "::error ";
            case WARNING -> "::warning ";
            case NOTE -> "::notice ";
          });
      if (file != null) {
        out.append("file=").append(property(file)).append(",line=").append(one.line()).append(',');
      }
      out.append("title=")
          .append(property(one.title()))
          .append("::")
          .append(data(String.join("\n", one.lines())))
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
