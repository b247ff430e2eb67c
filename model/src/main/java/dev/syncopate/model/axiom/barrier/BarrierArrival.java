package dev.syncopate.model.axiom.barrier;

/**
 * Arrival of a thread at a barrier.
 *
 * @param thread which, an index
 * @param arrival the event of its arrival
 * @param departure the event of its departure; -1 where it does not wait
 * @param barrier the barrier's name, other than those of other blocks' barriers
 * @param count how many threads meet, or {@link #ALL}
 */
public record BarrierArrival(int thread, int arrival, int departure, String barrier, long count) {
  /** All threads of the block that have not ended. */
  public static final long ALL = -1;

  boolean waits() {
    return departure >= 0;
  }
}
