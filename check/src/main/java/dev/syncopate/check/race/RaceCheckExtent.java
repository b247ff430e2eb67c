package dev.syncopate.check.race;

/**
 * Amount of a run in which races could be found.
 *
 * @param words of a launch that one thread wrote and another then read or wrote, over all launches
 * @param synchronisations times that a thread acquired what another had released, and that threads
 *     met at a barrier
 */
public record RaceCheckExtent(long words, long synchronisations) {
  /** Nothing. */
  public static final RaceCheckExtent NONE = new RaceCheckExtent(0, 0);

  RaceCheckExtent plus(RaceCheckExtent right) {
    return new RaceCheckExtent(words + right.words, synchronisations + right.synchronisations);
  }

  /** Of two runs the more that there was in either. */
  public RaceCheckExtent max(RaceCheckExtent right) {
    return new RaceCheckExtent(
        Math.max(words, right.words), Math.max(synchronisations, right.synchronisations));
  }
}
