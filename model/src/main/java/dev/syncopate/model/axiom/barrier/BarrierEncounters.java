package dev.syncopate.model.axiom.barrier;

import java.util.List;
import java.util.Set;

/**
 * All ways in which threads may pass their barriers.
 *
 * @param ways the meetings of each way on which all threads end
 * @param hangs whether there is a way on which some thread waits forever
 */
public record BarrierEncounters(Set<Set<BarrierMeeting>> ways, boolean hangs) {
  /**
   * Finds them, as the PTX ISA manual says.
   *
   * @param threads each thread's stops, in the order of its program
   * @param blocks which block each thread is of
   */
  public static BarrierEncounters asInManual(List<List<BarrierArrival>> threads, int[] blocks) {
    return new Rehearsal(threads, blocks, /* staysOpen= */ false).find();
  }

  /** The same where a barrier with a count stays open once so many threads have arrived. */
  public static BarrierEncounters withOpenBarriers(
      List<List<BarrierArrival>> threads, int[] blocks) {
    return new Rehearsal(threads, blocks, /* staysOpen= */ true).find();
  }

  /** The same where a count is a minimum. */
  public static BarrierEncounters withMinima(List<List<BarrierArrival>> threads) {
    return new RoundMeetings(threads).find();
  }
}
