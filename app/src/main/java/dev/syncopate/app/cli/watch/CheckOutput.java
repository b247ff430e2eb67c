package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.ExitCode;
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

/** Outputs of a check's findings, and their effect on the exit code. */
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
   * @param streams where reports without a file are printed: documents by themselves, GitHub's
   *     commands among what people read
   * @param files writes the others
   */
  public void write(Streams streams, BiConsumer<Path, byte[]> files) {
    PrintWriter people = streams.people();
    people.print(CheckText.of(results));
    people.flush();
    for (CheckOptions.Report report : reports) {
      String text =
          switch (report.form()) {
            case GITHUB -> GitHubReport.of(results);
            case SARIF -> SarifReport.of(results);
            case JUNIT -> JUnitReport.of(results);
          };
      Path file = report.file();
      if (file == null) {
        PrintWriter writer =
            report.printed() || !streams.outputTaken() ? streams.document() : people;
        writer.print(text);
        writer.flush();
      } else {
        files.accept(file, text.getBytes(StandardCharsets.UTF_8));
      }
    }
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
