package dev.syncopate.ptx.analysis;

/** Counts the 32-bit registers that live values take. */
final class Pressure {
  private Pressure() {}

  /** The most that the kernel and what it calls hold at once. */
  static int of(
      FlowGraph graph,
      Operands operands,
      Liveness liveness,
      int[] functionOf,
      int[] registerBits,
      Frames frames) {
    int[] largest = new int[frames.functions()];
    int[] across = new int[functionOf.length];
    for (int block = 0; block < graph.blocks(); block++) {
      long[] live = liveness.atEnd(block);
      int weight = weight(live, operands.values, registerBits);
      for (int i = graph.end(block) - 1; i >= graph.start(block); i--) {
        int written = 0;
        for (int register : operands.writes(i)) {
          if (register < operands.values && (live[register >> 6] >> register & 1) == 0) {
            written += registerBits[register] > 32 ? 2 : 1;
          }
        }
        int function = functionOf[i];
        largest[function] = Math.max(largest[function], weight + written);
        across[i] = weight;
        liveness.before(i, live);
        weight = weight(live, operands.values, registerBits);
        largest[function] = Math.max(largest[function], weight);
      }
    }
    return frames.need(largest, across);
  }

  private static int weight(long[] live, int values, int[] registerBits) {
    int sum = 0;
    for (int w = 0; w < live.length; w++) {
      for (long rest = live[w]; rest != 0; rest &= rest - 1) {
        int register = (w << 6) + Long.numberOfTrailingZeros(rest);
        if (register < values) {
          sum += registerBits[register] > 32 ? 2 : 1;
        }
      }
    }
    return sum;
  }
}
