package dev.syncopate.memory.transaction;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.protocol.StateMachine;
import dev.syncopate.memory.protocol.Stateful;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The accesses of one instruction, bank by bank, and what {@link ShadowTable} does to words
 * (localtm §III-C). A bank serves one work-item in a turn, in the order of lanes; all banks take
 * their turns together. In a turn each bank looks up its filters first, then changes the shadow
 * memory; then failed work-items are rolled back in all banks.
 */
final class BankedAccesses implements Stateful<ShadowState, AffectedLanes> {
  private static final int NONE = -1;

  final LocalWords words;
  final StateMachine<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes> machine;
  private final TransactionUnit unit;
  private final int banks;

  /** Requests in the order of lanes: the next one of the same bank, the lane and the word. */
  private int[] next = new int[64];

  private int[] lane = new int[64];
  private int[] word = new int[64];
  private final int[] head;
  private final int[] tail;

  /** How often the bank that was asked most was asked by the last access. */
  private int turns;

  /** At which word each work-item failed last and who had it, for reports. */
  private final int[] conflict;

  private final int[] rival;

  /** Lanes that fail in the present turn. */
  private long failing;

  /**
   * @param time for messages
   */
  BankedAccesses(
      TransactionUnit unit, TransactionTables tables, WorkGroup group, LongSupplier time) {
    this.unit = unit;
    words = new LocalWords(tables.config(), group);
    banks = words.banks;
    head = new int[banks];
    tail = new int[banks];
    conflict = new int[group.wavefronts() * group.width()];
    rival = new int[conflict.length];
    Arrays.fill(conflict, NONE);
    Arrays.fill(rival, NONE);
    machine = new StateMachine<>(tables.words, this, "local memory", time);
  }

  private BankedAccesses(BankedAccesses original, TransactionUnit unit, byte[] memory) {
    this.unit = unit;
    words = original.words.copy(memory);
    banks = words.banks;
    head = new int[banks];
    tail = new int[banks];
    conflict = new int[original.conflict.length];
    rival = new int[conflict.length];
    Arrays.fill(conflict, NONE);
    Arrays.fill(rival, NONE);
    machine = original.machine.sharedWith(this);
  }

  BankedAccesses copy(TransactionUnit newUnit, byte[] memory) {
    return new BankedAccesses(this, newUnit, memory);
  }

  @Override
  public ShadowState state(long word, int item) {
    return words.state((int) word);
  }

  @Override
  public void enter(ShadowState next, long word, int item, @Nullable AffectedLanes cause) {
    switch (next) {
      case OWNED -> words.own((int) word, item);
      case FREE -> words.free((int) word);
    }
  }

  private void fire(ShadowEvent event, int word, int item, @Nullable AffectedLanes cause) {
    machine.fire(words.state(word), event, word, item, cause);
  }

  /** How often the last access had the filters of its slowest bank asked; 0 if not at all. */
  int turns() {
    return turns;
  }

  int conflict(int item) {
    return conflict[item] == NONE ? NONE : conflict[item] * TransactionUnit.WORD;
  }

  int rival(int item) {
    return rival[item];
  }

  /** Lanes in a transaction access bytes. Returns those that may. */
  long transactional(int wavefront, long lanes, long[] address, int bytes, LocalMemoryUse use) {
    words.untouch();
    turns = 0;
    enqueue(lanes, address, bytes);
    boolean writes = use != LocalMemoryUse.READ;
    long failed = 0;
    boolean waiting = true;
    while (waiting) {
      waiting = false;
      turns++;
      turn(wavefront, failed, writes);
      for (int bank = 0; bank < banks; bank++) {
        int request = head[bank];
        if (request == NONE) {
          continue;
        }
        head[bank] = next[request];
        waiting |= head[bank] != NONE;
        if (((failing | failed) >>> lane[request] & 1) == 0) {
          int item = unit.item(wavefront, lane[request]);
          fire(words.access(item, word[request], writes), word[request], item, null);
          unit.counters.accesses++;
        }
      }
      for (long rest = failing; rest != 0; rest &= rest - 1) {
        int loser = Long.numberOfTrailingZeros(rest);
        int bank = conflict[unit.item(wavefront, loser)] % banks;
        unit.wavefronts.fire(wavefront, WavefrontEvent.CONFLICT, 1L << loser, bank);
      }
      failed |= failing;
    }
    unit.counters.conflicts += Long.bitCount(failed);
    count();
    return lanes & ~failed;
  }

  /** The first stage of a turn: finds the lanes that fail in it. */
  private void turn(int wavefront, long failed, boolean writes) {
    failing = 0;
    for (int bank = 0; bank < banks; bank++) {
      int request = head[bank];
      if (request == NONE || (failed >>> lane[request] & 1) != 0) {
        continue;
      }
      int item = unit.item(wavefront, lane[request]);
      int wordIndex = word[request];
      if (words.conflicts(item, wordIndex, writes)) {
        fire(ShadowEvent.CONFLICT, wordIndex, item, null);
      }
    }
  }

