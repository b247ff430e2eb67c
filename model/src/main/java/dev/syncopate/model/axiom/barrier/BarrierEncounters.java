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
   * Finds them.
   *
   * @param threads each thread's stops, in the order of its program
   * @param blocks which block each thread is of
   * @param quorumIsMinimum whether a count is a minimum; else it is as the PTX ISA manual says
   */
  public static BarrierEncounters of(
      List<List<BarrierArrival>> threads, int[] blocks, boolean quorumIsMinimum) {
    return quorumIsMinimum
        ? new RoundMeetings(threads).find()
        : new Rehearsal(threads, blocks).find();
  }
}
