package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Instruction;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Basic blocks of a program in the order of its code, with edges inside each function; a call falls
 * through to the instruction behind it. Leaving the function is an edge to the block {@link
 * #exit()}, which has no instructions.
 */
final class FlowGraph {
  /** First instruction of each block, and at the end the number of instructions. */
  private final int[] starts;

  private final int[] blockOf;
  private final int[][] successors;
  private final int[][] predecessors;

  FlowGraph(List<Instruction> code, List<Integer> functionEntries) {
    boolean[] leader = leaders(code, functionEntries);
    int blocks = 0;
    for (int i = 0; i < code.size(); i++) {
      blocks += leader[i] ? 1 : 0;
    }
    starts = new int[blocks + 1];
    blockOf = new int[code.size()];
    int block = -1;
    for (int i = 0; i < code.size(); i++) {
      if (leader[i]) {
        starts[++block] = i;
      }
      blockOf[i] = block;
    }
    starts[blocks] = code.size();
    successors = new int[blocks + 1][];
    boolean[] entry = new boolean[code.size()];
    for (int index : functionEntries) {
      entry[index] = true;
    }
    for (int b = 0; b < blocks; b++) {
      successors[b] = successorsOf(code, entry, starts[b + 1] - 1);
    }
    successors[blocks] = new int[0];
    predecessors = invert(successors);
  }

  private FlowGraph(FlowGraph original, int[][] successors) {
    this.starts = original.starts;
    this.blockOf = original.blockOf;
    this.successors = successors;
    this.predecessors = invert(successors);
  }

  /**
   * The same blocks without the edges into some of them, and without leaving the function in the
   * middle: a block has an edge to the exit only where it has no other.
   */
  FlowGraph without(BitSet blocks) {
    int[][] pruned = new int[successors.length][];
    for (int b = 0; b < successors.length; b++) {
      pruned[b] = new int[0];
      for (int successor : successors[b]) {
        if (successor != exit() && !blocks.get(successor)) {
          pruned[b] = with(pruned[b], successor);
        }
      }
      if (pruned[b].length == 0 && b != exit()) {
        pruned[b] = new int[] {exit()};
      }
    }
    return new FlowGraph(this, pruned);
  }

  private static boolean[] leaders(List<Instruction> code, List<Integer> functionEntries) {
    boolean[] leader = new boolean[code.size() + 1];
    for (int entry : functionEntries) {
      leader[entry] = true;
    }
    for (int i = 0; i < code.size(); i++) {
      Instruction instruction = code.get(i);
      leader[i + 1] |= leaves(instruction) || instruction instanceof Branch;
      if (instruction instanceof Branch branch) {
        leader[branch.target()] = true;
      } else if (instruction instanceof BranchIndexed branch) {
        leader[i + 1] = true;
        for (int target : branch.targets()) {
          leader[target] = true;
        }
      }
    }
    return leader;
  }

  // Chains of instanceof in this package, not pattern switches: those set up their machinery at
  // the first use, which a short run would notice.
  private static boolean leaves(Instruction instruction) {
    return instruction instanceof Return
        || instruction instanceof Exit
        || instruction instanceof Trap;
  }

  private int[] successorsOf(List<Instruction> code, boolean[] entry, int last) {
    Instruction instruction = code.get(last);
    int[] targets;
    boolean falls = !instruction.guard().always();
    if (instruction instanceof Branch branch) {
      targets = new int[] {blockOf[branch.target()]};
    } else if (instruction instanceof BranchIndexed branch) {
      targets = new int[0];
      for (int target : branch.targets()) {
        targets = with(targets, blockOf[target]);
      }
    } else if (leaves(instruction)) {
      targets = new int[] {exit()};
    } else {
      targets = new int[0];
      falls = true;
    }
    if (!falls) {
      return targets;
    }
    int nextPc = last + 1;
    return with(targets, nextPc == code.size() || entry[nextPc] ? exit() : blockOf[nextPc]);
  }

  /** The blocks and one more, if it is not among them. */
  private static int[] with(int[] blocks, int addedBlock) {
    for (int block : blocks) {
      if (block == addedBlock) {
        return blocks;
      }
    }
    int[] extended = Arrays.copyOf(blocks, blocks.length + 1);
    extended[blocks.length] = addedBlock;
    return extended;
  }

  private static int[][] invert(int[][] edges) {
    int[] count = new int[edges.length];
    for (int[] out : edges) {
      for (int successor : out) {
        count[successor]++;
      }
    }
    int[][] inverse = new int[edges.length][];
    for (int b = 0; b < edges.length; b++) {
      inverse[b] = new int[count[b]];
    }
    for (int b = edges.length - 1; b >= 0; b--) {
      for (int successor : edges[b]) {
        inverse[successor][--count[successor]] = b;
      }
    }
    return inverse;
  }

  /** Number of blocks, the exit not counted. */
  int blocks() {
    return starts.length - 1;
  }

  int exit() {
    return starts.length - 1;
  }

  int start(int block) {
    return starts[block];
  }

  /** One past the last instruction. */
  int end(int block) {
    return starts[block + 1];
  }

  int blockOf(int instruction) {
    return blockOf[instruction];
  }

  int[] successors(int block) {
    return successors[block];
  }

  int[] predecessors(int block) {
    return predecessors[block];
  }
}
