package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.MemoryInstruction;
import java.util.List;

/**
 * Counts the 32-bit registers that live values take, once as an assembler that must save them would
 * arrange matters, and once as one that has enough.
 */
final class RegisterPressure {
  /**
   * Registers of an assembler in addition to the values of the PTX: the stack pointer, halves of
   * pairs that alignment leaves empty, what an instruction of PTX takes when it becomes several.
   */
  private static final int OVERHEAD = 7;

  private final FlowGraph graph;
  private final RegisterUses operands;
  private final Liveness liveness;
  private final int[] registerBits;
  private final List<Instruction> code;
  private final RegisterFreeValues unregistered;

  /** By function. */
  final int[] minimum;

  final int[] preferred;

  /** Live across each instruction, where registers are scarce. */
  final int[] across;

  RegisterPressure(
      List<Instruction> code,
      FlowGraph graph,
      RegisterUses operands,
      Liveness liveness,
      int[] functionOf,
      int[] registerBits,
      int functions) {
    this.code = code;
    this.graph = graph;
    this.operands = operands;
    this.liveness = liveness;
    this.registerBits = registerBits;
    unregistered = new RegisterFreeValues(code, operands);
    minimum = new int[functions];
    preferred = new int[functions];
    across = new int[code.size()];
    LoadsFirst hiding = new LoadsFirst(code, operands);
    int[] nobodyAsks = new int[code.size()];
    for (int block = 0; block < graph.blocks(); block++) {
      int blockStart = graph.start(block);
      if (blockStart < graph.end(block)) {
        int function = functionOf[blockStart];
        int[] written = inOrder(block);
        int[] hidden = hiding.order(blockStart, graph.end(block));
        minimum[function] =
            Math.max(minimum[function], most(block, written, unregistered.uniform, across));
        int plain = most(block, written, unregistered.inPlace, nobodyAsks);
        int ahead = most(block, hidden, unregistered.inPlace, nobodyAsks);
        preferred[function] = Math.max(preferred[function], Math.max(plain, ahead) + OVERHEAD);
      }
    }
  }

  private int[] inOrder(int block) {
    int[] order = new int[graph.end(block) - graph.start(block)];
    for (int i = 0; i < order.length; i++) {
      order[i] = graph.start(block) + i;
    }
    return order;
  }

  /**
   * The most that a block holds at once.
   *
   * @param order of its instructions
   * @param excluded values that take no register, but where a memory instruction needs them
   * @param weightAfter filled in: what is live behind each instruction
   */
  private int most(int block, int[] order, boolean[] excluded, int[] weightAfter) {
    long[] live = liveness.atEnd(block);
    int weight = weight(live, excluded);
    int peak = weight;
    for (int k = order.length - 1; k >= 0; k--) {
      int i = order[k];
      int written = 0;
      for (int register : operands.writes(i)) {
        written += isLive(live, register) ? 0 : bits(register, excluded);
      }
      weightAfter[i] = weight;
      peak = Math.max(peak, weight + written);
      liveness.before(i, live);
      weight = weight(live, excluded);
      peak = Math.max(peak, weight + brought(i, excluded));
    }
    return peak;
  }

  /** Registers for operands that a memory instruction takes from registers only. */
  private int brought(int instruction, boolean[] excluded) {
    int sum = 0;
    if (code.get(instruction) instanceof MemoryInstruction) {
      for (int register : operands.reads(instruction)) {
        if (register < operands.values && excluded[register]) {
          sum += registerBits[register] > 32 ? 2 : 1;
        }
      }
    }
    return sum;
  }

  private int weight(long[] live, boolean[] excluded) {
    int sum = 0;
    for (int w = 0; w < live.length; w++) {
      for (long rest = live[w]; rest != 0; rest &= rest - 1) {
        sum += bits((w << 6) + Long.numberOfTrailingZeros(rest), excluded);
      }
    }
    return sum;
  }

  private static boolean isLive(long[] live, int register) {
    return (live[register >> 6] >> register & 1) == 1;
  }

  /** Predicates have separate registers. */
  private int bits(int register, boolean[] excluded) {
    if (register >= operands.values || excluded[register]) {
      return 0;
    }
    return registerBits[register] > 32 ? 2 : 1;
  }
}
