package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;
import java.util.List;

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
  /** Co-authors in condensed-matter physics, many of them alone or in small groups. */
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
      int islandVertices = (int) Math.round(vertices * ISLANDERS);
      int bridges = (int) Math.round(edges * ISLAND_EDGES);
      return CrawledRouters.graph(
          vertices - islandVertices, edges - bridges, islandVertices, bridges, seed);
    }
  },
  /** Roads of Connecticut. */
  ROADS_CT("CT", "ct-roads-like", 153_011, 187_318) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** Roads of New Hampshire. */
  ROADS_NH("NH", "nh-roads-like", 116_920, 133_415) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** Roads of Vermont. */
  ROADS_VT("VT", "vt-roads-like", 97_975, 107_558) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** Roads of Alaska. */
  ROADS_AK("AK", "ak-roads-like", 69_082, 78_100) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return RoadNetwork.graph(vertices, edges, seed);
    }
  },
  /** Products that are bought together, the undirected graph beneath. */
  AMAZON("amazon0505", "amazon-like", 410_236, 2_439_437) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CoPurchases.graph(vertices, edges, seed);
    }

    @Override
    List<String> fileNames() {
      return List.of(inputName(), "amazon");
    }
  },
  /** A mesh of finite elements in space. */
  OLESNIK("olesnik0", "olesnik-like", 88_263, 341_593) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return SolidMesh.corners(vertices, edges, seed);
    }
  },
  /** Tetrahedra around a wing. */
  WING("wing", "wing-like", 62_032, 121_544) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return SolidMesh.tetrahedra(vertices, edges, seed);
    }
  },
  /** Senders and receivers of electronic mail, with small separate groups. */
  ENRON("email-Enron", "enron-like", 36_692, 183_831) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      int groupedVertices = (int) Math.round(vertices * GROUPED);
      int groupEdges = (int) Math.round(edges * GROUP_EDGES);
      return CrawledRouters.graph(
          MAIL, vertices - groupedVertices, edges - groupEdges, groupedVertices, groupEdges, seed);
    }
  },
  /** Census blocks of Oregon. */
  BLOCKS_OR("or2010", "or-blocks-like", 196_621, 489_756) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
    }
  },
  /** Census blocks of North Dakota. */
  BLOCKS_ND("nd2010", "nd-blocks-like", 133_769, 312_973) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
    }
  },
  /** Census blocks of Nevada. */
  BLOCKS_NV("nv2010", "nv-blocks-like", 84_538, 208_499) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
    }
  },
  /** Census blocks of New Hampshire. */
  BLOCKS_NH("nh2010", "nh-blocks-like", 48_837, 117_275) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
    }
  },
  /** Census blocks of Connecticut. */
  BLOCKS_CT("ct2010", "ct-blocks-like", 67_578, 168_176) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
    }
  },
  /** Census blocks of Alaska. */
  BLOCKS_AK("ak2010", "ak-blocks-like", 45_292, 108_549) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
    }
  },
  /** Census blocks of Vermont. */
  BLOCKS_VT("vt2010", "vt-blocks-like", 32_580, 77_799) {
    @Override
    Graph generate(int vertices, int edges, long seed) {
      return CensusBlocks.graph(vertices, edges, seed);
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

  /** Degrees of the large component of email-Enron. */
  private static final Quantiles MAIL =
      Quantiles.of(
          0, 1, 0.28, 1, 0.281, 2, 0.39, 2, 0.391, 3, 0.53, 3, 0.6, 4, 0.65, 5, 0.7, 6, 0.75, 7,
          0.8, 9, 0.85, 12, 0.9, 19, 0.95, 40, 0.98, 85, 0.99, 138, 0.995, 217, 0.999, 496, 0.9999,
          1245, 1, 1383);

  private static final double GROUPED = 2996.0 / 36_692;
  private static final double GROUP_EDGES = 3020.0 / 183_831;

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

  /** Whether people mean this one, by the papers' name, a file's, or the stand-in's. */
  boolean isCalled(String name) {
    return name.equalsIgnoreCase(standIn) || fileNames().stream().anyMatch(name::equalsIgnoreCase);
  }

  /**
   * A graph of this class with a fraction of the original's vertices and edges.
   *
   * @param scale divides them; 1 for the whole size
   * @param seed of what is random about it
   */
  public InputGraph standIn(int scale, long seed) {
    int scaledVertices = Math.max(FEWEST_VERTICES, vertices / scale);
    int fewEdges = (int) ((long) edges * scaledVertices / vertices);
    Graph graph = generate(scaledVertices, fewEdges, seed);
    return new InputGraph(scale == 1 ? standIn : standIn + "/" + scale, false, graph);
  }

  /** Every name that people may use, the papers' own. */
  public static List<String> names() {
    return Arrays.stream(values()).map(PaperInput::inputName).toList();
  }
}
