package dev.syncopate.memory.cache;

/**
 * Writes that await their acknowledgement, counted by generation, so that a release can wait for
 * those made before it and not for later ones.
 */
public final class WriteGenerations {
  /** Open writes of generation g at {@code open[g & mask]}. */
  private int[] open = new int[16];

  /** The oldest generation with open writes, or the current one. */
  private int oldest;

  private int current;
  private int total;

  /** Counts a write; returns the generation to name in its acknowledgement. */
  public int issue() {
    open[current & open.length - 1]++;
    total++;
    return current;
  }

  /** Takes a write's acknowledgement; false when none is open in that generation. */
  public boolean acknowledge(int generation) {
    if (generation - oldest < 0
        || generation - current > 0
        || open[generation & open.length - 1] == 0) {
      return false;
    }
    open[generation & open.length - 1]--;
    total--;
    while (oldest != current && open[oldest & open.length - 1] == 0) {
      oldest++;
    }
    return true;
  }

  /**
   * Ends the current generation: returns it, for {@link #settled}. Later writes are of the next.
   */
  public int close() {
    int closed = current;
    if (current - oldest + 1 == open.length) {
      grow();
    }
    current++;
    while (oldest != current && open[oldest & open.length - 1] == 0) {
      oldest++;
    }
    return closed;
  }

  /** Whether every write of a closed generation and of those before it is acknowledged. */
  public boolean settled(int generation) {
    return generation - oldest < 0;
  }

  /** Writes that await their acknowledgement. */
  public int open() {
    return total;
  }

  /** Counts generations from 0 again if nothing is open; then no number given before counts. */
  public void canonicalize() {
    if (total == 0) {
      oldest = 0;
      current = 0;
    }
  }

  private void grow() {
    int[] wider = new int[2 * open.length];
    for (int generation = oldest; generation - current <= 0; generation++) {
      wider[generation & wider.length - 1] = open[generation & open.length - 1];
    }
    open = wider;
  }
}
