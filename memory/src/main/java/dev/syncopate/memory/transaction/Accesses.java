package dev.syncopate.memory.transaction;

import dev.syncopate.memory.access.Use;
import java.util.Arrays;

/**
 * The accesses of one instruction, bank by bank (localtm §III-C). A bank serves one work-item in a
 * turn, in the order of lanes; all banks take their turns together. In a turn each asks its filters
 * first, then changes the shadow memory; then whoever has failed is rolled back in all banks.
 */
final class Accesses {
  private static final int NONE = -1;

  final TransactionPolicy policy;
  final Words words;
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

  Accesses(TransactionUnit unit, TransactionPolicy policy, Words words) {
    this.unit = unit;
    this.policy = policy;
    this.words = words;
    this.banks = words.banks;
    this.head = new int[banks];
    this.tail = new int[banks];
    int items = unit.wavefronts.length * unit.width;
    this.conflict = new int[items];
    this.rival = new int[items];
    Arrays.fill(conflict, NONE);
    Arrays.fill(rival, NONE);
  }

  Accesses copy(TransactionUnit of, byte[] memory) {
    return new Accesses(of, policy, words.copy(memory));
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
  long transactional(int wavefront, long lanes, long[] address, int bytes, Use use) {
    words.untouch();
    turns = 0;
    enqueue(lanes, address, bytes);
    boolean writes = use != Use.READ;
    long failed = 0;
    boolean waiting = true;
    while (waiting) {
      waiting = false;
      turns++;
      long failing = turn(wavefront, failed, writes);
      for (int bank = 0; bank < banks; bank++) {
        int request = head[bank];
        if (request == NONE) {
          continue;
        }
        head[bank] = next[request];
        waiting |= head[bank] != NONE;
        if (((failing | failed) >>> lane[request] & 1) == 0) {
          boolean hidden = words.take(unit.item(wavefront, lane[request]), word[request], writes);
          unit.counters.ownFalsePositives += hidden ? 1 : 0;
          unit.counters.accesses++;
        }
      }
      for (long rest = failing; rest != 0; rest &= rest - 1) {
        int loser = Long.numberOfTrailingZeros(rest);
        int bank = conflict[unit.item(wavefront, loser)] % banks;
        unit.fail(wavefront, 1L << loser, WavefrontEvent.CONFLICT, bank);
      }
      failed |= failing;
    }
    unit.counters.conflicts += Long.bitCount(failed);
    count();
    return lanes & ~failed;
  }

  /** The first stage of a turn: which lanes fail in it. */
  private long turn(int wavefront, long failed, boolean writes) {
    long failing = 0;
    for (int bank = 0; bank < banks; bank++) {
      int request = head[bank];
      if (request == NONE || (failed >>> lane[request] & 1) != 0) {
        continue;
      }
      int item = unit.item(wavefront, lane[request]);
      int at = word[request];
      if (words.conflicts(item, at, writes)) {
        failing |= 1L << lane[request];
        words.table.record(words.state(at), WordEvent.CONFLICT, at);
        int owner = words.owner(at);
        conflict[item] = at;
        rival[item] = owner == item ? NONE : owner;
        unit.counters.falseConflicts += rival[item] == NONE && !words.mayBeRead(at) ? 1 : 0;
      }
    }
    return failing;
  }

  private void enqueue(long lanes, long[] address, int bytes) {
    Arrays.fill(head, NONE);
    int count = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int of = Long.numberOfTrailingZeros(rest);
      int first = (int) address[of] / TransactionUnit.WORD;
      int last = (int) (address[of] + bytes - 1) / TransactionUnit.WORD;
      for (int at = first; at <= last; at++) {
        if (count == next.length) {
          next = Arrays.copyOf(next, 2 * count);
          lane = Arrays.copyOf(lane, 2 * count);
          word = Arrays.copyOf(word, 2 * count);
        }
        next[count] = NONE;
        lane[count] = of;
        word[count] = at;
        int bank = at % banks;
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
   * Lanes outside transactions access bytes while somebody is in one: reads get committed values by
   * themselves, writes take the words away from their owners and readers.
   */
  void plain(long lanes, long[] address, int bytes, Use use) {
    words.untouch();
    turns = 1;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int of = Long.numberOfTrailingZeros(rest);
      int first = (int) address[of] / TransactionUnit.WORD;
      int last = (int) (address[of] + bytes - 1) / TransactionUnit.WORD;
      for (int at = first; at <= last; at++) {
        plain(at, use);
      }
    }
    count();
  }

  private void plain(int at, Use use) {
    int owner = words.mayBeOwned(at) ? words.owner(at) : Shadow.NOBODY;
    if (use == Use.READ) {
      if (owner != Shadow.NOBODY) {
        words.table.record(WordState.OWNED, WordEvent.PLAIN_READ, at);
      }
      return;
    }
    if (owner != Shadow.NOBODY || words.mayBeRead(at)) {
      words.table.record(words.state(at), WordEvent.PLAIN_WRITE, at);
    }
    if (owner != Shadow.NOBODY) {
      takeFrom(owner, at);
    }
    if (words.mayBeRead(at)) {
      for (int item = 0; item < conflict.length; item++) {
        if (words.hasRead(item, at)) {
          takeFrom(item, at);
        }
      }
    }
  }

  private void takeFrom(int item, int at) {
    if ((unit.running(item / unit.width) >>> item % unit.width & 1) == 0) {
      return;
    }
    conflict[item] = at;
    rival[item] = NONE;
    unit.counters.plainConflicts++;
    unit.fail(
        item / unit.width, 1L << item % unit.width, WavefrontEvent.PLAIN_CONFLICT, at % banks);
  }

  /** Lanes outside transactions access bytes, and nobody looks. */
  void unnoticed() {
    words.untouch();
    turns = 0;
  }

  /** Lanes commit. */
  void commit(int wavefront, long lanes) {
    words.untouch();
    turns = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      words.commit(unit.item(wavefront, Long.numberOfTrailingZeros(rest)));
    }
    unit.counters.cleanupCycles += unit.shadowCycles();
  }

  private void count() {
    unit.counters.detectionCycles += unit.filterCycles();
    unit.counters.versioningCycles += unit.shadowCycles();
  }
}
