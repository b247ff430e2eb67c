package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A graph that a paper measures with. Where its file is not at hand, one of the same class and size
 * is generated; the class's parameters come from the published counts and degrees.
 */
public enum PaperInput {
  /** Protein interactions. */
  DIP("dip20090126_MAX", "dip-like", 19_928, 41_202) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return ScaleFree.graph(vertices, edges, PROTEINS, seed);
    }
  },
  /** Roads of the San Francisco Bay Area. */
  ROAD_BAY("USA-road-d.BAY", "bay-like", 321_270, 397_415) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** Roads of Colorado. */
  ROAD_COL("USA-road-d.COL", "col-like", 435_666, 528_533) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** Roads of New York City. */
  ROAD_NY("USA-road-d.NY", "ny-like", 264_346, 365_050) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** A square five-point grid: generated, it is the same graph. */
  ECOLOGY("ecology1", "ecology1-grid", 1_000_000, 1_998_000) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      int side = (int) Math.round(Math.sqrt(vertices));
      return Lattice.grid(side, side);
    }
  },
  /** A circuit's mesh. */
  CIRCUIT("G3_circuit", "g3-circuit-like", 1_585_478, 3_037_674) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return Lattice.mesh(vertices, edges, seed);
    }
  },
  /** Co-authors in condensed-matter physics, of whom many wrote alone or in small groups. */
  COND_MAT("cond-mat-2003", "cond-mat-like", 31_163, 120_029) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CoauthorNetwork.scattered(vertices, edges, seed);
    }
  },
  /** A ring with short cuts. */
  SMALL_WORLD("smallworld", "smallworld-like", 100_000, 499_998) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return SmallWorld.graph(vertices, edges, seed);
    }
  },
  /** Co-authors in computer science. */
  DBLP("coAuthorsDBLP", "coauthors-like", 299_067, 977_676) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CoauthorNetwork.connected(vertices, edges, seed);
    }
  },
  /** Routers of the internet, the largest component. */
  ITDK("itdk0304_rlinks_undirected_MAX", "itdk-like", 190_914, 607_610) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CrawledRouters.graph(vertices, edges, 0, 0, seed);
    }

    @Override
    List<String> fileNames() {
      return List.of(inputName(), "tech-RL-caida");
    }
  },
  /** Routers of the internet, with islands. */
  CAIDA("caidaRouterLevel", "caida-like", 192_244, 609_066) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      int apart = (int) Math.round(vertices * ISLANDERS);
      int bridges = (int) Math.round(edges * ISLAND_EDGES);
      return CrawledRouters.graph(vertices - apart, edges - bridges, apart, bridges, seed);
    }
  };

  /**
   * Mean 4.13, a heavy tail of exponent 2 to 2.5, many leaves, and a largest degree of 200 to 300,
   * in the shape of PGPgiantcompo.
   */
  private static final Quantiles PROTEINS =
      Quantiles.of(
          0, 1, 0.42, 1, 0.421, 2, 0.61, 2, 0.611, 3, 0.71, 3, 0.78, 4, 0.83, 5, 0.9, 8.5, 0.95, 14,
          0.98, 26, 0.99, 37, 0.995, 52, 0.999, 110, 1, 252);

  private static final double ISLANDERS = 1330.0 / 192_244;
  private static final double ISLAND_EDGES = 1456.0 / 609_066;

  /** Below this many vertices there is no class left. */
  private static final int FEWEST_VERTICES = 256;

  private final String inputName;
  private final String standIn;
  private final int vertices;
  private final int edges;

  PaperInput(String inputName, String standIn, int vertices, int edges) {
    this.inputName = inputName;
    this.standIn = standIn;
    this.vertices = vertices;
    this.edges = edges;
  }

  abstract Graph generate(int vertices, int edges, long seed);

  /** As the papers write it. */
  public String inputName() {
    return inputName;
  }

  /** Name of a generated graph of the class. */
  public String standInName() {
    return standIn;
  }

  /** Vertices of the original. */
  public int vertices() {
    return vertices;
  }

  /** Undirected edges of the original, each pair of vertices counted once. */
  public int edges() {
    return edges;
  }

  /** What its files may be called, without extensions. */
  List<String> fileNames() {
    return List.of(inputName);
  }

  /** Whether people mean this one, by the papers' name or the stand-in's. */
  boolean isCalled(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.equals(inputName.toLowerCase(Locale.ROOT)) || lower.equals(standIn);
  }

  /**
   * A graph of this class with a fraction of the original's vertices and edges.
   *
   * @param scale divides them; 1 for the whole size
   * @param seed of what is random about it
   */
  public InputGraph standIn(int scale, long seed) {
    int few = Math.max(FEWEST_VERTICES, vertices / scale);
    int fewEdges = (int) ((long) edges * few / vertices);
    Graph graph = generate(few, fewEdges, seed);
    return new InputGraph(scale == 1 ? standIn : standIn + "/" + scale, false, graph);
  }

  /** Every name that people may use, the papers' own. */
  public static List<String> names() {
    return Arrays.stream(values()).map(PaperInput::inputName).toList();
  }
}
