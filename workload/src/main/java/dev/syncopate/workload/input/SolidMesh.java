package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;

/** Meshes of a block of space. */
final class SolidMesh {
  /** Tetrahedra of a cube. */
  private static final int TETRAHEDRA = 6;

  /** Faces of a tetrahedron. */
  private static final int FACES = 4;

  /** The orders of three axes, each next to those that differ by a swap of neighbours. */
  private static final int[][] ORDERS = {
    {0, 1, 2}, {1, 0, 2}, {1, 2, 0}, {2, 1, 0}, {2, 0, 1}, {0, 2, 1}
  };

  private SolidMesh() {}

  /**
   * Corners of cubes: each next to the six before and behind it on the three axes, and to some of
   * those across a face.
   *
   * @param count edges
   */
  static Graph corners(int vertices, int count, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    int side = (int) Math.cbrt(vertices);
    UndirectedEdges edges = new UndirectedEdges(count);
    int[] steps = {1, side, side * side};
    UndirectedEdges across = new UndirectedEdges(3 * vertices);
    for (int v = 0; v < vertices; v++) {
      int[] place = {v % side, v / side % side, v / (side * side)};
      for (int axis = 0; axis < 3; axis++) {
        int next = (axis + 1) % 3;
        boolean inside = axis == 2 || place[axis] + 1 < side;
        boolean nextInside = next == 2 || place[next] + 1 < side;
        if (inside && v + steps[axis] < vertices) {
          edges.append(v, v + steps[axis]);
        }
        if (inside && nextInside && v + steps[axis] + steps[next] < vertices) {
          across.append(v, v + steps[axis] + steps[next]);
        }
      }
    }
    int[] order = draw.permutation(across.count());
    for (int i = 0; edges.count() < count; i++) {
      edges.append(across.from(order[i]), across.to(order[i]));
    }
    return edges.graph(vertices);
  }

  /**
   * Tetrahedra, six in a cube, each next to those that share its faces. Where those on the surface
   * leave too few edges, some of them are next to others nearby. Numbers say nothing about places.
   *
   * @param count edges: at most twice the tetrahedra
   */
  static Graph tetrahedra(int vertices, int count, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    int side = (int) Math.cbrt(vertices / (double) TETRAHEDRA);
    int[] steps = {1, side, side * side};
    UndirectedEdges edges = new UndirectedEdges(count);
    for (int v = 0; v < vertices; v++) {
      int cube = v / TETRAHEDRA;
      int order = v % TETRAHEDRA;
      int inside = cube * TETRAHEDRA + (order + 1) % TETRAHEDRA;
      if (inside < vertices) {
        edges.add(v, inside);
      }
      int axis = ORDERS[order][0];
      int place = axis == 0 ? cube % side : cube / side % side;
      int turned = (cube + steps[axis]) * TETRAHEDRA + turned(order);
      if ((axis == 2 || place + 1 < side) && turned < vertices) {
        edges.add(v, turned);
      }
    }
    close(edges, vertices, count, draw);
    edges.renumber(draw.permutation(vertices));
    return edges.graph(vertices);
  }

  /** The order that begins with the second axis and ends with the first. */
  private static int turned(int order) {
    int[] axes = ORDERS[order];
    int[] targetAxes = {axes[1], axes[2], axes[0]};
    int orderIndex = 0;
    while (!Arrays.equals(ORDERS[orderIndex], targetAxes)) {
      orderIndex++;
    }
    return orderIndex;
  }

  private static void close(UndirectedEdges edges, int vertices, int count, RandomDraw draw) {
    int[] degrees = new int[vertices];
    for (int i = 0; i < edges.count(); i++) {
      degrees[edges.from(i)]++;
      degrees[edges.to(i)]++;
    }
    int[] open = new int[vertices];
    while (edges.count() < count) {
      int openCount = 0;
      for (int v = 0; v < vertices; v++) {
        if (degrees[v] < FACES) {
          open[openCount++] = v;
        }
      }
      for (int tries = 0; tries < openCount && edges.count() < count; tries++) {
        int index = draw.below(openCount);
        int u = open[index];
        int v = open[(index + 1 + draw.below(Math.min(openCount, TETRAHEDRA))) % openCount];
        if (degrees[u] < FACES && degrees[v] < FACES && edges.add(u, v)) {
          degrees[u]++;
          degrees[v]++;
        }
      }
    }
    edges.trim(count, draw);
  }
}
