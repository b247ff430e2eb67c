package dev.syncopate.model.axiom.barrier;

import java.util.List;

/**
 * Arrival of a thread at a barrier.
 *
 * @param thread which, an index
 * @param arrival the event of its arrival
 * @param departure the event of its departure; -1 where it does not wait
 * @param barrier the barrier's name, other than those of other groups' barriers
 * @param count how many threads meet, or {@link #ALL}
 * @param group the threads that the barrier is for
 */
public record BarrierArrival(
    int thread, int arrival, int departure, String barrier, long count, List<Integer> group) {
  /** All threads of the group that have not ended. */
  public static final long ALL = -1;

  public BarrierArrival {
    group = List.copyOf(group);
  }

  boolean waits() {
    return departure >= 0;
  }
}
