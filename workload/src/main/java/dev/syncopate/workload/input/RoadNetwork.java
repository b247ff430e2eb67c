package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;
import java.util.BitSet;

/**
 * Roads: a random spanning tree of a piece of the square lattice, and lattice edges on top that
 * prefer to end at vertices of degree 2. Vertices are numbered along a Hilbert curve, which gives
 * numbers of neighbours the distances that they have in TIGER/Line's (USA-road-d.BAY: median 4,
 * upper quartile 42), and some neighbourhoods are denser than others.
 */
final class RoadNetwork {
  /** Lengths of USA-road-d.BAY's arcs. */
  private static final Quantiles LENGTHS =
      Quantiles.of(
          0, 1, 0.01, 117, 0.1, 389, 0.25, 650, 0.5, 994, 0.75, 1746, 0.9, 3057, 0.95, 4691, 0.99,
          12227, 0.999, 27166, 1, 94305);

  /** Chance of an edge on top, by the degrees of its ends, from 0 on. */
  private static final double[] LIKING = {1, 0.14, 0.9, 0.3, 0.12, 0.12, 0.1, 0};

  private static final double DIAGONALS = 0.05;
  private static final int NEIGHBOURHOODS = 200;
  private static final int ROW = 8;
  private static final int PIECE = 48;
  private static final int COUNTY = 16_384;

  private final RandomDraw draw;
  private final int vertices;
  private final int[] degrees;
  private final UndirectedEdges edges;

  private RoadNetwork(int vertices, int count, long seed) {
    this.vertices = vertices;
    draw = new RandomDraw(seed);
    degrees = new int[vertices];
    edges = new UndirectedEdges(count);
  }

  /**
   * @param count edges: at least one less than vertices, and less than one and a half times as many
   */
  static Graph graph(int vertices, int count, long seed) {
    RoadNetwork network = new RoadNetwork(vertices, count, seed);
    network.build(count);
    network.edges.renumber(network.scattered());
    return network.edges.graph(vertices, () -> Math.rint(LENGTHS.at(network.draw.unit())));
  }

  private void build(int count) {
    BitSet diagonals = new BitSet();
    UndirectedEdges lattice = lattice(diagonals);
    int[] order = draw.permutation(lattice.count());
    UnionFind components = new UnionFind(vertices);
    for (int edge : order) {
      if (!diagonals.get(edge) && components.join(lattice.from(edge), lattice.to(edge))) {
        add(lattice.from(edge), lattice.to(edge));
      }
    }
    double[] density = new double[NEIGHBOURHOODS];
    for (int i = 0; i < NEIGHBOURHOODS; i++) {
      density[i] = 0.02 + StrictMath.pow(draw.unit(), 3);
    }
    while (edges.count() < count) {
      for (int edge : order) {
        int u = lattice.from(edge);
        double chance = density[(int) ((long) u * NEIGHBOURHOODS / vertices)];
        chance *= liking(u) * liking(lattice.to(edge)) * (diagonals.get(edge) ? DIAGONALS : 1);
        if (draw.chance(chance) && edges.count() < count) {
          add(u, lattice.to(edge));
        }
      }
    }
  }

  /**
   * Numbers that leave the curve a little: a few vertices in a row change places, and so do pieces
   * of a larger neighbourhood, as where a county's list of roads goes on elsewhere.
   */
  private int[] scattered() {
    int[] number = new int[vertices];
    int next = 0;
    for (int county = 0; county < vertices; county += COUNTY) {
      int pieces = Math.ceilDiv(Math.min(COUNTY, vertices - county), PIECE);
      for (int piece : draw.permutation(pieces)) {
        int first = county + piece * PIECE;
        int end = Math.min(vertices, Math.min(first + PIECE, county + COUNTY));
        for (int row = first; row < end; row += ROW) {
          int[] places = draw.permutation(Math.min(ROW, end - row));
          for (int i = 0; i < places.length; i++) {
            number[row + i] = next + places[i];
          }
          next += places.length;
        }
      }
    }
    return number;
  }

  private double liking(int vertex) {
    return LIKING[Math.min(degrees[vertex], LIKING.length - 1)];
  }

  private void add(int u, int v) {
    if (edges.add(u, v)) {
      degrees[u]++;
      degrees[v]++;
    }
  }

  /** Neighbours to the right, above, and right above, where the curve gets to before its end. */
  private UndirectedEdges lattice(BitSet diagonals) {
    UndirectedEdges lattice = new UndirectedEdges(3 * vertices);
    for (int v = 0; v < vertices; v++) {
      long point = Hilbert.point(v);
      int x = (int) (point >>> 32);
      int y = (int) point;
      connect(lattice, v, x + 1, y);
      connect(lattice, v, x, y + 1);
      int straight = lattice.count();
      connect(lattice, v, x + 1, y + 1);
      diagonals.set(straight, lattice.count());
    }
    return lattice;
  }

  private void connect(UndirectedEdges lattice, int vertex, int x, int y) {
    long neighbour = Hilbert.index(x, y);
    if (neighbour < vertices) {
      lattice.append(vertex, (int) neighbour);
    }
  }
}
