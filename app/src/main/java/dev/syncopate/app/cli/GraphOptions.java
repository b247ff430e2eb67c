package dev.syncopate.app.cli;

import dev.syncopate.workload.graph.GraphFormatException;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.input.UnknownInputException;
import dev.syncopate.workload.suite.ContextBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which graph a workload runs on. */
final class GraphOptions {
  /** Environment variable that names the folder of datasets. */
  static final String DATASETS = "SYNCOPATE_DATASETS";

  @Option(
      names = "--graph",
      paramLabel = "FILE",
      description = "Read the input from a .gr, .graph, .mtx or edge-list file, also .gz or .xz.")
  private @Nullable Path graph;

  @Option(
      names = "--input",
      paramLabel = "NAME",
      description =
          "Take a graph that the papers use, for example USA-road-d.BAY: its file in the folder of"
              + " datasets, or else a generated one of the same class and size. NAME/16 generates"
              + " one with a 16th of the vertices. 'workloads' lists the names.")
  private @Nullable String input;

  @Option(
      names = "--datasets",
      paramLabel = "DIR",
      description = "Folder of graph files for --input; default: $" + DATASETS + ", if set.")
  private @Nullable Path datasets;

  /**
   * Gives the graph to the workload, if one was named.
   *
   * @param seed of a generated one
   */
  void choose(ContextBuilder choices, long seed) {
    if (graph != null && input != null) {
      throw new UserErrorException("--graph and --input are two ways to say the same: use one");
    }
    if (graph != null) {
      if (!Files.exists(graph)) {
        throw new UserErrorException("--graph: there is no file " + graph);
      }
      if (Files.isDirectory(graph)) {
        throw new UserErrorException("--graph: " + graph + " is a folder, not a file");
      }
      choices.graph(graph);
    }
    if (input != null) {
      choices.input(open(input, seed));
    }
  }

  private InputGraph open(String name, long seed) {
    Path folder = folder();
    if (folder != null && !Files.isDirectory(folder)) {
      throw new UserErrorException(
          (datasets == null ? "$" + DATASETS : "--datasets") + ": there is no folder " + folder);
    }
    try {
      return PaperInputs.open(name, folder, seed);
    } catch (UnknownInputException | GraphFormatException e) {
      throw new UserErrorException("--input: " + e.getMessage());
    }
  }

  private @Nullable Path folder() {
    String variable = System.getenv(DATASETS);
    return datasets != null || variable == null || variable.isEmpty()
        ? datasets
        : Path.of(variable);
  }
}
