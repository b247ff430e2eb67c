package dev.syncopate.workload.input;

import dev.syncopate.workload.graph.Graph;

/** Networks of co-authors, grown by {@link Coauthors}. */
final class CoauthorNetwork {
  /** Shares of authors, as in cond-mat-2003: of the large component, and of those without any. */
  private static final double TOGETHER = 27_519.0 / 31_163;

  private static final double ALONE = 703.0 / 31_163;

  private static final double PRODUCTIVITY = 0.65;

  private CoauthorNetwork() {}

  static Graph connected(int authors, int count, long seed) {
    return Coauthors.edges(authors, count, PRODUCTIVITY, new RandomDraw(seed)).graph(authors);
  }

  /**
   * With authors who never wrote with others and groups of two to five who wrote with each other
   * alone; they turn up between the others, at random.
   */
  static Graph scattered(int authors, int count, long seed) {
    RandomDraw draw = new RandomDraw(seed);
    int connectedAuthors = (int) (authors * TOGETHER);
    int grouped = authors - connectedAuthors - (int) (authors * ALONE);
    UndirectedEdges groups = groups(connectedAuthors, connectedAuthors + grouped, draw);
    UndirectedEdges edges =
        Coauthors.edges(connectedAuthors, count - groups.count(), PRODUCTIVITY, draw);
    for (int i = 0; i < groups.count(); i++) {
      edges.append(groups.from(i), groups.to(i));
    }
    edges.renumber(between(connectedAuthors, authors, draw));
    return edges.graph(authors);
  }

  private static UndirectedEdges groups(int first, int end, RandomDraw draw) {
    UndirectedEdges groups = new UndirectedEdges(2 * (end - first));
    int v = first;
    while (v < end) {
      int size = Math.min(end - v, 2 + draw.below(4));
      for (int i = 0; i < size; i++) {
        for (int j = 0; j < i; j++) {
          groups.append(v + i, v + j);
        }
      }
      v += size;
    }
    return groups;
  }

  /** Numbers that keep the order of the first {@code keptCount} and put the others in between. */
  private static int[] between(int keptCount, int total, RandomDraw draw) {
    int[] number = new int[total];
    int nextKept = 0;
    int nextOther = keptCount;
    for (int place = 0; place < total; place++) {
      boolean isOther = draw.below(total - place) < total - nextOther;
      number[isOther ? nextOther++ : nextKept++] = place;
    }
    return number;
  }
}
