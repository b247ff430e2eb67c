package dev.syncopate.study.paper;

import java.util.Map;

/** Share of a paper's evaluation that is simulated. */
public enum EvaluationScale {
  /** Reduced graphs of the same classes: minutes. */
  QUICK(48_000, 1, 3, 1, 1),
  /** The papers' sizes: hours. */
  FULL(Integer.MAX_VALUE, 8, 0, 0, 5);

  private static final String PAGERANK = "pagerank";
  private static final String SSSP = "sssp";
  private static final String COLOR = "color";

  private final int vertices;
  private final int pathRounds;
  private final int colorRounds;
  private final int setRounds;
  private final int pageRankRounds;

  /**
   * @param vertices graphs with more are reduced to about as many, by a whole factor
   * @param pathRounds most rounds of shortest paths
   * @param colorRounds most rounds of colouring; 0 for all
   * @param setRounds first rounds of the independent set; 0 for all
   * @param pageRankRounds rounds of PageRank
   */
  EvaluationScale(
      int vertices, int pathRounds, int colorRounds, int setRounds, int pageRankRounds) {
    this.vertices = vertices;
    this.pathRounds = pathRounds;
    this.colorRounds = colorRounds;
    this.setRounds = setRounds;
    this.pageRankRounds = pageRankRounds;
  }

  /** By what a graph of that many vertices is reduced; 1 if it is not. */
  int factor(int count) {
    return Math.max(1, (int) Math.round((double) count / vertices));
  }

  /**
   * The region of interest, as the workload's options. At full scale colouring and the independent
   * set run to their end: their rounds differ much, and there are few. Shortest paths take up to a
   * thousand rounds, which all read every arc; of every so many the one in the middle is simulated,
   * at quick scale of colouring's, too. A sum over such rounds is that over all rounds divided by a
   * constant that is the same in all scenarios. So ratios need no weights: a long round weighs as
   * much as in a whole run. PageRank's rounds are all alike and their number is given: the first
   * ones stand for all.
   */
  Map<String, String> rounds(String workload) {
    return switch (workload) {
      case PAGERANK -> Map.of("iterations", Integer.toString(pageRankRounds));
      case SSSP -> Map.of("sample", Integer.toString(pathRounds));
      case COLOR -> Map.of("sample", Integer.toString(colorRounds));
      default -> Map.of("iterations", Integer.toString(setRounds));
    };
  }

  /** Rounds that are simulated, about, for what a job costs compared with others. */
  int cost(String workload) {
    return switch (workload) {
      case PAGERANK -> 3 * pageRankRounds; // atomics
      case SSSP -> pathRounds;
      case COLOR -> colorRounds == 0 ? 10 : colorRounds;
      default -> setRounds == 0 ? 6 : 2 * setRounds;
    };
  }

  /** The same in a sentence. */
  String words() {
    return ("Region of interest: of shortest paths %s, of colouring %s, of the independent set %s, of"
            + " PageRank, whose rounds are all alike, the first %d.")
        .formatted(
            spread(pathRounds),
            colorRounds == 0 ? "all rounds" : spread(colorRounds),
            setRounds == 0 ? "all rounds" : "the first %d".formatted(setRounds),
            pageRankRounds);
  }

  private static String spread(int rounds) {
    return rounds == 1
        ? "the middle round"
        : "at most %d rounds, evenly spread over all".formatted(rounds);
  }
}
