package dev.syncopate.machine.divergence;

/**
 * Memory activity of lanes, as a divergence policy asks for it: the policy itself knows only where
 * lanes are.
 */
public interface LaneMemoryActivity {
  /** No needs between lanes are known. */
  LaneMemoryActivity NONE = (spinning, waiting, leftLoop) -> 0;

  /**
   * Lanes without which others cannot get on, as far as is known: they hold a word that those poll.
   *
   * @param spinning lanes in a loop that may spin
   * @param waiting lanes that wait for them at a join
   * @param leftLoop whether those that wait have just left the same loop: what they polled last let
   *     them pass
   * @return some of {@code waiting}
   */
  long needed(long spinning, long waiting, boolean leftLoop);
}
