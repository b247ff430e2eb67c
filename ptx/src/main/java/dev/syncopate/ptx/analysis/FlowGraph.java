package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.BranchIndexed;
import dev.syncopate.ptx.ir.ControlInstruction.Exit;
import dev.syncopate.ptx.ir.ControlInstruction.Return;
import dev.syncopate.ptx.ir.ControlInstruction.Trap;
import dev.syncopate.ptx.ir.Instruction;
import java.util.Arrays;
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
    for (int b = 0; b < blocks; b++) {
      successors[b] = successorsOf(code, functionEntries, starts[b + 1] - 1);
    }
    successors[blocks] = new int[0];
    predecessors = invert(successors);
  }

  private static boolean[] leaders(List<Instruction> code, List<Integer> functionEntries) {
    boolean[] leader = new boolean[code.size() + 1];
    for (int entry : functionEntries) {
      leader[entry] = true;
    }
    for (int i = 0; i < code.size(); i++) {
      switch (code.get(i)) {
        case Branch branch -> {
          leader[branch.target()] = true;
          leader[i + 1] = true;
        }
        case BranchIndexed branch -> {
          for (int target : branch.targets()) {
            leader[target] = true;
          }
          leader[i + 1] = true;
        }
        case Return _, Exit _, Trap _ -> leader[i + 1] = true;
        default -> {}
      }
    }
    return leader;
  }

  private int[] successorsOf(List<Instruction> code, List<Integer> functionEntries, int last) {
    Instruction instruction = code.get(last);
    boolean falls = !instruction.guard().always();
    int[] to =
        switch (instruction) {
          case Branch branch -> new int[] {blockOf[branch.target()]};
          case BranchIndexed branch ->
              branch.targets().stream().mapToInt(target -> blockOf[target]).distinct().toArray();
          case Return _, Exit _, Trap _ -> new int[] {exit()};
          default -> {
            falls = true;
            yield new int[0];
          }
        };
    if (!falls) {
      return to;
    }
    int behind = last + 1;
    boolean leaves = behind == code.size() || functionEntries.contains(behind);
    int next = leaves ? exit() : blockOf[behind];
    if (Arrays.stream(to).anyMatch(block -> block == next)) {
      return to;
    }
    int[] both = Arrays.copyOf(to, to.length + 1);
    both[to.length] = next;
    return both;
  }

  private static int[][] invert(int[][] edges) {
    int[] count = new int[edges.length];
    for (int[] out : edges) {
      for (int to : out) {
        count[to]++;
      }
    }
    int[][] inverse = new int[edges.length][];
    for (int b = 0; b < edges.length; b++) {
      inverse[b] = new int[count[b]];
    }
    for (int b = edges.length - 1; b >= 0; b--) {
      for (int to : edges[b]) {
        inverse[to][--count[to]] = b;
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
