package dev.syncopate.model.axiom.barrier;

import java.util.List;
import java.util.Set;

/**
 * In which ways threads may get through their barriers.
 *
 * @param ways the meetings of each way on which all threads end
 * @param hangs whether there is a way on which some thread waits forever
 */
public record Encounters(Set<Set<Meeting>> ways, boolean hangs) {
  /**
   * Finds them.
   *
   * @param threads each thread's stops, in the order of its program
   * @param blocks which block each thread is of
   * @param quorumIsMinimum whether a count is a minimum; else it is as the PTX ISA manual says
   */
  public static Encounters of(List<List<Stop>> threads, int[] blocks, boolean quorumIsMinimum) {
    return quorumIsMinimum
        ? new RoundMeetings(threads, blocks).find()
        : new Rehearsal(threads, blocks).find();
  }
}
