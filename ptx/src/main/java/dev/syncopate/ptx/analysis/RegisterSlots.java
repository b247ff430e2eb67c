package dev.syncopate.ptx.analysis;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Gives registers that are never live together the same slot, so that a resident warp's register
 * file is small: a scan over the registers' intervals in code order. Functions share no slots: a
 * caller's values must outlive the call. Registers that several functions mention carry arguments
 * and results, and keep slots of their own. A slot is not reused by an instruction that still reads
 * it, since lanes may read each other's.
 */
final class RegisterSlots {
  private final Operands operands;
  private final int[] first;
  private final int[] last;
  private final int[] slot;

  /** The function that mentions a register, or {@link #SEVERAL}. */
  private final int[] function;

  private int valueSlots;
  private int predicateSlots;
  private int pressure;

  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  RegisterSlots(
      FlowGraph graph, Operands operands, Liveness liveness, int[] functionOf, int[] registerBits) {
    this.operands = operands;
    this.first = new int[operands.registers];
    this.last = new int[operands.registers];
    this.slot = new int[operands.registers];
    this.function = new int[operands.registers];
    Arrays.fill(first, Integer.MAX_VALUE);
    Arrays.fill(last, -1);
    Arrays.fill(slot, -1);
    Arrays.fill(function, NOBODY);
    int[] largest = new int[1 + Arrays.stream(functionOf).max().orElse(0)];
    for (int block = 0; block < graph.blocks(); block++) {
      measure(graph, liveness, block, functionOf, registerBits, largest);
    }
    int callee = 0;
    for (int f = 1; f < largest.length; f++) {
      callee = Math.max(callee, largest[f]);
    }
    pressure = largest[0] + callee;
    valueSlots = assign(0, operands.values);
    predicateSlots = assign(operands.values, operands.registers);
  }

  private void measure(
      FlowGraph graph,
      Liveness liveness,
      int block,
      int[] functionOf,
      int[] registerBits,
      int[] largest) {
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
      largest[functionOf[i]] = Math.max(largest[functionOf[i]], weight(live, registerBits));
    }
    extend(live, graph.start(block));
  }

  private void mention(int register, int instruction, int by) {
    first[register] = Math.min(first[register], instruction);
    last[register] = Math.max(last[register], instruction);
    if (function[register] == NOBODY) {
      function[register] = by;
    } else if (function[register] != by) {
      function[register] = SEVERAL;
    }
  }

  /** Whatever is live at a block's border is live at the instruction there. */
  private void extend(long[] live, int instruction) {
    for (int w = 0; w < live.length; w++) {
      for (long rest = live[w]; rest != 0; rest &= rest - 1) {
        int register = (w << 6) + Long.numberOfTrailingZeros(rest);
        first[register] = Math.min(first[register], instruction);
        last[register] = Math.max(last[register], instruction);
      }
    }
  }

  /** 32-bit registers that live values take. */
  private int weight(long[] live, int[] registerBits) {
    int sum = 0;
    for (int w = 0; w < live.length; w++) {
      for (long rest = live[w]; rest != 0; rest &= rest - 1) {
        int register = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (register < operands.values) {
          sum += registerBits[register] > 32 ? 2 : 1;
        }
      }
    }
    return sum;
  }

  /** Hands out slots to the registers of a range of numbers; returns how many it took. */
  private int assign(int from, int to) {
    int[] byStart = sortedByStart(from, to);
    BitSet free = new BitSet();
    int slots = 0;
    int[] active = new int[byStart.length];
    int activeCount = 0;
    int inFunction = NOBODY;
    for (int register : byStart) {
      boolean own = function[register] == SEVERAL;
      if (!own && function[register] != inFunction) {
        // What a caller keeps across the call is not live here, and must stay all the same.
        free.clear();
        activeCount = 0;
        inFunction = function[register];
      }
      int kept = 0;
      for (int k = 0; k < activeCount; k++) {
        if (last[active[k]] < first[register]) {
          free.set(slot[active[k]]);
        } else {
          active[kept++] = active[k];
        }
      }
      activeCount = kept;
      int lowest = own ? -1 : free.nextSetBit(0);
      if (lowest < 0) {
        lowest = slots++;
      } else {
        free.clear(lowest);
      }
      slot[register] = lowest;
      if (!own) {
        active[activeCount++] = register;
      }
    }
    return slots;
  }

  /** Registers that are mentioned at all, by first mention. */
  private int[] sortedByStart(int from, int to) {
    long[] keys = new long[to - from];
    int count = 0;
    for (int register = from; register < to; register++) {
      if (last[register] >= 0) {
        keys[count++] = (long) first[register] << 32 | register;
      }
    }
    Arrays.sort(keys, 0, count);
    int[] sorted = new int[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = (int) keys[i];
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

  /**
   * Largest number of 32-bit registers live at once, in the kernel and below it in the deepest
   * function.
   */
  int pressure() {
    return pressure;
  }
}
