package dev.syncopate.model.explore.machine;

import dev.syncopate.model.litmus.BarrierReading;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The named barriers of the CTAs on a tile, counted by threads (PTX ISA manual, "barrier"). A
 * barrier without a count is complete when every thread of the CTA that has not ended has arrived,
 * one with a count after that many arrivals. Where arrivals give different counts, all of them must
 * be satisfied. Then the waiting threads go on, and the barrier starts anew.
 *
 * <p>Where a test takes the count for a minimum, a thread that arrives again before the barrier is
 * complete arrives for its next round. A round with enough arrivals is complete when no further
 * thread can arrive.
 *
 * <p>Where barriers stay open, one with a count lets all threads pass once so many have arrived.
 * One without a count is another barrier then, and starts anew.
 */
final class NamedBarriers {
  /** A count that says that all of the CTA meet that have not ended. */
  static final long ALL = -1;

  /** A round of a barrier, with arrivals. */
  private static final class Round {
    int arrived;

    /** Threads that have arrived, and those that wait, as bits. */
    long present;

    long waiting;

    /** Whether it was complete and stays open, so that later arrivals pass. */
    boolean open;

    /** What arrivals say how many meet, each number once, in their order. */
    final ArrayList<Long> counts = new ArrayList<>();

    void stayOpen() {
      open = true;
      arrived = 0;
      present = 0;
      waiting = 0;
      counts.clear();
    }
  }

  private final boolean quorumIsMinimum;
  private final boolean staysOpen;

  /** By CTA and name; the round in progress first. */
  private final TreeMap<String, ArrayList<Round>> barriers = new TreeMap<>();

  NamedBarriers(BarrierReading reading) {
    this.quorumIsMinimum = reading == BarrierReading.QUORUM_IS_MINIMUM;
    this.staysOpen = reading == BarrierReading.OPENS_FOR_GOOD;
  }

  private static String key(int cta, String name) {
    return cta + ":" + name;
  }

  /** A thread arrives. */
  void arrive(TileState tile, ExploredThread thread, String name, long count, boolean waits) {
    String ofCount = staysOpen && count == ALL ? name + " without a count" : name;
    Round round =
        round(
            barriers.computeIfAbsent(key(thread.code.cta(), ofCount), unseen -> new ArrayList<>()),
            thread);
    if (round.open) {
      return;
    }
    round.arrived++;
    round.present |= 1L << thread.warp;
    if (!round.counts.contains(count)) {
      round.counts.add(count);
      round.counts.sort(null);
    }
    if (waits) {
      round.waiting |= 1L << thread.warp;
      thread.waits = true;
    }
    releaseComplete(tile);
  }

  private Round round(List<Round> rounds, ExploredThread thread) {
    for (Round round : rounds) {
      if (!quorumIsMinimum || (round.present >>> thread.warp & 1) == 0) {
        return round;
      }
    }
    rounds.add(new Round());
    return rounds.getLast();
  }

  /** Lets those go on whose barrier is complete; whether there were any. */
  boolean releaseComplete(TileState tile) {
    boolean changed = false;
    for (var entry : barriers.entrySet()) {
      changed |= staysOpen && opened(tile, entry.getKey(), entry.getValue());
      changed |=
          entry.getValue().removeIf(round -> !round.open && released(tile, entry.getKey(), round));
    }
    barriers.values().removeIf(List::isEmpty);
    return changed;
  }

  private boolean opened(TileState tile, String key, List<Round> rounds) {
    boolean changed = false;
    for (Round round : rounds) {
      if (!round.open && !round.counts.contains(ALL) && released(tile, key, round)) {
        round.stayOpen();
        changed = true;
      }
    }
    return changed;
  }

  private boolean released(TileState tile, String key, Round round) {
    for (long count : round.counts) {
      if (count == ALL ? !everybody(tile, key, round) : !enough(tile, key, round, count)) {
        return false;
      }
    }
    for (ExploredThread thread : tile.threads) {
      if ((round.waiting >>> thread.warp & 1) != 0) {
        thread.waits = false;
      }
    }
    return true;
  }

  private boolean enough(TileState tile, String key, Round round, long count) {
    return quorumIsMinimum
        ? round.arrived >= count && !moreMayCome(tile, key, round)
        : staysOpen ? round.arrived >= count : round.arrived == count;
  }

  private static boolean everybody(TileState tile, String key, Round round) {
    for (ExploredThread thread : tile.threads) {
      if (isAway(thread, key, round) && !thread.finished()) {
        return false;
      }
    }
    return true;
  }

  private boolean moreMayCome(TileState tile, String key, Round round) {
    String name = key.substring(key.indexOf(':') + 1);
    for (ExploredThread thread : tile.threads) {
      if (isAway(thread, key, round) && thread.mayComeTo(name, times(thread, key, round))) {
        return true;
      }
    }
    return false;
  }

  /** How many times a thread must still come until it comes to a round. */
  private int times(ExploredThread thread, String key, Round targetRound) {
    int times = 1;
    for (Round round : barriers.getOrDefault(key, new ArrayList<>())) {
      if (round == targetRound) {
        break;
      }
      times += isAway(thread, key, round) ? 1 : 0;
    }
    return times;
  }

  /** Whether a thread is of the barrier's CTA and has not arrived. */
  private static boolean isAway(ExploredThread thread, String key, Round round) {
    return (round.present >>> thread.warp & 1) == 0 && key.startsWith(thread.code.cta() + ":");
  }

  /** What a thread that waits here waits for. */
  @Nullable String waiting(ExploredThread thread) {
    for (var entry : barriers.entrySet()) {
      for (Round round : entry.getValue()) {
        if ((round.waiting >>> thread.warp & 1) != 0) {
          List<String> counts =
              round.counts.stream().map(count -> count == ALL ? "all" : count.toString()).toList();
          return "barrier %s, where %d threads have arrived of %s"
              .formatted(
                  entry.getKey().substring(entry.getKey().indexOf(':') + 1),
                  round.arrived,
                  String.join(" and of ", counts));
        }
      }
    }
    return null;
  }
}
