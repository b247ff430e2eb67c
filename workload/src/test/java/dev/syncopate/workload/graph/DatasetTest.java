package dev.syncopate.workload.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;

/**
 * Published graphs have the vertices, edges, loops and isolated vertices that their manifest
 * counts.
 */
class DatasetTest {
  @Test
  void everyPublishedGraphHasItsManifestsCounts() throws IOException {
    Path folder = datasets();
    assumeTrue(folder != null, "no folder shared/datasets beside the repository");
    List<String> lines = Files.readAllLines(folder.resolve("MANIFEST.tsv"));
    List<String> header = List.of(lines.getFirst().split("\t"));
    SoftAssertions softly = new SoftAssertions();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split("\t");
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < cells.length; i++) {
        row.put(header.get(i), cells[i]);
      }
      Graph graph = GraphReader.read(folder.resolve(row.get("file")));
      softly.assertThat(counts(graph)).as(row.get("name")).isEqualTo(expected(row));
    }
    softly.assertAll();
    assertThat(lines).hasSizeGreaterThan(10);
  }

  private record Counts(int vertices, long simpleEdges, long loops, long isolated, long listed) {}

  private static Counts expected(Map<String, String> row) {
    long listed = Long.parseLong(row.get("edges"));
    boolean bothWays =
        row.get("format").equals("METIS") || row.get("format").equals("MatrixMarket");
    long loops = Long.parseLong(row.get("self_loops"));
    return new Counts(
        Integer.parseInt(row.get("vertices")),
        Long.parseLong(row.get("undirected_simple_edges")),
        loops,
        Long.parseLong(row.get("isolated")),
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
    for (boolean some : touched) {
      isolated += some ? 0 : 1;
    }
    return new Counts(graph.vertices(), distinct, loops, isolated, graph.arcs());
  }

  private static Path datasets() {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve("shared/datasets/MANIFEST.tsv"))) {
        return at.resolve("shared/datasets");
      }
    }
    return null;
  }
}
