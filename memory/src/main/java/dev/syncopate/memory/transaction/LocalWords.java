package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.config.TxConfig.Versioning;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** The bytes of a work-group, their shadow and their filters. */
final class LocalWords {
  private static final int WORD = TransactionUnit.WORD;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  final int banks;
  private final byte[] memory;
  private final int base;
  private final int words;
  private final boolean eager;
  private final boolean strong;
  private final ShadowMemory shadow;

  /** Of accesses; with separate sets, of writes and of reads. */
  private final BloomFilters filters;

  private final BloomFilters reads;

  /** Entries of the shadow memory that were changed, by bank. */
  private final int[] touched;

  LocalWords(TxConfig config, WorkGroup group) {
    this.memory = group.memory();
    this.base = group.base();
    this.words = Math.ceilDiv(group.size(), WORD);
    this.banks = group.banks();
    int items = group.wavefronts() * group.width();
    this.eager = config.versioning() == Versioning.EAGER;
    this.strong = config.isolation() == Isolation.STRONG;
    this.shadow = new ShadowMemory(words, items);
    this.filters = new BloomFilters(config, banks, words, items);
    this.reads =
        config.conflicts() == TxConfig.Conflicts.RW
            ? new BloomFilters(config, banks, words, items)
            : filters;
    this.touched = new int[banks];
  }

  private LocalWords(LocalWords original, byte[] memory) {
    this.memory = memory;
    base = original.base;
    words = original.words;
    banks = original.banks;
    eager = original.eager;
    strong = original.strong;
    shadow = original.shadow.copy();
    filters = original.filters.copy();
    reads = original.reads == original.filters ? filters : original.reads.copy();
    touched = new int[banks];
  }

  LocalWords copy(byte[] bytes) {
    return new LocalWords(this, bytes);
  }

  boolean separate() {
    return reads != filters;
  }

  ShadowState state(int word) {
    return shadow.owner(word) == ShadowMemory.NOBODY ? ShadowState.FREE : ShadowState.OWNED;
  }

  /** Who owns a word, and is in a transaction as far as its filter tells. */
  int owner(int word) {
    int owner = shadow.owner(word);
    return owner != ShadowMemory.NOBODY && filters.has(owner, filters.bit(word))
        ? owner
        : ShadowMemory.NOBODY;
  }

  // ---- values ----

  /** What a work-item in a transaction, or {@link ShadowMemory#NOBODY} outside one, sees. */
  long get(int item, int address, int count) {
    if (count > WORD) {
      return (word(item, address / WORD) & 0xffff_ffffL)
          | ((long) word(item, address / WORD + 1) << Integer.SIZE);
    }
    long word = word(item, address / WORD) & 0xffff_ffffL;
    return (word >>> (address % WORD * Byte.SIZE)) & mask(count);
  }

  private int word(int item, int word) {
    boolean shadowed =
        eager
            ? item == ShadowMemory.NOBODY && strong && owner(word) != ShadowMemory.NOBODY
            : item != ShadowMemory.NOBODY && shadow.owner(word) == item;
    return shadowed ? shadow.value(word) : load(word);
  }

  boolean put(int item, int address, int count, long value) {
    if (count > WORD) {
      boolean low = put(item, address, WORD, value);
      boolean high = put(item, address + WORD, WORD, value >>> Integer.SIZE);
      return low || high;
    }
    int word = address / WORD;
    boolean shadowed = !eager && item != ShadowMemory.NOBODY;
    int oldValue = shadowed ? shadow.value(word) : load(word);
    int shift = address % WORD * Byte.SIZE;
    int mask = (int) mask(count) << shift;
    int newValue = (oldValue & ~mask) | (((int) value << shift) & mask);
    if (shadowed) {
      shadow.value(word, newValue);
    } else {
      store(word, newValue);
    }
    return newValue != oldValue;
  }

  private static long mask(int bytes) {
    return (1L << (bytes * Byte.SIZE)) - 1;
  }

  private int load(int word) {
    return (int) INTS.get(memory, base + word * WORD);
  }

  private void store(int word, int value) {
    INTS.set(memory, base + word * WORD, value);
  }

  // ---- accesses ----

  /** Whether an access of a work-item conflicts with another's, as the filters tell. */
  boolean conflicts(int item, int word, boolean writes) {
    int bit = filters.bit(word);
    return filters.othersHave(item, bit) || (writes && separate() && reads.othersHave(item, bit));
  }

  /** What an access of a work-item is, of the word and by its own filters. */
  ShadowEvent access(int item, int word, boolean writes) {
    if (separate() && !writes) {
      return ShadowEvent.SHARED_READ;
    }
    if (!filters.has(item, filters.bit(word))) {
      return ShadowEvent.NEW;
    }
    return shadow.owner(word) == item ? ShadowEvent.REPEATED : ShadowEvent.OWN_FALSE_POSITIVE;
  }

  /** Sets a bit that is not set. */
  void setBit(int item, int word) {
    filters.add(item, filters.bit(word));
  }

  void setReadBit(int item, int word) {
    int bit = reads.bit(word);
    if (!reads.has(item, bit)) {
      reads.add(item, bit);
    }
  }

  void clearFilters(int item) {
    filters.clear(item);
    if (separate()) {
      reads.clear(item);
    }
  }

  /** Puts memory's value into the shadow. */
  void keep(int word) {
    shadow.value(word, load(word));
    touch(word);
  }

  /** Puts the shadow's value into memory. */
  void restore(int word) {
    store(word, shadow.value(word));
  }

  /** The same where they differ, which takes the bank another turn. */
  void publish(int word) {
    if (shadow.value(word) != load(word)) {
      restore(word);
      touch(word); // memory's word besides the entry
    }
  }

  void own(int word, int item) {
    shadow.own(word, item);
  }

  void free(int word) {
    shadow.free(word);
  }

  /** The first word of an owner, or a negative number. */
  int first(int item) {
    return shadow.first(item);
  }

  /** The owner's word after one, or a negative number. */
  int after(int word) {
    return shadow.after(word);
  }

  /** Whether a filter for reads has the word's bit: a work-item may have read it. */
  boolean mayBeRead(int word) {
    return separate() && reads.anyHas(reads.bit(word));
  }

  boolean hasRead(int item, int word) {
    return reads.has(item, reads.bit(word));
  }

  /** Whether any filter has the word's bit, which is when the shadow memory is looked at. */
  boolean mayBeOwned(int word) {
    return filters.anyHas(filters.bit(word));
  }

  // ---- cost ----

  /** Counts a change in the word's bank. */
  void touch(int word) {
    touched[word % banks]++;
  }

  void untouch() {
    Arrays.fill(touched, 0);
  }

  /** Entries of the shadow memory that were changed, in the bank with the most. */
  int touched() {
    int maximum = 0;
    for (int count : touched) {
      maximum = Math.max(maximum, count);
    }
    return maximum;
  }

  void write(LongConsumer sink) {
    for (int word = 0; word < words; word++) {
      sink.accept(load(word));
    }
    shadow.write(sink);
    filters.write(sink);
    if (separate()) {
      reads.write(sink);
    }
  }
}