  /** Fails the access of a work-item that conflicts with another's. */
  void failAccess(int wordIndex, int item) {
    failing |= 1L << item % unit.width;
    int owner = words.owner(wordIndex);
    conflict[item] = wordIndex;
    rival[item] = owner == item ? NONE : owner;
    unit.counters.falseConflicts += rival[item] == NONE && !words.mayBeRead(wordIndex) ? 1 : 0;
  }

  void countHidden() {
    unit.counters.ownFalsePositives++;
  }

  private void enqueue(long lanes, long[] address, int bytes) {
    Arrays.fill(head, NONE);
    int count = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int laneIndex = Long.numberOfTrailingZeros(rest);
      int first = (int) address[laneIndex] / TransactionUnit.WORD;
      int last = (int) (address[laneIndex] + bytes - 1) / TransactionUnit.WORD;
      for (int wordIndex = first; wordIndex <= last; wordIndex++) {
        if (count == next.length) {
          next = Arrays.copyOf(next, 2 * count);
          lane = Arrays.copyOf(lane, 2 * count);
          word = Arrays.copyOf(word, 2 * count);
        }
        next[count] = NONE;
        lane[count] = laneIndex;
        word[count] = wordIndex;
        int bank = wordIndex % banks;
        if (head[bank] == NONE) {
          head[bank] = count;
        } else {
          next[tail[bank]] = count;
        }
        tail[bank] = count++;
      }
    }
  }

  /**
   * Lanes outside transactions access bytes while a transaction is active: reads get committed
   * values by themselves, writes take the words away from their owners and readers.
   */
  void plain(long lanes, long[] address, int bytes, LocalMemoryUse use) {
    words.untouch();
    turns = 1;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int laneIndex = Long.numberOfTrailingZeros(rest);
      int first = (int) address[laneIndex] / TransactionUnit.WORD;
      int last = (int) (address[laneIndex] + bytes - 1) / TransactionUnit.WORD;
      for (int wordIndex = first; wordIndex <= last; wordIndex++) {
        plain(wordIndex, use);
      }
    }
    count();
  }

  private void plain(int wordIndex, LocalMemoryUse use) {
    boolean owned = words.mayBeOwned(wordIndex) && words.owner(wordIndex) != ShadowMemory.NOBODY;
    if (use == LocalMemoryUse.READ) {
      if (owned) {
        fire(ShadowEvent.PLAIN_READ, wordIndex, NONE, null);
      }
    } else if (owned || words.mayBeRead(wordIndex)) {
      fire(ShadowEvent.PLAIN_WRITE, wordIndex, NONE, null);
    }
  }

  /** Takes a word away from its owner. */
  void failOwner(int wordIndex) {
    int owner = words.owner(wordIndex);
    if (owner != ShadowMemory.NOBODY) {
      takeFrom(owner, wordIndex);
    }
  }

  /** Takes a word away from all work-items that may have read it. */
  void failReaders(int wordIndex) {
    if (words.mayBeRead(wordIndex)) {
      for (int item = 0; item < conflict.length; item++) {
        if (words.hasRead(item, wordIndex)) {
          takeFrom(item, wordIndex);
        }
      }
    }
  }

  private void takeFrom(int item, int wordIndex) {
    if ((unit.running(item / unit.width) >>> item % unit.width & 1) == 0) {
      return;
    }
    conflict[item] = wordIndex;
    rival[item] = NONE;
    unit.counters.plainConflicts++;
    unit.wavefronts.fire(
        item / unit.width,
        WavefrontEvent.PLAIN_CONFLICT,
        1L << item % unit.width,
        wordIndex % banks);
  }

  /** Lanes outside transactions access bytes, without conflict detection. */
  void unnoticed() {
    words.untouch();
    turns = 0;
  }

  /** Commits the words of lanes. */
  void commit(int wavefront, long lanes) {
    words.untouch();
    turns = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      end(unit.item(wavefront, Long.numberOfTrailingZeros(rest)), ShadowEvent.COMMIT, null);
    }
    unit.counters.cleanupCycles += unit.shadowCycles();
  }

  /** Rolls the words of lanes back. */
  void rollBack(int wavefront, AffectedLanes lanes) {
    for (long rest = lanes.mask(); rest != 0; rest &= rest - 1) {
      end(unit.item(wavefront, Long.numberOfTrailingZeros(rest)), ShadowEvent.ROLL_BACK, lanes);
    }
  }

  private void end(int item, ShadowEvent event, @Nullable AffectedLanes cause) {
    int following;
    for (int word = words.first(item); word >= 0; word = following) {
      following = words.after(word);
      fire(event, word, item, cause);
    }
  }

  void clearFilters(int wavefront, long lanes) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      words.clearFilters(unit.item(wavefront, Long.numberOfTrailingZeros(rest)));
    }
  }

  private void count() {
    unit.counters.detectionCycles += unit.filterCycles();
    unit.counters.versioningCycles += unit.shadowCycles();
  }
}
