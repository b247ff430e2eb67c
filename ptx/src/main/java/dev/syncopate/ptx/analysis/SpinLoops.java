package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction.Branch;
import dev.syncopate.ptx.ir.ControlInstruction.Call;
import dev.syncopate.ptx.ir.ControlInstruction.CallIndirect;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Atomic;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryInstruction.MemoryBarrierObject;
import dev.syncopate.ptx.ir.MemoryOrder;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the backward branches of loops that may wait for another thread: whether the loop goes on
 * depends on a value that it reads with a strong or volatile load or an atomic. Calls inside a loop
 * count when any function reads in that way.
 */
final class SpinLoops {
  private final List<Instruction> code;
  private final FlowGraph graph;
  private final RegisterUses operands;
  private final boolean calleesRead;

  SpinLoops(List<Instruction> code, FlowGraph graph, RegisterUses operands, int kernelEnd) {
    this.code = code;
    this.graph = graph;
    this.operands = operands;
    boolean read = false;
    for (int i = kernelEnd; i < code.size(); i++) {
      read |= readsShared(code.get(i));
    }
    this.calleesRead = read;
  }

  Set<Integer> find() {
    Set<Integer> spinBranches = new TreeSet<>();
    for (int i = 0; i < code.size(); i++) {
      if (code.get(i) instanceof Branch branch && branch.target() <= i) {
        BitSet loop = loop(graph, graph.blockOf(branch.target()), graph.blockOf(i));
        if (dependsOnOthers(loop)) {
          spinBranches.add(i);
        }
      }
    }
    return spinBranches;
  }

  private static boolean readsShared(Instruction instruction) {
    if (instruction instanceof Load load) {
      return load.order() != MemoryOrder.WEAK || load.isVolatile();
    }
    return instruction instanceof Atomic atomic
        ? atomic.resultUsed()
        : instruction instanceof MemoryBarrierObject;
  }

  /** Blocks from which the latch is reached without passing the header. */
  static BitSet loop(FlowGraph graph, int header, int latch) {
    BitSet blocks = new BitSet();
    blocks.set(header);
    Deque<Integer> work = new ArrayDeque<>();
    if (header != latch) {
      blocks.set(latch);
      work.push(latch);
    }
    while (!work.isEmpty()) {
      for (int predecessor : graph.predecessors(work.pop())) {
        if (!blocks.get(predecessor)) {
          blocks.set(predecessor);
          work.push(predecessor);
        }
      }
    }
    return blocks;
  }

  /** Follows the conditions of the loop's branches back through the loop. */
  private boolean dependsOnOthers(BitSet loop) {
    BitSet neededRegisters = new BitSet();
    for (int block = loop.nextSetBit(0); block >= 0; block = loop.nextSetBit(block + 1)) {
      wantConditions(block, neededRegisters);
    }
    boolean grows = true;
    while (grows) {
      int previousSize = neededRegisters.cardinality();
      for (int block = loop.nextSetBit(0); block >= 0; block = loop.nextSetBit(block + 1)) {
        for (int i = graph.end(block) - 1; i >= graph.start(block); i--) {
          if (gives(i, neededRegisters)) {
            return true;
          }
        }
      }
      grows = neededRegisters.cardinality() > previousSize;
    }
    return false;
  }

  private void wantConditions(int block, BitSet neededRegisters) {
    int last = graph.end(block) - 1;
    if (graph.successors(block).length > 1) {
      for (int register : operands.reads(last)) {
        neededRegisters.set(register);
      }
    }
  }

  /**
   * Whether instruction i brings a wanted value from shared memory; otherwise wants what it reads,
   * if it gives any.
   */
  private boolean gives(int i, BitSet neededRegisters) {
    Instruction instruction = code.get(i);
    if (instruction instanceof Call || instruction instanceof CallIndirect) {
      return calleesRead;
    }
    boolean writesNeeded = false;
    for (int register : operands.writes(i)) {
      writesNeeded |= neededRegisters.get(register);
    }
    if (!writesNeeded) {
      return false;
    }
    for (int register : operands.reads(i)) {
      neededRegisters.set(register);
    }
    return readsShared(instruction);
  }
}
