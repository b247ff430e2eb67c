package dev.syncopate.workload.analytics;

import dev.syncopate.workload.graph.Graph;
import dev.syncopate.workload.round.RoundReference;
import dev.syncopate.workload.suite.WorkloadInputException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Brandes' algorithm in double precision, a level a round. For each source it goes forward until a
 * level reaches nothing new, and backward to the level next to the source. A last round adds the
 * dependencies to the scores.
 *
 * <p>Each number has a bound of the device's relative error, to first order. Every number is
 * positive, so that errors never grow by cancellation: a sum of k terms has the largest error of
 * its terms and k roundings. Path counts, of which a road network has more than single precision
 * holds, are in double precision on both sides: 2^-52 for a rounding of each. The term of a
 * dependency has the errors of its two path counts and of the other dependency, and three roundings
 * in double precision (1 is added, a quotient, a product). Dependencies and scores are summed up in
 * single precision, with a rounding of 2^-24 for each addition and one for each term. Each of these
 * may also lose what is below 2^-126.
 */
final class BrandesReference implements RoundReference {
  /** No path yet. */
  static final int UNREACHED = -1;

  private static final double SINGLE = 0x1p-24;
  private static final double DOUBLE = 0x1p-52;
  private static final double LOST = 0x1p-126;
  private static final double MOST_PATHS = 0x1p1000;

  /** Work of a round. */
  enum Phase {
    FORWARD,
    BACKWARD,
    SCORE
  }

  private final Graph graph;
  private final int[] sources;
  private final int[] depths;
  private final Estimates paths;
  private final Estimates dependencies;
  private final Estimates scores;

  /** Vertices by depth; those of level l begin at {@code levels[l]}. */
  private final int[] order;

  private final int[] levels;
  private Phase phase = Phase.FORWARD;
  private int source;
  private int level;
  private boolean reached;

  /**
   * @param graph undirected
   * @param sources at least one
   */
  BrandesReference(Graph graph, int[] sources) {
    this.graph = graph;
    this.sources = sources;
    int n = graph.vertices();
    depths = new int[n];
    Arrays.fill(depths, UNREACHED);
    paths = new Estimates(n, DOUBLE, 0);
    dependencies = new Estimates(n, SINGLE, LOST);
    scores = new Estimates(n, SINGLE, LOST);
    order = new int[n];
    levels = new int[n + 2];
  }

  Graph graph() {
    return graph;
  }

  /** What the next round does. */
  Phase phase() {
    return phase;
  }

  /** The level from which the next round pushes. */
  int level() {
    return level;
  }

  /** Where the next round's paths begin. */
  int source() {
    return sources[source];
  }

  /** Whether the last round, which was a forward one, has reached vertices. */
  boolean reached() {
    return reached;
  }

  int[] depths() {
    return depths;
  }

  Estimates paths() {
    return paths;
  }

  Estimates dependencies() {
    return dependencies;
  }

  Estimates scores() {
    return scores;
  }

  @Override
  public boolean done() {
    return source == sources.length;
  }

  @Override
  public void step() {
    if (done()) {
      return;
    }
    switch (phase) {
      case FORWARD -> forward();
      case BACKWARD -> backward();
      case SCORE -> score();
    }
  }

  private void forward() {
    if (level == 0) {
      Arrays.fill(depths, UNREACHED);
      paths.clear();
      dependencies.clear();
      depths[sources[source]] = 0;
      paths.set(sources[source], 1);
      order[0] = sources[source];
      levels[0] = 0;
      levels[1] = 1;
    }
    int end = levels[level + 1];
    for (int position = levels[level]; position < levels[level + 1]; position++) {
      int v = order[position];
      for (int k = graph.offsets()[v]; k < graph.offsets()[v + 1]; k++) {
        int w = graph.targets()[k];
        if (depths[w] == UNREACHED) {
          depths[w] = level + 1;
          order[end++] = w;
        }
        if (depths[w] == level + 1) {
          paths.add(w, paths.value(v), paths.error(v));
          checkPaths(w);
        }
      }
    }
    levels[level + 2] = end;
    reached = end > levels[level + 1];
    if (reached) {
      level++;
    } else {
      phase = level > 1 ? Phase.BACKWARD : Phase.SCORE;
    }
  }

  private void checkPaths(int vertex) {
    if (paths.value(vertex) > MOST_PATHS) {
      throw new WorkloadInputException(
          String.format(
              Locale.ROOT,
              "bc counts paths in double precision, at most %.1e, and vertex %d is at the end of"
                  + " more from vertex %d: choose another seed or graph",
              MOST_PATHS,
              vertex,
              source()));
    }
  }

  private void backward() {
    for (int position = levels[level]; position < levels[level + 1]; position++) {
      int v = order[position];
      double share = (1 + dependencies.value(v)) / paths.value(v);
      double error =
          paths.error(v) + dependencies.error(v) + dependencies.lost(v) + 3 * DOUBLE + SINGLE;
      for (int k = graph.offsets()[v]; k < graph.offsets()[v + 1]; k++) {
        int w = graph.targets()[k];
        if (depths[w] == level - 1) {
          dependencies.add(w, paths.value(w) * share, paths.error(w) + error);
        }
      }
    }
    level--;
    phase = level > 1 ? Phase.BACKWARD : Phase.SCORE;
  }

  private void score() {
    for (int v = 0; v < depths.length; v++) {
      if (v != sources[source] && dependencies.value(v) != 0) {
        scores.add(v, dependencies.value(v), dependencies.error(v));
      }
    }
    source++;
    level = 0;
    phase = Phase.FORWARD;
  }

  /** Positive numbers, and how far they may be off on the device. */
  static final class Estimates {
    private final double rounding;
    private final double smallest;
    private final double[] values;

    /** Of the term that is off the most: any term may be the first to be added. */
    private final double[] worst;

    private final int[] additions;

    /**
     * @param rounding relative error of an addition
     * @param smallest what an addition may lose in addition
     */
    Estimates(int count, double rounding, double smallest) {
      this.rounding = rounding;
      this.smallest = smallest;
      values = new double[count];
      worst = new double[count];
      additions = new int[count];
    }

    double value(int index) {
      return values[index];
    }

    double error(int index) {
      return worst[index] + additions[index] * rounding;
    }

    /** What rounding and additions may have lost for being too small. */
    double lost(int index) {
      return (additions[index] + 1) * smallest;
    }

    double[] values() {
      return values;
    }

    /** Largest relative error of each, errors of errors included; 0 where nothing was added. */
    double[] bounds() {
      double[] bounds = new double[values.length];
      Arrays.setAll(
          bounds, i -> values[i] == 0 ? 0 : error(i) / (1 - error(i)) + 2 * lost(i) / values[i]);
      return bounds;
    }

    /** In single precision; from now on that is what they are compared with. */
    float[] rounded() {
      float[] single = new float[values.length];
      for (int i = 0; i < single.length; i++) {
        single[i] = (float) values[i];
      }
      Arrays.fill(worst, SINGLE);
      Arrays.fill(additions, 0);
      return single;
    }

    private void clear() {
      Arrays.fill(values, 0);
      Arrays.fill(worst, 0);
      Arrays.fill(additions, 0);
    }

    private void set(int index, double value) {
      values[index] = value;
    }

    private void add(int index, double value, double error) {
      values[index] += value;
      worst[index] = Math.max(worst[index], error);
      additions[index]++;
    }
  }
}
