package dev.syncopate.app.cli.console;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about what is printed. */
public final class OutputOptions {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results to FILE ('-' for standard output, without the summary).")
  public @Nullable Path json;

  @Option(names = "--quiet", description = "No summary and no live line.")
  public boolean quiet;

  /** Whether the JSON document goes to standard output. */
  public boolean jsonToStandardOutput() {
    return json != null && json.toString().equals("-");
  }
}
