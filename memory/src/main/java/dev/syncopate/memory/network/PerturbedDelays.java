package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.perturb.Jitter;
import dev.syncopate.sim.perturb.PerturbConfig;
import org.jspecify.annotations.Nullable;

/**
 * Delays of the messages that a node sends, under a perturbed schedule. Either its stores are late,
 * or for some messages in a row a node is further away than it is, then it is not. Messages to one
 * node stay in the order sent, and overtake those to others.
 */
final class PerturbedDelays {
  /** Messages in a row with the same delay, at most. */
  private static final int MOST = 32;

  /** Null where stores alone are late. */
  private final @Nullable Jitter jitter;

  /**
   * By node: the delay, the number of further messages that it applies to, and the arrival of the
   * last one.
   */
  private final int[] delay;

  private final int[] remaining;
  private final long[] last;

  private PerturbedDelays(@Nullable Jitter jitter, int[] delay) {
    this.jitter = jitter;
    this.delay = delay;
    remaining = new int[delay.length];
    last = new long[delay.length];
  }

  /** Those of a node among so many; null where it delays nothing. */
  static @Nullable PerturbedDelays of(PerturbConfig perturb, Node node, int nodes) {
    if (!perturb.on()) {
      return null;
    }
    return switch (perturb.style()) {
      case ANY -> new PerturbedDelays(perturb.messages(node.number()), new int[nodes]);
      case CHANGE_POINTS -> null;
      case LATE_STORES, LATE_WAYS ->
          node.isBank() ? null : new PerturbedDelays(null, perturb.storeDelays(nodes));
    };
  }

  /**
   * When a message arrives; call in the order of sending.
   *
   * @param destination number of the node that it is for
   * @param arrival when it would arrive otherwise
   */
  long arrival(int destination, MemoryMessage message, long arrival) {
    int late;
    if (jitter == null) {
      late = message.data().length == 0 ? 0 : delay[destination];
    } else {
      late = next(destination, jitter);
    }
    last[destination] = Math.max(last[destination], arrival + late);
    return last[destination];
  }

  private int next(int destination, Jitter jitter) {
    if (remaining[destination] == 0) {
      delay[destination] = jitter.next();
      remaining[destination] = 1 + jitter.pick(MOST);
    }
    remaining[destination]--;
    return delay[destination];
  }
}
