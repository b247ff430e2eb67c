package dev.syncopate.workload.graph;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An arc a line: {@code FROM TO [WEIGHT]}, separated by blanks or commas, with comments after
 * {@code #} or {@code %}.
 *
 * <p>Vertices are the numbers that appear, from 0, from 1 or with gaps: they are renumbered from 0
 * in ascending order. Two declarations are checked. A first line {@code VERTICES ARCS} keeps
 * vertices without arcs; it is recognised by ARCS, which is the number of lines that follow and too
 * large for a vertex. SNAP's comment {@code # Nodes: N Edges: M} must name the number of lines.
 */
final class EdgeListReader {
  private static final Pattern SNAP =
      Pattern.compile("Nodes:\\s*\\d+\\s+Edges:\\s*(\\d{1,10})\\s*$");

  private EdgeListReader() {}

  static Graph read(TextSource source) {
    source.separateAtCommas();
    ArcList arcs = new ArcList(false);
    long promised = -1;
    boolean weighted = false;
    while (source.nextLine()) {
      int kind = source.first();
      if (kind == '#' || kind == '%') {
        Matcher snap = SNAP.matcher(source.rest());
        promised = snap.find() ? Long.parseLong(snap.group(1)) : promised;
      } else if (kind != -1) {
        int tail = source.whole("a vertex", 0, Integer.MAX_VALUE);
        int head = source.whole("a vertex", 0, Integer.MAX_VALUE);
        if (arcs.size() == 0 && !source.endOfLine()) {
          weighted = true;
          arcs = new ArcList(true);
        }
        if (arcs.size() == Graph.MAX_ARCS) {
          throw source.failure("one more arc", "no more than " + Graph.MAX_ARCS);
        }
        arcs.add(tail, head, weighted ? source.real("a weight") : 1);
        source.endLine();
      }
    }
    if (promised >= 0 && promised != arcs.size()) {
      throw source.failure(
          "the end of the file after " + arcs.size() + " arcs",
          "the " + promised + " that the comment 'Edges:' names");
    }
    return graph(source, arcs, weighted);
  }

  private static Graph graph(TextSource source, ArcList arcs, boolean weighted) {
    if (arcs.size() > 0 && !weighted && arcs.to(0) == arcs.size() - 1) {
      int vertices = arcs.from(0);
      int max = arcs.largestEnd(1);
      int min = arcs.smallestEnd(1);
      if (arcs.to(0) > vertices && max - Math.min(1, min) < vertices) {
        arcs.removeFirst();
        arcs.subtract(Math.min(1, min));
        return arcs.graph(bounded(source, vertices));
      }
    }
    int[] ids = arcs.ends();
    Arrays.sort(ids);
    int count = 0;
    for (int id : ids) {
      if (count == 0 || ids[count - 1] != id) {
        ids[count++] = id;
      }
    }
    arcs.renumber(ids, count);
    return arcs.graph(bounded(source, count));
  }

  private static int bounded(TextSource source, int vertices) {
    if (vertices > Graph.MAX_VERTICES) {
      throw source.failure(vertices + " vertices", "no more than " + Graph.MAX_VERTICES);
    }
    return vertices;
  }
}
