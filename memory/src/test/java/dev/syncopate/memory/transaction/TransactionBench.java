package dev.syncopate.memory.transaction;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.config.TxConfig;
import java.util.ArrayList;
import java.util.List;

/** A unit with 16 words in 4 banks, 2 wavefronts of 4 lanes, and what they do to it, by words. */
final class TransactionBench {
  static final int WORDS = 16;
  static final int BANKS = 4;
  static final int WIDTH = 4;

  final byte[] memory = new byte[WORDS * TransactionUnit.WORD];
  final TransactionCounters counters = new TransactionCounters();
  final List<Integer> released = new ArrayList<>();
  final TransactionUnit unit;

  TransactionBench(TxConfig config) {
    unit =
        new TransactionUnit(
            TransactionTables.of(config), group(), counters, released::add, () -> 0);
    unit.check();
  }

  private WorkGroup group() {
    return new WorkGroup(memory, 0, memory.length, BANKS, 2, WIDTH);
  }

  /** Lanes of a wavefront write a value to the words named, one each; those that may do. */
  long write(int wavefront, long lanes, int value, int... words) {
    long[] address = addresses(lanes, words);
    long may = unit.access(wavefront, lanes, address, 4, LocalMemoryUse.WRITE);
    for (long rest = may; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      unit.put(wavefront, lane, (int) address[lane], 4, value);
    }
    return may;
  }

  /** Lanes of a wavefront read. */
  long read(int wavefront, long lanes, int... words) {
    long may = unit.access(wavefront, lanes, addresses(lanes, words), 4, LocalMemoryUse.READ);
    return may;
  }

  private static long[] addresses(long lanes, int... words) {
    long[] address = new long[WIDTH];
    int i = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      address[Long.numberOfTrailingZeros(rest)] = words[i++] * (long) TransactionUnit.WORD;
    }
    return address;
  }

  /** The driver stops lanes that have failed. Returns who goes back. */
  long stop(int wavefront) {
    unit.stopped(wavefront, unit.doomed(wavefront));
    long again = unit.restart(wavefront);
    return again;
  }

  long commit(int wavefront, long lanes) {
    unit.commit(wavefront, lanes);
    long again = unit.restart(wavefront);
    return again;
  }

  /** What a lane outside transactions sees. */
  long value(int word) {
    return unit.get(1, 3, word * TransactionUnit.WORD, 4);
  }

  /** What memory has. */
  int stored(int word) {
    return memory[word * TransactionUnit.WORD];
  }
}
