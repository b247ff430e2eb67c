package dev.syncopate.study.job;

import dev.syncopate.workload.graph.GraphFormatException;
import dev.syncopate.workload.graph.GraphReader;
import dev.syncopate.workload.input.InputGraph;
import dev.syncopate.workload.input.PaperInput;
import dev.syncopate.workload.input.PaperInputs;
import dev.syncopate.workload.input.UnknownInputException;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Graphs, each loaded or generated once for all the jobs that work on it. May be used by several
 * threads. The largest of the papers' graphs take 60 MB, all together half a gigabyte, so that
 * nothing is let go.
 */
public final class GraphCache {
  private final ConcurrentHashMap<String, InputGraph> graphs = new ConcurrentHashMap<>();

  /** Vertices of a named input, about. */
  public static int vertices(String name) {
    return known(() -> PaperInputs.find(plain(name)).vertices() / factor(name));
  }

  /** Arcs of a named input, about. */
  public static long arcs(String name) {
    return known(() -> 2L * PaperInputs.find(plain(name)).edges() / factor(name));
  }

  /**
   * A named graph.
   *
   * @throws WorkloadInputException if there is none or its file is damaged
   */
  InputGraph open(JobInput.Named input, long seed) {
    return graphs.computeIfAbsent(
        "%s %s %d".formatted(input.name(), input.datasets(), seed),
        key -> known(() -> PaperInputs.open(input.name(), input.datasets(), seed)));
  }

  /**
   * A file's graph.
   *
   * @throws WorkloadInputException if there is none
   */
  InputGraph read(Path file) {
    return graphs.computeIfAbsent(
        "file " + file,
        key -> known(() -> new InputGraph(file.toString(), true, GraphReader.read(file))));
  }

  /** What a job works on, for people; only for jobs that have been run. */
  String name(Job job) {
    return switch (job.input()) {
      case JobInput.Named named -> open(named, job.seed()).name();
      case JobInput.GraphFile graph -> graph.file().toString();
      case JobInput.Generated generated -> generated.describe();
      case JobInput.Program program -> program.describe();
      case JobInput.Command command -> command.describe();
    };
  }

  /**
   * The file behind a named input, if the original is used.
   *
   * @throws WorkloadInputException if there is no such input or no such folder
   */
  static Optional<Path> original(JobInput.Named input) {
    Path datasets = input.datasets();
    if (datasets != null && !Files.isDirectory(datasets)) {
      throw new WorkloadInputException("--datasets: there is no folder " + datasets);
    }
    return known(() -> {
      PaperInput paperInput = PaperInputs.find(plain(input.name()));
      boolean generated =
          input.name().contains("/") || paperInput.standInName().equalsIgnoreCase(input.name());
      return generated ? Optional.empty() : PaperInputs.file(paperInput, datasets);
    });
  }

  private static String plain(String name) {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  private static int factor(String name) {
    String scale = name.substring(plain(name).length());
    return scale.matches("/[1-9][0-9]{0,6}") ? Integer.parseInt(scale.substring(1)) : 1;
  }

  private static <T> T known(Supplier<T> find) {
    try {
      return find.get();
    } catch (UnknownInputException | GraphFormatException e) {
      throw new WorkloadInputException(String.valueOf(e.getMessage()));
    }
  }
}
