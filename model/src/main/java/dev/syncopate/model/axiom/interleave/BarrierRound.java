package dev.syncopate.model.axiom.interleave;

import java.util.ArrayList;
import java.util.List;

/**
 * Round of a barrier that is not complete, as the PTX ISA manual defines it ("barrier"). With a
 * count it is complete after exactly so many arrivals. Without one it is complete when every thread
 * of the group has arrived or ended. All counts that arrivals state must be satisfied.
 *
 * @param name of the barrier, with its group
 * @param arrivals how many there are
 * @param present the threads that have arrived, as bits
 * @param waiting those of them that wait
 * @param counts what arrivals say how many meet, each number once, in order; {@link #ALL} among
 *     them
 * @param open whether it was complete and stays open, so that later arrivals pass
 */
record BarrierRound(
    BarrierName name, int arrivals, long present, long waiting, List<Long> counts, boolean open) {
  /** A count that says that all threads of the group meet. */
  static final long ALL = -1;

  /**
   * Name of a barrier.
   *
   * @param group the threads that it is for, as bits
   * @param counted whether it is one that stays open after as many arrivals as its count says
   */
  record BarrierName(long group, long instance, long id, boolean counted) {}

  BarrierRound {
    counts = List.copyOf(counts);
  }

  static BarrierRound of(BarrierName name) {
    return new BarrierRound(name, 0, 0, 0, List.of(), /* open= */ false);
  }

  /** With one more arrival. */
  BarrierRound with(int thread, boolean waits, long count) {
    List<Long> allCounts = new ArrayList<>(counts);
    if (!allCounts.contains(count)) {
      allCounts.add(count);
      allCounts.sort(null);
    }
    long bit = 1L << thread;
    return new BarrierRound(
        name, arrivals + 1, present | bit, waits ? waiting | bit : waiting, allCounts, open);
  }

  /** As it stays once it is complete. */
  BarrierRound opened() {
    return new BarrierRound(name, 0, 0, 0, List.of(), /* open= */ true);
  }

  /**
   * Whether it is complete.
   *
   * @param unfinished the threads of the group that have not ended, as bits
   */
  boolean isComplete(long unfinished) {
    return counts.stream()
        .allMatch(count ->
            count == ALL
                ? (unfinished & ~present) == 0
                : name.counted ? arrivals >= count : arrivals == count);
  }
}
