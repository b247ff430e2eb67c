package dev.syncopate.model.axiom.interleave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** State of all threads, of memory, and of barriers with arrivals. */
final class InterleavedState {
  /** By thread: its next instruction. */
  final int[] next;

  /** By thread and register. */
  final long[][] registers;

  /** By location. */
  final long[] memory;

  /** The threads that wait at a barrier, as bits. */
  long waiting;

  final List<BarrierRound> rounds;

  InterleavedState(int[] next, long[][] registers, long[] memory) {
    this(next, registers, memory, 0, new ArrayList<>());
  }

  private InterleavedState(
      int[] next, long[][] registers, long[] memory, long waiting, List<BarrierRound> rounds) {
    this.next = next;
    this.registers = registers;
    this.memory = memory;
    this.waiting = waiting;
    this.rounds = rounds;
  }

  InterleavedState copy() {
    return new InterleavedState(
        next.clone(),
        Arrays.stream(registers).map(long[]::clone).toArray(long[][]::new),
        memory.clone(),
        waiting,
        new ArrayList<>(rounds));
  }

  boolean isWaiting(int thread) {
    return (waiting >>> thread & 1) != 0;
  }

  /** What tells it from other states. */
  Object key() {
    List<Object> key = new ArrayList<>();
    for (int position : next) {
      key.add(position);
    }
    for (long[] ofThread : registers) {
      for (long register : ofThread) {
        key.add(register);
      }
    }
    for (long content : memory) {
      key.add(content);
    }
    key.add(waiting);
    key.addAll(rounds);
    return key;
  }
}
