package dev.syncopate.machine.divergence;

/** Who knows what lanes do in memory: the schedule itself knows only where they are. */
public interface Needs {
  /** No needs between lanes are known. */
  Needs NONE = (spinning, waiting, leftLoop) -> 0;

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
