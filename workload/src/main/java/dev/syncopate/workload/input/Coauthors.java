package dev.syncopate.workload.input;

import java.util.Arrays;

/**
 * Co-author graph, grown paper by paper: each paper has two to five authors, and connects each with
 * each. The first author has written before; the others are new or drawn from all. Vertices are
 * numbered as they appear, so that the first ones have the most edges.
 */
final class Coauthors {
  private static final double[] TEAMS = {0.35, 0.7, 0.9, 1};

  /** Who has not signed any of the last papers, this share of all, has retired. */
  private static final double ACTIVE = 0.65;

  private final RandomDraw draw;
  private final int authors;
  private final int count;
  private final UndirectedEdges edges;
  private final double productivity;

  /** An author for each time that one signed a paper. */
  private int[] signatures = new int[1024];

  private int signed;
  private int knownAuthors = 1;
  private double edgesOfPaper = 2.5;

  private Coauthors(int authors, int count, double productivity, RandomDraw draw) {
    this.draw = draw;
    this.authors = authors;
    this.count = count;
    this.productivity = productivity;
    edges = new UndirectedEdges(count);
    sign(0);
  }

  /**
   * A connected network.
   *
   * @param count edges, at least one less than authors
   * @param productivity chance that an author is chosen in proportion to the papers so far, and not
   *     any author with the same chance
   */
  static UndirectedEdges edges(int authors, int count, double productivity, RandomDraw draw) {
    Coauthors network = new Coauthors(authors, count, productivity, draw);
    while (network.edges.count() < count) {
      network.paper();
    }
    return network.edges;
  }

  private void paper() {
    int[] team = new int[5];
    int size = size();
    team[0] = existing();
    int previousCount = edges.count();
    for (int i = 1; i < size && edges.count() < count; i++) {
      team[i] = coauthor();
      for (int j = 0; j < i && mayAdd(j); j++) {
        edges.add(team[i], team[j]);
      }
      sign(team[i]);
    }
    sign(team[0]);
    edgesOfPaper += 0.001 * (edges.count() - previousCount - edgesOfPaper);
  }

  /** Every author to come needs an edge. */
  private boolean mayAdd(int place) {
    int remaining = count - edges.count();
    return remaining > (place == 0 ? 0 : authors - knownAuthors);
  }

  private int size() {
    double share = draw.unit();
    int size = 2;
    while (share >= TEAMS[size - 2]) {
      size++;
    }
    return count - edges.count() <= authors - knownAuthors + 10 ? 2 : size;
  }

  private int coauthor() {
    int missing = authors - knownAuthors;
    int remaining = count - edges.count();
    double share = missing * edgesOfPaper / Math.max(1, remaining) / 2.05;
    if (missing > 0 && (missing >= remaining || draw.chance(share))) {
      return knownAuthors++;
    }
    return existing();
  }

  private int existing() {
    int active = (int) Math.ceil(signed * ACTIVE);
    return draw.chance(productivity)
        ? signatures[signed - 1 - draw.below(active)]
        : draw.below(knownAuthors);
  }

  private void sign(int author) {
    if (signed == signatures.length) {
      signatures = Arrays.copyOf(signatures, 2 * signed);
    }
    signatures[signed++] = author;
  }
}
