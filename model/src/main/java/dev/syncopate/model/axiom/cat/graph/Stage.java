package dev.syncopate.model.axiom.cat.graph;

/**
 * When a value is known, while an execution is put together. What depends on an earlier stage alone
 * is computed once for all executions that agree on it.
 */
public enum Stage {
  /** Which events there are, and all that depends on neither {@code rf} nor {@code co}. */
  SKELETON(0),
  /** Which write each read reads from: {@code rf}. */
  READS(1),
  /** In which order writes to one location are: {@code co}. */
  COHERENCE(2);

  /** How many there are. */
  public static final int COUNT = 3;

  private final int level;

  Stage(int level) {
    this.level = level;
  }

  /** Its number; those that it depends on have smaller ones. */
  public int level() {
    return level;
  }
}
