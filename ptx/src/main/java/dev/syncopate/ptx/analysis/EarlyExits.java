package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Arithmetic;
import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Instruction;
import java.util.BitSet;
import java.util.List;

/**
 * Meeting points of lanes that part at a branch. In general that is the immediate post-dominator.
 * Where some lanes may leave the function in between, the post-dominator would be the exit, and the
 * other lanes would never reconverge. There the analysis ignores paths that only leave, and lanes
 * meet where the remaining paths join. A path out that no lane takes, as compilers emit for
 * unreachable code, therefore changes nothing.
 *
 * <p>A function in which that moves no meeting keeps its post-dominators throughout: whether lanes
 * run a last {@code ret} together is all that could differ.
 */
final class EarlyExits {
  private static final int NOWHERE = -1;

  private final FlowGraph graph;
  private final FlowGraph staying;
  private final int[] meetings;

  EarlyExits(List<Instruction> code, FlowGraph graph, int[] functionOf) {
    this.graph = graph;
    BitSet leaving = leaving(code, graph);
    this.staying = graph.without(leaving);
    PostDominators postDominators = new PostDominators(graph);
    PostDominators stayers = new PostDominators(staying);
    int blocks = graph.blocks();
    meetings = new int[blocks];
    int[] early = new int[blocks];
    BitSet moved = new BitSet();
    for (int block = 0; block < blocks; block++) {
      meetings[block] = postDominators.reconvergence(block);
      early[block] = NOWHERE;
      Instruction last = code.get(graph.end(block) - 1);
      if (!(last instanceof Branch || last instanceof BranchIndexed)
          || staying.successors(block).length < 2) {
        continue;
      }
      if (meetings[block] != NOWHERE && !leaving.get(graph.blockOf(meetings[block]))) {
        early[block] = meetings[block]; // who leaves comes through it, too
        continue;
      }
      early[block] = stayers.reconvergence(block);
      if (early[block] == NOWHERE) {
        early[block] = wayIntoCommonGround(block);
      }
      if (early[block] != NOWHERE && early[block] != meetings[block]) {
        moved.set(functionOf[graph.start(block)]);
      }
    }
    for (int block = 0; block < blocks; block++) {
      if (moved.get(functionOf[graph.start(block)])) {
        meetings[block] = early[block];
      }
    }
  }

  /** Index of the instruction at which lanes that part at the end of a block meet, or -1. */
  int meeting(int block) {
    return meetings[block];
  }

  /**
   * Index of the instruction at which all lanes are together again that are so at the end of a
   * block, whichever way they take; -1 where that is the exit.
   */
  int following(int block) {
    int[] next = staying.successors(block);
    if (next.length > 1) {
      return meetings[block];
    }
    return next[0] == graph.exit() ? NOWHERE : graph.start(next[0]);
  }

  /** Blocks that end the launch, or that leave after nothing that another lane could notice. */
  private static BitSet leaving(List<Instruction> code, FlowGraph graph) {
    BitSet leaving = new BitSet();
    for (int block = 0; block < graph.blocks(); block++) {
      int last = graph.end(block) - 1;
      Instruction end = code.get(last);
      if (!end.guard().always()) {
        continue;
      }
      boolean leaves = end instanceof Return || end instanceof Exit;
      for (int i = graph.start(block); leaves && i < last; i++) {
        leaves = code.get(i) instanceof Arithmetic;
      }
      if (leaves || end instanceof Trap) {
        leaving.set(block);
      }
    }
    return leaving;
  }

  /**
   * The only block through which every way from the branch enters what all its sides can reach; -1
   * where there are several or nothing is in common. What lies on one side alone can only leave.
   */
  private int wayIntoCommonGround(int branch) {
    BitSet common = new BitSet();
    BitSet covered = new BitSet();
    boolean first = true;
    for (int side : staying.successors(branch)) {
      BitSet reached = reached(side, branch);
      covered.or(reached);
      if (first) {
        common.or(reached);
      } else {
        common.and(reached);
      }
      first = false;
    }
    common.clear(graph.exit());
    int entrance = NOWHERE;
    covered.set(branch);
    for (int block = covered.nextSetBit(0); block >= 0; block = covered.nextSetBit(block + 1)) {
      if (common.get(block)) {
        continue;
      }
      for (int next : staying.successors(block)) {
        if (common.get(next) && entrance != next) {
          if (entrance != NOWHERE) {
            return NOWHERE;
          }
          entrance = next;
        }
      }
    }
    return entrance == NOWHERE ? NOWHERE : graph.start(entrance);
  }

  /** Blocks on ways from one that do not lead through another. */
  private BitSet reached(int startBlock, int excludedBlock) {
    BitSet reached = new BitSet();
    int[] work = new int[graph.blocks() + 1];
    int count = 0;
    if (startBlock != excludedBlock) {
      reached.set(startBlock);
      work[count++] = startBlock;
    }
    while (count > 0) {
      for (int next : staying.successors(work[--count])) {
        if (next != excludedBlock && !reached.get(next)) {
          reached.set(next);
          work[count++] = next;
        }
      }
    }
    return reached;
  }
}
