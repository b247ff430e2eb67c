package dev.syncopate.workload.graph;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Graphs as text, in and out of tests. */
final class GraphTexts {
  static final String DIMACS =
      """
      c three vertices
      p sp 3 4
      a 1 2 7
      a 3 1 0
      a 1 3 -2
      a 2 2 2147483647
      """;

  static final String METIS =
      """
      % four vertices, the last one alone
      4 3
      2 3
      1 3
      1 2

      """;

  static final String METIS_WEIGHTS =
      """
      3 2 111 2
      9 1 1 2 5
      9 2 2 1 5 3 6
      9 3 3 2 6
      """;

  static final String MATRIX =
      """
      %%MatrixMarket matrix coordinate real symmetric
      % a comment

      3 3 3
      1 1 4.5
      2 1 -1e-3
      3 2 .25
      """;

  static final String EDGES =
      """
      # SNAP
      # Nodes: 3 Edges: 3
      10\t20
      20 30
      30,10
      """;

  private GraphTexts() {}

  static Graph read(String file, String text) {
    return read(file, text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static Graph read(String file, byte[] bytes) {
    return GraphReader.read(file, new ByteArrayInputStream(bytes), GraphFormat.of(file));
  }

  /** Every arc as {@code from>to} or {@code from>to:weight}, in order. */
  static List<String> arcs(Graph graph) {
    List<String> arcs = new ArrayList<>();
    double[] weights = graph.weights();
    for (int v = 0; v < graph.vertices(); v++) {
      for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
        arcs.add(v + ">" + graph.targets()[i] + (weights == null ? "" : ":" + weights[i]));
      }
    }
    return arcs;
  }
}
