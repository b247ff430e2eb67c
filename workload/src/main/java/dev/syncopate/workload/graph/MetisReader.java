package dev.syncopate.workload.graph;

/**
 * METIS (its manual, "Graph file") and the 10th DIMACS implementation challenge.
 *
 * <pre>
 * % comment
 * VERTICES EDGES [FMT [NCON]]
 * [size] [NCON weights] (NEIGHBOUR [edge weight])*     one line for each vertex, neighbours from 1
 * </pre>
 *
 * FMT is up to three digits 0 or 1: vertex sizes, vertex weights, edge weights. Sizes and weights
 * of vertices are checked and dropped. Each edge is listed at both its ends, so that there are 2 ×
 * EDGES neighbours.
 */
final class MetisReader {
  private static final int MAX_CONSTRAINTS = 1000;

  private MetisReader() {}

  static Graph read(TextSource source) {
    if (!nextData(source)) {
      throw source.failure("the end of the file", "a line 'VERTICES EDGES [FMT [NCON]]'");
    }
    int vertices = source.whole("a number of vertices", 0, Graph.MAX_VERTICES);
    int edges = source.whole("a number of edges", 0, Graph.MAX_ARCS / 2);
    int flags = source.endOfLine() ? 0 : flags(source);
    int vertexNumbers = (flags >> 2) + constraints(source, (flags & 2) != 0);
    boolean weighted = (flags & 1) != 0;
    source.endLine();
    ArcList arcs = new ArcList(weighted);
    for (int v = 0; v < vertices; v++) {
      if (!nextData(source)) {
        throw source.failure(
            "the end of the file after " + v + " vertices", "a line for each of " + vertices);
      }
      for (int i = 0; i < vertexNumbers; i++) {
        source.whole("a size or weight of the vertex", 0, Integer.MAX_VALUE);
      }
      while (!source.endOfLine()) {
        if (arcs.size() == 2 * edges) {
          throw source.failure(
              "neighbour " + (arcs.size() + 1L), "2 × " + edges + " neighbours in all");
        }
        int head = source.whole("a vertex", 1, vertices);
        arcs.add(v, head - 1, weighted ? source.whole("an edge weight", 0, Integer.MAX_VALUE) : 1);
      }
    }
    while (nextData(source)) {
      if (!source.endOfLine()) {
        throw source.failure(
            "a line after the last vertex", "the end of the file after " + vertices + " vertices");
      }
    }
    if (arcs.size() != 2 * edges) {
      throw source.failure(arcs.size() + " neighbours in all", "2 × " + edges);
    }
    return arcs.graph(vertices);
  }

  /** FMT as a number whose bits are its digits. */
  private static int flags(TextSource source) {
    String expected = "a format of up to three digits 0 or 1";
    String digits = source.word(expected);
    if (!digits.matches("[01]{1,3}")) {
      throw source.unexpected(expected);
    }
    return Integer.parseInt(digits, 2);
  }

  private static int constraints(TextSource source, boolean vertexWeights) {
    if (!vertexWeights) {
      return 0;
    }
    return source.endOfLine() ? 1 : source.whole("a number of vertex weights", 1, MAX_CONSTRAINTS);
  }

  /** Goes to the next line that is no comment; a blank one is a vertex without neighbours. */
  private static boolean nextData(TextSource source) {
    do {
      if (!source.nextLine()) {
        return false;
      }
    } while (source.first() == '%');
    return true;
  }
}
