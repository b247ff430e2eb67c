package dev.syncopate.study.paper;

/** How much of a paper's evaluation is simulated. */
public enum Scale {
  /** Reduced graphs of the same classes: minutes. */
  QUICK(2),
  /** The papers' sizes: up to an hour. */
  FULL(5);

  private final int rounds;

  Scale(int rounds) {
    this.rounds = rounds;
  }

  /**
   * The region of interest: rounds of the algorithm (one launch each) that are simulated, from its
   * first on. The same for every workload, input and scenario.
   *
   * <p>A round of sssp or pagerank reads every arc and takes the same time whenever it comes; color
   * and mis do most of their work in their first rounds. So the first rounds stand for the whole.
   */
  public int rounds() {
    return rounds;
  }
}
