package dev.syncopate.check.race;

/**
 * How much of a run there was to find races in.
 *
 * @param words of a launch that one thread wrote and another then read or wrote, over all launches
 * @param synchronisations times that a thread acquired what another had released, and that threads
 *     met at a barrier
 */
public record Extent(long words, long synchronisations) {
  /** Nothing. */
  public static final Extent NONE = new Extent(0, 0);

  Extent plus(Extent right) {
    return new Extent(words + right.words, synchronisations + right.synchronisations);
  }

  /** Of two runs the more that there was in either. */
  public Extent max(Extent right) {
    return new Extent(
        Math.max(words, right.words), Math.max(synchronisations, right.synchronisations));
  }
}
