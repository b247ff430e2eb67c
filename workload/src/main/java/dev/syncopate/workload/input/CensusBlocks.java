package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;
import java.util.Arrays;

/**
 * Adjacent census blocks: a plane is divided among sites, many of them close together in towns,
 * each point going to the nearest along rows and columns. Some sites in a row are one block, as
 * along a river, and have many neighbours. Where that gives more borders than wanted, some go that
 * connect nothing else, those of blocks with few neighbours first.
 */
final class CensusBlocks {
  /** What vt2010 has as weights. */
  private static final Quantiles WEIGHTS =
      Quantiles.of(
          0, 14, 0.05, 2435, 0.1, 3918, 0.25, 10_636, 0.5, 31_201, 0.75, 82_964, 0.9, 166_167, 0.95,
          235_097, 0.99, 409_099, 0.999, 695_914, 1, 1_905_252);

  private static final int POINTS_A_SITE = 12;
  private static final double IN_TOWNS = 0.62;
  private static final int SITES_A_TOWN = 200;

  /** Points a site in the middle of a town. */
  private static final double TOWN_POINTS = 2.5;

  /** Blocks that are numbered in any order, next to others (vt2010: half within 636 numbers). */
  private static final int DISTRICT = 2300;

  /** Sites a block, on average. */
  private static final double SITES = 1.5;

  /** Sites in a row that are one block: at most, and by which power of a chance. */
  private static final int LONGEST = 34;

  private static final double LENGTHS = 0.75;

  /** Neighbours of blocks whose borders stay. */
  private static final int MANY = 9;

  private final RandomDraw draw;
  private final int blocks;
  private final int side;

  /** The site that a point belongs to; -1 for none yet. */
  private final int[] owner;

  /** The point of each site. */
  private final int[] sites;

  private CensusBlocks(int blocks, long seed) {
    draw = new RandomDraw(seed);
    this.blocks = blocks;
    sites = new int[(int) (SITES * blocks)];
    side = (int) Math.ceil(Math.sqrt((double) sites.length * POINTS_A_SITE));
    owner = new int[side * side];
    Arrays.fill(owner, -1);
  }

  /**
   * Connected.
   *
   * @param count edges: at least one less than blocks, and less than three times as many
   */
  static Graph graph(int blocks, int count, long seed) {
    CensusBlocks plane = new CensusBlocks(blocks, seed);
    plane.settle();
    plane.divide();
    int[] block = plane.rows(plane.borders().graph(plane.sites.length));
    for (int point = 0; point < plane.owner.length; point++) {
      plane.owner[point] = block[plane.owner[point]];
    }
    UndirectedEdges edges = plane.kept(plane.borders(), count);
    edges.renumber(plane.numbers(block));
    return edges.graph(blocks, () -> Math.rint(WEIGHTS.at(plane.draw.unit())));
  }

  private void settle() {
    int towns = Math.max(2, sites.length / SITES_A_TOWN);
    int site = 0;
    for (int town = 0; town < towns; town++) {
      double share = 4 * draw.unit() * draw.unit(); // one on average
      int size = (int) (IN_TOWNS * SITES_A_TOWN * share);
      double radius = Math.sqrt(TOWN_POINTS * Math.max(1, size) / Math.PI);
      int x = draw.below(side);
      int y = draw.below(side);
      for (int i = 0; i < size && site < sites.length; i++) {
        int dx = (int) Math.rint(radius * spread());
        int dy = (int) Math.rint(radius * spread());
        site = found(site, x + dx, y + dy);
      }
    }
    while (site < sites.length) {
      site = found(site, draw.below(side), draw.below(side));
    }
  }

  /** Between -1 and 1, near 0 more often. */
  private double spread() {
    return draw.unit() + draw.unit() - 1;
  }

  /** Places a site unless the point is taken or outside. */
  private int found(int site, int x, int y) {
    if (x < 0 || y < 0 || x >= side || y >= side || owner[y * side + x] >= 0) {
      return site;
    }
    owner[y * side + x] = site;
    sites[site] = y * side + x;
    return site + 1;
  }

