package dev.syncopate.app.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options about what is printed. */
final class OutputOptions {
  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the results to FILE ('-' for standard output, without the summary).")
  @Nullable Path json;

  @Option(names = "--quiet", description = "No summary and no live line.")
  boolean quiet;

  /** Whether the JSON document goes to standard output. */
  boolean jsonToStandardOutput() {
    return json != null && json.toString().equals("-");
  }
}
