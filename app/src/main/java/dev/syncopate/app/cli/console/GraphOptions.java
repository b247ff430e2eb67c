package dev.syncopate.app.cli.console;

import dev.syncopate.study.job.JobInput;
import dev.syncopate.workload.graph.GraphFormatException;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.input.UnknownInputException;
import dev.syncopate.workload.suite.ContextBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which graph a workload runs on. */
public final class GraphOptions {
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

  @Mixin private DatasetsOption datasets = new DatasetsOption();

  /**
   * Gives the graph to the workload, if one was named.
   *
   * @param seed of a generated one
   */
  public void choose(ContextBuilder choices, long seed) {
    check();
    if (graph != null) {
      choices.graph(graph);
    }
    if (input != null) {
      choices.input(open(input, seed));
    }
  }

  /** Folder of original graphs, or null if there is none. */
  public @Nullable Path datasets() {
    return datasets.folder();
  }

  /**
   * What jobs work on.
   *
   * @param size of a generated input, if no graph was named; empty for the workload's default
   */
  public JobInput jobInput(String size) {
    check();
    if (graph != null) {
      return new JobInput.GraphFile(graph);
    }
    return input == null
        ? new JobInput.Generated(size)
        : new JobInput.Named(input, datasets.folder());
  }

  private void check() {
    if (graph != null && input != null) {
      throw new UserErrorException("--graph and --input are two ways to say the same: use one");
    }
    if (graph != null && !Files.exists(graph)) {
      throw new UserErrorException("--graph: there is no file " + graph);
    }
    if (graph != null && Files.isDirectory(graph)) {
      throw new UserErrorException("--graph: " + graph + " is a folder, not a file");
    }
  }

  private InputGraph open(String name, long seed) {
    try {
      return PaperInputs.open(name, datasets.folder(), seed);
    } catch (UnknownInputException | GraphFormatException e) {
      throw new UserErrorException("--input: " + e.getMessage());
    }
  }
}
