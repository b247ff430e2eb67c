package dev.syncopate.ptx.analysis;

import java.util.BitSet;

/**
 * Where lanes that part at a branch meet again: at its immediate post-dominator. Where some lanes
 * return early that is the exit, or the {@code ret} that all ways share, and those that stay would
 * never meet before it; so they meet at the post-dominator of the ways that do not return early.
 */
final class MeetingPoints {
  /** Lanes meet where those of an outer branch do, or at the exit. */
  static final int OUTSIDE = -1;

  private final FlowGraph graph;
  private final int[] meeting;

  MeetingPoints(FlowGraph graph) {
    this.graph = graph;
    this.meeting = new int[graph.blocks()];
    PostDominators plain = new PostDominators(graph);
    LateExits late = new LateExits(graph);
    PostDominators without = new PostDominators(late);
    BitSet early = new BitSet();
    for (int block = 0; block < meeting.length; block++) {
      meeting[block] = plain.of(block);
      int staying = without.of(block);
      if (graph.successors(block).length > 1
          && leaves(meeting[block])
          && staying != graph.exit()
          && late.successors(block).length > 1) {
        meeting[block] = staying;
        early.set(block);
      }
    }
    BitSet inside = inside(early);
    for (int block = inside.nextSetBit(0); block >= 0; block = inside.nextSetBit(block + 1)) {
      if (!early.get(block) && leaves(meeting[block])) {
        meeting[block] = graph.exit();
      }
    }
  }

  private boolean leaves(int block) {
    return block == graph.exit() || LateExits.onlyLeaves(graph, block);
  }

  /**
   * Blocks between a branch of which some lanes return early and where the others meet: lanes that
   * go from there to the {@code ret} pass by the meeting of the others.
   */
  private BitSet inside(BitSet early) {
    BitSet inside = new BitSet();
    int[] work = new int[graph.blocks()];
    for (int branch = early.nextSetBit(0); branch >= 0; branch = early.nextSetBit(branch + 1)) {
      BitSet seen = new BitSet();
      int count = 0;
      work[count++] = branch;
      seen.set(branch);
      while (count > 0) {
        for (int to : graph.successors(work[--count])) {
          if (to != graph.exit() && to != meeting[branch] && !seen.get(to)) {
            seen.set(to);
            work[count++] = to;
          }
        }
      }
      inside.or(seen);
    }
    return inside;
  }

  /** Index of the instruction at which lanes that part at the end of a block meet. */
  int after(int block) {
    return meeting[block] == graph.exit() ? OUTSIDE : graph.start(meeting[block]);
  }
}
