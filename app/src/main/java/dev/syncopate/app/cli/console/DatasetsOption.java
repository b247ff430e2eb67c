package dev.syncopate.app.cli.console;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says where the papers' graphs are. */
public final class DatasetsOption {
  /** Environment variable that names the folder of datasets. */
  static final String DATASETS = "SYNCOPATE_DATASETS";

  @Option(
      names = "--datasets",
      paramLabel = "DIR",
      description =
          "Folder where the papers' graphs are looked for by file name; what is not there is"
              + " generated. Default: $"
              + DATASETS
              + ", if set.")
  private @Nullable Path datasets;

  /** The folder, or null if there is none. */
  public @Nullable Path folder() {
    String variable = System.getenv(DATASETS);
    Path folder =
        datasets != null || variable == null || variable.isEmpty() ? datasets : Path.of(variable);
    if (folder != null && !Files.isDirectory(folder)) {
      throw new UserErrorException(
          (datasets == null ? "$" + DATASETS : "--datasets") + ": there is no folder " + folder);
    }
    return folder;
  }
}
