package dev.syncopate.app.cli.console;

import dev.syncopate.app.report.CheckResults;
import dev.syncopate.app.report.CheckText;
import dev.syncopate.app.report.GitHubReport;
import dev.syncopate.app.report.JUnitReport;
import dev.syncopate.app.report.SarifReport;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

/** Where what checks have found goes, and what it makes of the exit code. */
public final class CheckOutput {
  private final CheckResults results;
  private final List<CheckOptions.Report> reports;

  /**
   * @param reports as {@link CheckOptions#reports}
   */
  public CheckOutput(CheckResults results, List<CheckOptions.Report> reports) {
    this.results = results;
    this.reports = reports;
  }

  /**
   * Prints and writes it.
   *
   * @param people where people read it
   * @param out standard output, for reports without a file
   * @param files writes the others
   */
  public void write(PrintWriter people, PrintWriter out, BiConsumer<Path, byte[]> files) {
    people.print(CheckText.of(results));
    people.flush();
    for (CheckOptions.Report wanted : reports) {
      String text =
          switch (wanted.form()) {
            case GITHUB -> GitHubReport.of(results);
            case SARIF -> SarifReport.of(results);
            case JUNIT -> JUnitReport.of(results);
          };
      Path file = wanted.file();
      if (file == null) {
        out.print(text);
        out.flush();
      } else {
        files.accept(file, text.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Whether a report is a document that takes up standard output. */
  public boolean takesOutput() {
    return reports.stream().anyMatch(CheckOptions.Report::printed);
  }

  /** The exit code of a command that would end with this one otherwise. */
  public int exitCode(int otherwise) {
    if (otherwise != ExitCode.RIGHT) {
      return otherwise;
    }
    return !results.clean()
        ? ExitCode.WRONG
        : results.unchecked().isEmpty() ? ExitCode.RIGHT : ExitCode.UNCHECKED;
  }
}
