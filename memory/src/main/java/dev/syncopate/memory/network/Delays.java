package dev.syncopate.memory.network;

import dev.syncopate.sim.perturb.Jitter;
import dev.syncopate.sim.perturb.PerturbConfig;
import org.jspecify.annotations.Nullable;

/**
 * Delays of the messages that a node sends, under a perturbed schedule. For some messages in a row
 * a node is further away than it is, then it is not: messages to it stay in the order sent, and
 * overtake those to others.
 */
final class Delays {
  /** Messages in a row with the same delay, at most. */
  private static final int MOST = 32;

  private final Jitter jitter;

  /** By node: the delay, how many more messages have it, and when the last one arrives. */
  private final int[] delay;

  private final int[] left;
  private final long[] last;

  private Delays(Jitter jitter, int nodes) {
    this.jitter = jitter;
    delay = new int[nodes];
    left = new int[nodes];
    last = new long[nodes];
  }

  /** Those of a node among so many; null where the schedule is the machine's own. */
  static @Nullable Delays of(PerturbConfig perturb, int node, int nodes) {
    return perturb.on() ? new Delays(perturb.messages(node), nodes) : null;
  }

  /**
   * When a message arrives; call in the order of sending.
   *
   * @param to number of the node that it is for
   * @param arrival when it would arrive otherwise
   */
  long arrival(int to, long arrival) {
    if (left[to] == 0) {
      delay[to] = jitter.next();
      left[to] = 1 + jitter.pick(MOST);
    }
    left[to]--;
    last[to] = Math.max(last[to], arrival + delay[to]);
    return last[to];
  }
}
