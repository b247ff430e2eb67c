package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.WarpInstruction.WarpgroupMultiply;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Linear-scan register allocation: registers that are never live together share a slot, so that a
 * resident warp's register file is small. Each function is scanned over its registers' intervals in
 * code order. {@link Frames} lays functions out so that a callee leaves its callers' slots alone.
 * Registers that several functions mention carry arguments and results, and have separate slots
 * below all frames. So have registers of a warpgroup's product: it accesses them after its
 * instruction, and checks tell them apart. A slot is not reused by an instruction that still reads
 * it, since lanes may read each other's.
 */
final class RegisterSlots {
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private final RegisterUses operands;
  private final int[] first;
  private final int[] last;
  private final int[] slot;

  /** The function that mentions a register; {@link #SEVERAL} where it has a separate slot. */
  private final int[] function;

  private final Frames frames;
  private final int valueSlots;
  private final int predicateSlots;

  RegisterSlots(
      List<Instruction> code,
      FlowGraph graph,
      RegisterUses operands,
      Liveness liveness,
      int[] functionOf,
      Frames frames) {
    this.operands = operands;
    this.frames = frames;
    this.first = new int[operands.registers];
    this.last = new int[operands.registers];
    this.slot = new int[operands.registers];
    this.function = new int[operands.registers];
    Arrays.fill(first, Integer.MAX_VALUE);
    Arrays.fill(last, -1);
    Arrays.fill(slot, -1);
    Arrays.fill(function, NOBODY);
    for (int block = 0; block < graph.blocks(); block++) {
      measure(graph, liveness, block, functionOf);
    }
    for (Instruction instruction : code) {
      if (instruction instanceof WarpgroupMultiply multiply) {
        multiply.fragments().forEach(register -> function[register] = SEVERAL);
      }
    }
    valueSlots = assign(0, operands.values);
    predicateSlots = assign(operands.values, operands.registers);
  }

  private void measure(FlowGraph graph, Liveness liveness, int block, int[] functionOf) {
    long[] live = liveness.atEnd(block);
    extend(live, graph.end(block) - 1);
    for (int i = graph.end(block) - 1; i >= graph.start(block); i--) {
      for (int register : operands.writes(i)) {
        mention(register, i, functionOf[i]);
      }
      for (int register : operands.reads(i)) {
        mention(register, i, functionOf[i]);
      }
      liveness.before(i, live);
    }
    extend(live, graph.start(block));
  }

  private void mention(int register, int instruction, int functionIndex) {
    first[register] = Math.min(first[register], instruction);
    last[register] = Math.max(last[register], instruction);
    if (function[register] == NOBODY) {
      function[register] = functionIndex;
    } else if (function[register] != functionIndex) {
      function[register] = SEVERAL;
    }
  }

  /** A register live at a block's border is live at the instruction there. */
  private void extend(long[] live, int instruction) {
    for (int w = 0; w < live.length; w++) {
      for (long rest = live[w]; rest != 0; rest &= rest - 1) {
        int register = (w << 6) + Long.numberOfTrailingZeros(rest);
        first[register] = Math.min(first[register], instruction);
        last[register] = Math.max(last[register], instruction);
      }
    }
  }

  /** Hands out slots to the registers of a range of numbers; returns how many it took. */
  private int assign(int firstRegister, int endRegister) {
    int[] byStart = sortedByStart(firstRegister, endRegister);
    int shared = 0;
    int[] sizes = new int[frames.functions()];
    BitSet free = new BitSet();
    int[] active = new int[byStart.length];
    int activeCount = 0;
    int current = NOBODY;
    for (int register : byStart) {
      if (function[register] == SEVERAL) {
        slot[register] = shared++;
        continue;
      }
      if (function[register] != current) {
        // Functions follow one another in the code, and so do their registers here.
        current = function[register];
        activeCount = 0;
        free.clear();
      }
      int remainingActive = 0;
      for (int k = 0; k < activeCount; k++) {
        if (last[active[k]] < first[register]) {
          free.set(slot[active[k]]);
        } else {
          active[remainingActive++] = active[k];
        }
      }
      activeCount = remainingActive;
      int lowest = free.nextSetBit(0);
      if (lowest < 0) {
        lowest = sizes[current]++;
      } else {
        free.clear(lowest);
      }
      slot[register] = lowest;
      active[activeCount++] = register;
    }
    int[] bases = frames.bases(sizes);
    int slots = shared;
    for (int register : byStart) {
      if (function[register] != SEVERAL) {
        slot[register] += shared + bases[function[register]];
        slots = Math.max(slots, slot[register] + 1);
      }
    }
    return slots;
  }

  /** Registers that are mentioned at all, by first mention. */
  private int[] sortedByStart(int firstRegister, int endRegister) {
    int end = 0;
    for (int register = firstRegister; register < endRegister; register++) {
      end = last[register] < 0 ? end : Math.max(end, first[register] + 1);
    }
    int[] place = new int[end + 1];
    for (int register = firstRegister; register < endRegister; register++) {
      if (last[register] >= 0) {
        place[first[register] + 1]++;
      }
    }
    for (int i = 1; i <= end; i++) {
      place[i] += place[i - 1];
    }
    int[] sorted = new int[place[end]];
    for (int register = firstRegister; register < endRegister; register++) {
      if (last[register] >= 0) {
        sorted[place[first[register]]++] = register;
      }
    }
    return sorted;
  }

  int slot(int register) {
    return slot[register];
  }

  int valueSlots() {
    return valueSlots;
  }

  int predicateSlots() {
    return predicateSlots;
  }
}
