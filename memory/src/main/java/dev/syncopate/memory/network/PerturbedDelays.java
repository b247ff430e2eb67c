package dev.syncopate.memory.network;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.topology.Node;
import dev.syncopate.sim.perturb.Jitter;
import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.Perturbation.MessageDelay;
import dev.syncopate.sim.perturb.PerturbationList.MessageKey;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Delays of the messages that a node sends, under a perturbed schedule. Either its stores are late,
 * or for some messages in a row a node is further away than it is, then it is not, or those
 * messages are late that a list names. Messages to one node stay in the order sent, and overtake
 * those to others.
 */
final class PerturbedDelays {
  /** Messages in a row with the same delay, at most. */
  private static final int MOST = 32;

  private final Node sender;

  /** Null where stores alone are late, or those messages that a list names. */
  private final @Nullable Jitter jitter;

  /** Delays that a list names; null for those of a seed. */
  private final @Nullable Map<MessageKey, Integer> listed;

  /**
   * By node: the delay, the number of further messages that it applies to, and the arrival of the
   * last one.
   */
  private final int[] delay;

  private final int[] remaining;
  private final long[] last;

  /** Messages so far, by receiver, type and line; counted for a list and for the log. */
  private final Map<MessageKey, Integer> times = new HashMap<>();

  private @Nullable PerturbationLog log;

  private PerturbedDelays(
      Node sender,
      @Nullable Jitter jitter,
      @Nullable Map<MessageKey, Integer> listed,
      int[] delay) {
    this.sender = sender;
    this.jitter = jitter;
    this.listed = listed;
    this.delay = delay;
    remaining = new int[delay.length];
    last = new long[delay.length];
  }

  /** Those of a node among others; null where it delays nothing. */
  static @Nullable PerturbedDelays of(PerturbConfig perturb, Node node, List<Node> nodes) {
    int count = nodes.size();
    if (!perturb.drawn()) {
      Map<MessageKey, Integer> listed = perturb.delays().messagesFrom(node.word());
      return listed.isEmpty() ? null : new PerturbedDelays(node, null, listed, new int[count]);
    }
    return switch (perturb.style()) {
      case ANY -> new PerturbedDelays(node, perturb.messages(node.number()), null, new int[count]);
      case CHANGE_POINTS -> null;
      case LATE_STORES, LATE_WAYS ->
          node.isBank() ? null : new PerturbedDelays(node, null, null, perturb.storeDelays(count));
    };
  }

  /** Logs delayed messages from now on. */
  void log(PerturbationLog newLog) {
    log = newLog;
  }

  /** What was logged. */
  List<PerturbationLog.Entry> perturbations() {
    return log == null ? List.of() : log.entries();
  }

  /**
   * When a message arrives; call in the order of sending.
   *
   * @param receiver the node that it is for
   * @param arrival when it would arrive otherwise
   */
  long arrival(Node receiver, MemoryMessage message, long arrival) {
    int destination = receiver.number();
    int late;
    if (listed != null) {
      late = listed.getOrDefault(counted(receiver, message), 0);
    } else if (jitter == null) {
      late = message.data().length == 0 ? 0 : delay[destination];
    } else {
      late = next(destination, jitter);
    }
    if (log != null) {
      log(log, receiver, message, arrival, late);
    }
    last[destination] = Math.max(last[destination], arrival + late);
    return last[destination];
  }

  private void log(
      PerturbationLog entries, Node receiver, MemoryMessage message, long arrival, int late) {
    MessageKey key = listed == null ? counted(receiver, message) : latest(receiver, message);
    if (late > 0) {
      entries.add(
          arrival,
          new MessageDelay(
              sender.word(), key.receiver(), key.type(), key.line(), key.time(), late));
    }
  }

  /** The message that is sent now, which is counted. */
  private MessageKey counted(Node receiver, MemoryMessage message) {
    times.merge(key(receiver, message, 0), 1, Integer::sum);
    return latest(receiver, message);
  }

  /** The message that was counted last of its kind. */
  private MessageKey latest(Node receiver, MemoryMessage message) {
    return key(receiver, message, times.getOrDefault(key(receiver, message, 0), 0));
  }

  private static MessageKey key(Node receiver, MemoryMessage message, int time) {
    return new MessageKey(receiver.word(), message.type.name(), message.line, time);
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
