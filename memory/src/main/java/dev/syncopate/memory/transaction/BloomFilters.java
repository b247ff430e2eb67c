package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig;
import java.util.function.LongConsumer;

/**
 * A Bloom filter for each work-item and bank (localtm §III-C), in one long array: bit {@code b *
 * bits + i} of a work-item is bit i of its filter for bank b. How many work-items have a bit is
 * counted, which the hardware finds out by asking all filters of a bank at once.
 */
final class BloomFilters {
  private final int banks;
  private final int bits;
  private final boolean byRow;

  /** Longs of a work-item. */
  private final int stride;

  private final long[] set;
  private final short[] holders;

  /**
   * @param words of the work-group's memory
   * @param items work-items
   */
  BloomFilters(TxConfig config, int banks, int words, int items) {
    this.banks = banks;
    this.bits = config.exact() ? Math.max(1, Math.ceilDiv(words, banks)) : config.filterBits();
    this.byRow = config.exact() || config.filterIndex() == TxConfig.FilterIndex.ROW;
    this.stride = Math.ceilDiv(banks * bits, Long.SIZE);
    this.set = new long[items * stride];
    this.holders = new short[banks * bits];
  }

  private BloomFilters(BloomFilters original) {
    banks = original.banks;
    bits = original.bits;
    byRow = original.byRow;
    stride = original.stride;
    set = original.set.clone();
    holders = original.holders.clone();
  }

  BloomFilters copy() {
    return new BloomFilters(this);
  }

  /** The number of a word's bit. */
  int bit(int word) {
    return word % banks * bits + (byRow ? word / banks : word) % bits;
  }

  boolean has(int item, int bit) {
    return (set[item * stride + bit / Long.SIZE] >>> bit & 1) != 0;
  }

  /** Whether another work-item's filter has the bit. */
  boolean othersHave(int item, int bit) {
    return holders[bit] > (has(item, bit) ? 1 : 0);
  }

  boolean anyHas(int bit) {
    return holders[bit] != 0;
  }

  /** Sets a bit that is not set. */
  void add(int item, int bit) {
    set[item * stride + bit / Long.SIZE] |= 1L << bit;
    holders[bit]++;
  }

  /** Clears all filters of a work-item. */
  void clear(int item) {
    for (int i = item * stride; i < (item + 1) * stride; i++) {
      int first = (i - item * stride) * Long.SIZE;
      for (long rest = set[i]; rest != 0; rest &= rest - 1) {
        holders[first + Long.numberOfTrailingZeros(rest)]--;
      }
      set[i] = 0;
    }
  }

  void write(LongConsumer sink) {
    for (long part : set) {
      sink.accept(part);
    }
  }
}
