package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.ControlInstruction;
import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction;
import dev.syncopate.ptx.ir.MemoryInstruction.Load;
import dev.syncopate.ptx.ir.MemoryOrder;
import dev.syncopate.ptx.ir.StateSpace;
import dev.syncopate.ptx.ir.WarpInstruction;
import java.util.List;

/**
 * The order that hides most latency: between two instructions that loads must not pass, the loads
 * with what their addresses take, then the rest. It is there to count registers, not to be run: a
 * register that is written a second time there, as compilers' PTX does not, may be counted wrongly.
 */
final class LoadsFirst {
  private final List<Instruction> code;
  private final RegisterUses operands;

  /** Registers that a load behind the instruction at hand depends on. */
  private final boolean[] needed;

  LoadsFirst(List<Instruction> code, RegisterUses operands) {
    this.code = code;
    this.operands = operands;
    needed = new boolean[operands.registers];
  }

  /**
   * The instructions from {@code blockStart} up to {@code blockEnd}, a basic block, in that order.
   */
  int[] order(int blockStart, int blockEnd) {
    int[] order = new int[blockEnd - blockStart];
    boolean[] early = new boolean[blockEnd - blockStart];
    int count = 0;
    int stretch = blockStart;
    for (int i = blockStart; i <= blockEnd; i++) {
      if (i == blockEnd || isWall(code.get(i))) {
        mark(stretch, i, early, blockStart);
        count = gather(stretch, i, early, blockStart, true, order, count);
        count = gather(stretch, i, early, blockStart, false, order, count);
        if (i < blockEnd) {
          order[count++] = i;
        }
        stretch = i + 1;
      }
    }
    return order;
  }

  private static int gather(
      int start,
      int end,
      boolean[] early,
      int blockStart,
      boolean selectEarly,
      int[] order,
      int count) {
    int next = count;
    for (int i = start; i < end; i++) {
      if (early[i - blockStart] == selectEarly) {
        order[next++] = i;
      }
    }
    return next;
  }

  /** Marks the loads of a stretch and what they depend on. */
  private void mark(int start, int end, boolean[] early, int blockStart) {
    for (int i = end - 1; i >= start; i--) {
      boolean is = code.get(i) instanceof Load load && isFree(load);
      for (int register : operands.writes(i)) {
        is |= needed[register];
        needed[register] = false;
      }
      early[i - blockStart] = is;
      if (is) {
        for (int register : operands.reads(i)) {
          needed[register] = true;
        }
      }
    }
    for (int i = start; i < end; i++) {
      for (int register : operands.reads(i)) {
        needed[register] = false;
      }
    }
  }

  private static boolean isWall(Instruction instruction) {
    return switch (instruction) {
      case Load load -> !isFree(load) && !isFixed(load.space());
      case MemoryInstruction _, ControlInstruction _, WarpInstruction.Barrier _ -> true;
      case WarpInstruction.ClusterBarrier _ -> true;
      case WarpInstruction.WarpgroupMultiply _, WarpInstruction.WarpgroupControl _ -> true;
      case WarpInstruction.RegisterLimit _ -> true;
      default -> false;
    };
  }

  private static boolean isFree(Load load) {
    return load.order() == MemoryOrder.WEAK
        && !load.isVolatile()
        && load.space() != StateSpace.LOCAL
        && !isFixed(load.space());
  }

  private static boolean isFixed(StateSpace space) {
    return space == StateSpace.PARAM || space == StateSpace.CONST;
  }
}
