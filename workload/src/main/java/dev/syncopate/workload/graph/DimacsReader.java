package dev.syncopate.workload.graph;

/**
 * 9th DIMACS implementation challenge, shortest paths.
 *
 * <pre>
 * c comment
 * p sp VERTICES ARCS
 * a FROM TO WEIGHT      vertices from 1
 * </pre>
 */
final class DimacsReader {
  private DimacsReader() {}

  static Graph read(TextSource source) {
    ArcList arcs = new ArcList(true);
    int vertices = -1;
    int promised = 0;
    while (source.nextLine()) {
      int kind = source.first();
      if (kind == -1 || kind == 'c') {
        continue;
      }
      String word = source.word("a line of kind c, p or a");
      if (word.equals("p") && vertices < 0) {
        if (!source.word("the problem 'sp'").equals("sp")) {
          throw source.unexpected("the problem 'sp'");
        }
        vertices = source.whole("a number of vertices", 0, Graph.MAX_VERTICES);
        promised = source.whole("a number of arcs", 0, Graph.MAX_ARCS);
      } else if (word.equals("a") && vertices >= 0) {
        if (arcs.size() == promised) {
          throw source.failure(
              "arc " + (promised + 1L), "no more than the " + promised + " arcs of the p line");
        }
        int tail = source.whole("a vertex", 1, vertices);
        int head = source.whole("a vertex", 1, vertices);
        arcs.add(
            tail - 1, head - 1, source.whole("a weight", Integer.MIN_VALUE, Integer.MAX_VALUE));
      } else {
        throw source.unexpected(
            vertices < 0
                ? "a comment or the line 'p sp VERTICES ARCS'"
                : "a comment or the line 'a FROM TO WEIGHT'");
      }
      source.endLine();
    }
    if (vertices < 0) {
      throw source.failure("the end of the file", "the line 'p sp VERTICES ARCS'");
    }
    if (arcs.size() != promised) {
      throw source.failure(
          "the end of the file after " + arcs.size() + " arcs",
          "the " + promised + " arcs of the p line");
    }
    return arcs.graph(vertices);
  }
}
