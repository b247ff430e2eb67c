package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Published graphs have the vertices, edges, loops and isolated vertices that their manifest
 * counts.
 */
class DatasetTest {
  @Test
  void everyPublishedGraphHasItsManifestsCounts() throws IOException {
    Optional<Path> datasetFolder = datasets();
    assumeTrue(datasetFolder.isPresent(), "no folder shared/datasets beside the repository");
    Path folder = datasetFolder.orElseThrow();
    List<String> lines = Files.readAllLines(folder.resolve("MANIFEST.tsv"));
    Row header = new Row(List.of(), lines.getFirst());
    SoftAssertions softly = new SoftAssertions();
    for (String line : lines.subList(1, lines.size())) {
      Row row = new Row(header.cells(), line);
      Graph graph = GraphReader.read(folder.resolve(row.cell("file")));
      softly.assertThat(counts(graph)).as(row.cell("name")).isEqualTo(expected(row));
    }
    softly.assertAll();
    assertThat(lines).hasSizeGreaterThan(10);
  }

  /** A line of the manifest, its cells named by the first line. */
  private record Row(List<String> names, List<String> cells) {
    Row(List<String> names, String line) {
      this(names, List.of(line.split("\t", -1)));
    }

    String cell(String name) {
      return cells.get(names.indexOf(name));
    }

    long number(String name) {
      return Long.parseLong(cell(name));
    }
  }

  private record Counts(int vertices, long simpleEdges, long loops, long isolated, long listed) {}

  private static Counts expected(Row row) {
    boolean bothWays = List.of("METIS", "MatrixMarket").contains(row.cell("format"));
    long listed = row.number("edges");
    long loops = row.number("self_loops");
    return new Counts(
        Math.toIntExact(row.number("vertices")),
        row.number("undirected_simple_edges"),
        loops,
        row.number("isolated"),
        bothWays ? 2 * listed - loops : listed);
  }

  /** Computed from the graph's arcs alone: isolated means without an arc to another vertex. */
  private static Counts counts(Graph graph) {
    long[] edges = new long[graph.arcs()];
    boolean[] touched = new boolean[graph.vertices()];
    int loops = 0;
    int count = 0;
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        int w = graph.targets()[i];
        if (v == w) {
          loops++;
        } else {
          touched[v] = true;
          touched[w] = true;
          edges[count++] = ((long) Math.min(v, w) << 32) + Math.max(v, w);
        }
      }
    }
    Arrays.sort(edges, 0, count);
    long distinct = 0;
    for (int i = 0; i < count; i++) {
      distinct += i == 0 || edges[i] != edges[i - 1] ? 1 : 0;
    }
    int isolated = 0;
    for (boolean isTouched : touched) {
      isolated += isTouched ? 0 : 1;
    }
    return new Counts(graph.vertices(), distinct, loops, isolated, graph.arcs());
  }

  private static Optional<Path> datasets() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .map(folder -> folder.resolve("shared/datasets"))
        .filter(folder -> Files.exists(folder.resolve("MANIFEST.tsv")))
        .findFirst();
  }
}
