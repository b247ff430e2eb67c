package dev.syncopate.machine.tile;

import dev.syncopate.machine.core.PeerMessage;
import dev.syncopate.sim.perturb.Jitter;
import dev.syncopate.sim.perturb.PeerChannel;
import dev.syncopate.sim.perturb.PerturbConfig;
import dev.syncopate.sim.perturb.Perturbation.PeerDelay;
import dev.syncopate.sim.perturb.PerturbationList.PeerKey;
import dev.syncopate.sim.perturb.PerturbationLog;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Delays of the messages of a compute unit to others of a cluster, under a perturbed schedule. As
 * on the way to memory, either its stores are late, or for some messages in a row a unit is further
 * away than it is, or those messages are late that a list names. Messages of one channel to one
 * unit stay in the order sent.
 */
final class PeerDelays {
  /** Messages in a row with the same delay, at most. */
  private static final int MOST = 32;

  private static final int CHANNELS = PeerChannel.values().length;

  private final int unit;

  /** Null where stores alone are late, or those messages that a list names. */
  private final @Nullable Jitter jitter;

  /** Delays that a list names; null for those of a seed. */
  private final @Nullable Map<PeerKey, Integer> listed;

  /** By unit and channel: the delay, and the number of further messages that it applies to. */
  private final int[] delay;

  private final int[] remaining;

  /** By unit and channel: how many messages there were, and when the last one arrives. */
  private final int[] times;

  private final long[] last;
  private @Nullable PerturbationLog log;

  private PeerDelays(
      int unit, @Nullable Jitter jitter, @Nullable Map<PeerKey, Integer> listed, int[] delay) {
    this.unit = unit;
    this.jitter = jitter;
    this.listed = listed;
    this.delay = delay;
    remaining = new int[delay.length];
    times = new int[delay.length];
    last = new long[delay.length];
  }

  /** Those of a unit among others; null where it delays nothing. */
  static @Nullable PeerDelays of(PerturbConfig perturb, int unit, int units) {
    int count = units * CHANNELS;
    if (!perturb.drawn()) {
      Map<PeerKey, Integer> listed = perturb.delays().messagesToPeers(unit);
      return listed.isEmpty() ? null : new PeerDelays(unit, null, listed, new int[count]);
    }
    return switch (perturb.style()) {
      case ANY -> new PeerDelays(unit, perturb.messagesToPeers(unit), null, new int[count]);
      case CHANGE_POINTS -> null;
      case LATE_STORES, LATE_WAYS -> {
        int[] byUnit = perturb.storeDelays(units);
        int[] delay = new int[count];
        for (int way = 0; way < count; way++) {
          delay[way] = byUnit[way / CHANNELS];
        }
        yield new PeerDelays(unit, null, null, delay);
      }
    };
  }

  /** Logs delayed messages from now on. */
  void log() {
    log = new PerturbationLog();
  }

  /** What was logged. */
  List<PerturbationLog.Entry> perturbations() {
    return log == null ? List.of() : log.entries();
  }

  /**
   * When a message arrives; call in the order of sending.
   *
   * @param target the compute unit that it is for
   * @param arrival when it would arrive otherwise
   */
  long arrival(int target, PeerMessage message, long arrival) {
    PeerChannel channel = message.channel();
    int way = target * CHANNELS + channel.number();
    times[way]++;
    int late;
    if (listed != null) {
      late = listed.getOrDefault(new PeerKey(target, channel, times[way]), 0);
    } else if (jitter == null) {
      late = message.stores() ? delay[way] : 0;
    } else {
      late = next(way, jitter);
    }
    if (log != null && late > 0) {
      log.add(arrival, new PeerDelay(unit, target, channel, times[way], late));
    }
    last[way] = Math.max(last[way], arrival + late);
    return last[way];
  }

  private int next(int way, Jitter drawn) {
    if (remaining[way] == 0) {
      delay[way] = drawn.next();
      remaining[way] = 1 + drawn.pick(MOST);
    }
    remaining[way]--;
    return delay[way];
  }
}
