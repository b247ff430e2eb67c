package dev.syncopate.model.axiom.barrier;

import java.util.List;
import java.util.stream.IntStream;

/** Threads of one block. */
final class Block {
  private Block() {}

  /** The threads of the block of some stops that make none of them. */
  static List<Integer> without(int[] blocks, List<BarrierArrival> stops) {
    int block = blocks[stops.getFirst().thread()];
    return IntStream.range(0, blocks.length)
        .filter(thread -> blocks[thread] == block)
        .filter(thread -> stops.stream().noneMatch(stop -> stop.thread() == thread))
        .boxed()
        .toList();
  }
}