  /** Makes some sites in a row one block each. */
  private int[] rows(Graph next) {
    int[] block = new int[sites.length];
    Arrays.fill(block, -1);
    int remaining = sites.length - blocks;
    int count = 0;
    while (remaining > 0) {
      int site = draw.below(sites.length);
      int length = (int) Math.min(LONGEST, 1 / StrictMath.pow(1 - draw.unit(), LENGTHS));
      if (block[site] < 0 && length > 1) {
        block[site] = count;
        for (int i = 1; i < length && remaining > 0; i++) {
          int first = next.offsets()[site];
          int neighbour = next.targets()[first + draw.below(next.outDegree(site))];
          if (block[neighbour] < 0) {
            block[neighbour] = count;
            remaining--;
            site = neighbour;
          }
        }
        count++;
      }
    }
    for (int site = 0; site < block.length; site++) {
      block[site] = block[site] < 0 ? count++ : block[site];
    }
    return block;
  }

  /** Gives every point to a nearest site. */
  private void divide() {
    int[] queue = Arrays.copyOf(sites, owner.length);
    int end = sites.length;
    for (int head = 0; head < end; head++) {
      int point = queue[head];
      int x = point % side;
      end = x + 1 < side ? claim(point + 1, point, queue, end) : end;
      end = x > 0 ? claim(point - 1, point, queue, end) : end;
      end = point + side < owner.length ? claim(point + side, point, queue, end) : end;
      end = point >= side ? claim(point - side, point, queue, end) : end;
    }
  }

  private int claim(int point, int source, int[] queue, int end) {
    if (owner[point] >= 0) {
      return end;
    }
    owner[point] = owner[source];
    queue[end] = point;
    return end + 1;
  }

  private UndirectedEdges borders() {
    UndirectedEdges borders = new UndirectedEdges(3 * blocks);
    for (int point = 0; point < owner.length; point++) {
      if ((point + 1) % side != 0) {
        borders.add(owner[point], owner[point + 1]);
      }
      if (point + side < owner.length) {
        borders.add(owner[point], owner[point + side]);
      }
    }
    return borders;
  }

  /** A spanning tree and as many others as it takes; corners that touch if there are too few. */
  private UndirectedEdges kept(UndirectedEdges borders, int count) {
    int[] degrees = new int[blocks];
    for (int edge = 0; edge < borders.count(); edge++) {
      degrees[borders.from(edge)]++;
      degrees[borders.to(edge)]++;
    }
    UnionFind components = new UnionFind(blocks);
    UndirectedEdges keptEdges = new UndirectedEdges(count);
    int[] order = draw.permutation(borders.count());
    for (int edge : order) {
      if (components.join(borders.from(edge), borders.to(edge))) {
        keptEdges.add(borders.from(edge), borders.to(edge));
      }
    }
    for (int minDegree : new int[] {MANY, 0}) {
      for (int edge : order) {
        int u = borders.from(edge);
        int v = borders.to(edge);
        if (keptEdges.count() < count && Math.max(degrees[u], degrees[v]) >= minDegree) {
          keptEdges.add(u, v);
        }
      }
    }
    while (keptEdges.count() < count) {
      int point = draw.below(owner.length - side - 1);
      keptEdges.add(owner[point], owner[point + side + 1]);
    }
    return keptEdges;
  }

  /** Along a curve that fills the plane, in any order within a district. */
  private int[] numbers(int[] block) {
    long[] places = new long[blocks];
    for (int site = 0; site < sites.length; site++) {
      long place = Hilbert.index(sites[site] % side, sites[site] / side);
      places[block[site]] = (place << 32) + block[site];
    }
    Arrays.sort(places);
    int[] number = new int[blocks];
    for (int first = 0; first < blocks; first += DISTRICT) {
      int[] order = draw.permutation(Math.min(DISTRICT, blocks - first));
      for (int i = 0; i < order.length; i++) {
        number[(int) places[first + i]] = first + order[i];
      }
    }
    return number;
  }
}
