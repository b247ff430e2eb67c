package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.DerivedGraphs;
import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.graph.GraphFormat;
import dev.syncopate.workload.graph.GraphReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens the papers' inputs by name: the original if a folder has its file, else a stand-in.
 *
 * <p>A name may end in a slash and a number: {@code USA-road-d.BAY/16} is a generated graph of the
 * same class with a 16th of the vertices, whether or not the original is at hand.
 */
public final class PaperInputs {
  private static final int MOST_SCALE = 1 << 20;

  private PaperInputs() {}

  /**
   * @param name one of {@link PaperInput#names}, or a stand-in's name, which asks for the generated
   *     graph; then perhaps {@code /} and a scale
   * @param datasets folder of graph files, searched by file names; null for none
   * @param seed of generated graphs
   * @throws UnknownInputException if there is no such input or scale
   * @throws dev.syncopate.workload.graph.GraphFormatException if the original's file is damaged
   */
  public static InputGraph open(String name, @Nullable Path datasets, long seed) {
    int slash = name.lastIndexOf('/');
    String plain = slash < 0 ? name : name.substring(0, slash);
    int scale = slash < 0 ? 1 : scale(name, name.substring(slash + 1));
    PaperInput input = find(plain);
    boolean generated = scale > 1 || plain.equalsIgnoreCase(input.standInName());
    Optional<Path> file = generated ? Optional.empty() : file(input, datasets);
    return file.isPresent()
        ? new InputGraph(input.inputName(), true, bothWays(GraphReader.read(file.orElseThrow())))
        : input.standIn(scale, seed);
  }

  /**
   * The input of that name.
   *
   * @throws UnknownInputException if there is none
   */
  public static PaperInput find(String name) {
    return Arrays.stream(PaperInput.values())
        .filter(input -> input.isCalled(name))
        .findFirst()
        .orElseThrow(() -> new UnknownInputException(name, PaperInput.names()));
  }

  /** The original's file in a folder, if it is there. */
  public static Optional<Path> file(PaperInput input, @Nullable Path datasets) {
    if (datasets == null) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(datasets)) {
      List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
      return input.fileNames().stream()
          .flatMap(name -> sorted.stream().filter(path -> GraphFormat.names(path, name)))
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int scale(String name, String text) {
    if (text.matches("[1-9][0-9]{0,6}") && Integer.parseInt(text) <= MOST_SCALE) {
      return Integer.parseInt(text);
    }
    throw new UnknownInputException(
        "the scale of input '%s' must be a number from 1 to %d, not '%s'"
            .formatted(name, MOST_SCALE, text));
  }

  /** All the papers' graphs are undirected; some files list each edge once. */
  private static Graph bothWays(Graph graph) {
    return DerivedGraphs.symmetric(graph);
  }
}
