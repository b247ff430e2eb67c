package dev.syncopate.machine.divergence;

/** What memory tells of lanes of one warp that hold each other up. */
@FunctionalInterface
public interface Contention {
  /** Nobody is known to hold anybody up. */
  Contention NONE = _ -> 0;

  /**
   * Lanes of the warp without which some of these cannot get on: they have taken a word that those
   * poll, or such a word is known to be handed on within the warp.
   *
   * @param polling lanes that go round a loop that may spin
   */
  long holders(long polling);
}
