package dev.syncopate.workload.graph;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Directed graphs without self-loops or parallel arcs, drawn from {@code L64X128MixRandom} with an
 * explicit seed: the same arguments give the same graph on every machine.
 */
public final class GraphGenerator {
  /**
   * R-MAT quadrants (Chakrabarti, Zhan, Faloutsos 2004) as Graph500 has them: 0.57, 0.19, 0.19,
   * 0.05, in 65536ths.
   */
  private static final int TOP_LEFT = 37356;

  private static final int TOP_RIGHT = TOP_LEFT + 12452;
  private static final int BOTTOM_LEFT = TOP_RIGHT + 12452;

  private final RandomGenerator random;
  private final int vertices;

  private GraphGenerator(int vertices, int arcs, long seed) {
    if (vertices < 1 || vertices > Graph.MAX_VERTICES) {
      throw new IllegalArgumentException(
          vertices + " vertices: must be 1 to " + Graph.MAX_VERTICES);
    }
    long maxArcs = Math.min(Graph.MAX_ARCS, (long) vertices * (vertices - 1) / 4);
    if (arcs < 0 || arcs > maxArcs) {
      throw new IllegalArgumentException(
          arcs
              + " arcs: must be 0 to "
              + maxArcs
              + ", a quarter of all, for "
              + vertices
              + " vertices");
    }
    this.vertices = vertices;
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /**
   * Every arc is as likely as every other.
   *
   * @throws IllegalArgumentException if the counts are out of range or ask for more than a quarter
   *     of all arcs
   */
  public static Graph uniform(int vertices, int arcs, long seed) {
    GraphGenerator generator = new GraphGenerator(vertices, arcs, seed);
    return DistinctArcs.draw(vertices, arcs, generator::uniformArc);
  }

  /**
   * Few vertices have many arcs, in and out, as in webs and social networks: R-MAT, vertices
   * renamed at random.
   *
   * @throws IllegalArgumentException if the counts are out of range or ask for more than a quarter
   *     of all arcs
   */
  public static Graph powerLaw(int vertices, int arcs, long seed) {
    GraphGenerator generator = new GraphGenerator(vertices, arcs, seed);
    int[] names = generator.permutation();
    int levels = 32 - Integer.numberOfLeadingZeros(vertices - 1);
    return DistinctArcs.draw(vertices, arcs, () -> generator.skewedArc(levels, names));
  }

  private long uniformArc() {
    while (true) {
      int tail = below(vertices);
      int head = below(vertices);
      if (tail != head) {
        return (long) tail << 32 | head;
      }
    }
  }

  private long skewedArc(int levels, int[] names) {
    while (true) {
      int tail = 0;
      int head = 0;
      long bits = 0;
      for (int level = 0; level < levels; level++) {
        bits = (level & 3) == 0 ? random.nextLong() : bits >>> 16;
        int draw = (int) (bits & 0xffff);
        tail = 2 * tail + (draw >= TOP_RIGHT ? 1 : 0);
        head = 2 * head + (draw >= BOTTOM_LEFT || (draw >= TOP_LEFT && draw < TOP_RIGHT) ? 1 : 0);
      }
      if (tail != head && tail < vertices && head < vertices) {
        return (long) names[tail] << 32 | names[head];
      }
    }
  }

  /** By multiplication, not the library's algorithm, so that a graph outlives changes of it. */
  private int below(int bound) {
    return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
  }

  private int[] permutation() {
    int[] names = new int[vertices];
    for (int i = 0; i < vertices; i++) {
      int j = below(i + 1);
      names[i] = names[j];
      names[j] = i;
    }
    return names;
  }
}
