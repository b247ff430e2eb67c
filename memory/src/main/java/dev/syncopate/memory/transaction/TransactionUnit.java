package dev.syncopate.memory.transaction;

import dev.syncopate.memory.access.LocalMemoryUse;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.FilterTurns;
import dev.syncopate.memory.config.TxConfig.Isolation;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Transactions of one work-group on its local memory (localtm §III). A driver tells it which lanes
 * of which wavefront begin, access and commit, in any order that the hardware allows, one
 * instruction at a time:
 *
 * <ol>
 *   <li>{@link #begin} says whether lanes may go on behind {@code tx.begin}.
 *   <li>{@link #access} says which lanes of an instruction may perform it; those {@link #get} and
 *       {@link #put} their bytes. The others have been rolled back: the driver takes them out of
 *       the wavefront and says so ({@link #stopped}).
 *   <li>{@link #commit} ends the transactions of lanes.
 *   <li>Lanes may also be doomed by another lane's access or by a work-group serialisation: {@link
 *       #doomed}. The driver stops them before they access or commit anything.
 *   <li>After stopped lanes and after a commit the driver asks {@link #restart} which lanes go back
 *       to {@code tx.begin}, with the registers that they had there.
 * </ol>
 *
 * <p>Masks have a bit for each lane of a wavefront. Addresses count from the group's first byte.
 */
public final class TransactionUnit {
  /** Bytes of a word, the unit of conflicts. */
  public static final int WORD = 4;

  /** Listener for lanes that wait at {@code tx.begin}. */
  public interface Listener {
    /** A wavefront that was held at {@code tx.begin} may execute it again. */
    void mayBegin(int wavefront);
  }

  final TxConfig config;
  final int width;
  final TransactionCounters counters;
  final Wavefronts wavefronts;
  final BankedAccesses accesses;

  /**
   * A unit of a work-group none of whose lanes is in a transaction.
   *
   * @param tables what it does
   * @param time for messages alone
   */
  public TransactionUnit(
      TransactionTables tables,
      WorkGroup group,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    config = tables.config();
    width = group.width();
    this.counters = counters;
    wavefronts = new Wavefronts(this, tables, group.wavefronts(), listener, time);
    accesses = new BankedAccesses(this, tables, group, time);
  }

  private TransactionUnit(TransactionUnit original, byte[] memory, Listener listener) {
    config = original.config;
    width = original.width;
    counters = original.counters;
    wavefronts = original.wavefronts.copy(this, listener);
    accesses = original.accesses.copy(this, memory);
  }

  /**
   * A unit in the same state that shares counters and history with this one.
   *
   * @param memory a copy of the bytes
   */
  public TransactionUnit copy(byte[] memory, Listener newListener) {
    return new TransactionUnit(this, memory, newListener);
  }

  // ---- begin and commit ----

  /**
   * Lanes of a wavefront execute {@code tx.begin}. They are all in a transaction, all about to
   * retry, or none.
   */
  public BeginOutcome begin(int wavefront, long lanes) {
    Wavefront current = wavefronts.get(wavefront);
    if ((lanes & (current.running | current.outside)) != 0) {
      return begin(wavefront, lanes, WavefrontEvent.NESTED_BEGIN, BeginOutcome.NESTED);
    }
    boolean retry = (lanes & current.retrying) != 0;
    if (!retry && current.state != WavefrontState.OUTSIDE) {
      return BeginOutcome.OCCUPIED;
    }
    if (current.state == WavefrontState.GIVEN_UP) {
      return begin(wavefront, lanes, WavefrontEvent.BEGIN_OUTSIDE, BeginOutcome.GIVEN_UP);
    }
    if (!wavefronts.serialisation.mayBegin(wavefront)) {
      return BeginOutcome.HELD;
    }
    return retry
        ? begin(wavefront, lanes, WavefrontEvent.RETRY, BeginOutcome.RETRIED)
        : begin(wavefront, lanes, WavefrontEvent.BEGIN, BeginOutcome.BEGUN);
  }

  private BeginOutcome begin(
      int wavefront, long lanes, WavefrontEvent event, BeginOutcome beginning) {
    wavefronts.fire(wavefront, event, lanes);
    return beginning;
  }

  /**
   * Lanes of a wavefront, none of them doomed, execute {@code tx.commit}.
   *
   * @return those whose transaction has ended; for the others it was a nested one
   */
  public long commit(int wavefront, long lanes) {
    Wavefront current = wavefronts.get(wavefront);
    long ending = current.outermost(lanes);
    if (ending != lanes) {
      wavefronts.fire(wavefront, WavefrontEvent.NESTED_COMMIT, lanes & ~ending);
    }
    if (ending != 0) {
      boolean outside = current.state == WavefrontState.GIVEN_UP;
      wavefronts.fire(
          wavefront, outside ? WavefrontEvent.END_OUTSIDE : WavefrontEvent.COMMIT, ending);
    }
    return ending;
  }

  // ---- accesses ----

  /**
   * Lanes of a wavefront access bytes in one instruction: all in a transaction, or none.
   *
   * @param address of each lane
   * @param bytes that each accesses
   * @return those that may perform it; the others have failed
   */
  public long access(int wavefront, long lanes, long[] address, int bytes, LocalMemoryUse use) {
    if ((wavefronts.get(wavefront).running & lanes) != 0) {
      return accesses.transactional(wavefront, lanes, address, bytes, use);
    }
    if (wavefronts.busy() && config.isolation() == Isolation.STRONG) {
      accesses.plain(lanes, address, bytes, use);
    } else {
      accesses.unnoticed();
    }
    return lanes;
  }

  /** The zero-extended value of 1, 2, 4 or 8 bytes, as a lane sees them. */
  public long get(int wavefront, int lane, int address, int count) {
    boolean inside = (wavefronts.get(wavefront).running >>> lane & 1) != 0;
    return accesses.words.get(inside ? item(wavefront, lane) : ShadowMemory.NOBODY, address, count);
  }

  /** A lane that may writes the low bytes of a value. Returns whether they had another before. */
  public boolean put(int wavefront, int lane, int address, int count, long value) {
    boolean inside = (wavefronts.get(wavefront).running >>> lane & 1) != 0;
    return accesses.words.put(
        inside ? item(wavefront, lane) : ShadowMemory.NOBODY, address, count, value);
  }

  int item(int wavefront, int lane) {
    return wavefront * width + lane;
  }

  /** Cycles of the banks for what the last access or commit changed in the shadow memory. */
  public int shadowCycles() {
    return accesses.words.touched() * config.bankLatency();
  }

  /** Cycles that the last access or commit takes beyond those of its banks (localtm §IV). */
  public int lastCycles() {
    return filterCycles() + shadowCycles();
  }

  /** Cycles for the filters of the last access. */
  public int filterCycles() {
    int turns = accesses.turns();
    boolean perAccess = config.filterTurns() == FilterTurns.ACCESS;
    return config.filterLatency() * (perAccess ? turns : Math.min(turns, 1));
  }

  // ---- lanes that fail ----

  /** Lanes of a wavefront that have failed and are not yet {@link #stopped}. */
  public long doomed(int wavefront) {
    Wavefront current = wavefronts.get(wavefront);
    return current.mask & ~current.stopped;
  }

  /** The driver has taken failed lanes out of the wavefront. */
  public void stopped(int wavefront, long lanes) {
    wavefronts.get(wavefront).stopped |= lanes;
  }

  /**
   * Ends a wavefront's attempt if no lane runs any more.
   *
   * @return the lanes that go back to {@code tx.begin}; 0 if none does, now
   */
  public long restart(int wavefront) {
    Wavefront current = wavefronts.get(wavefront);
    if (current.state == WavefrontState.OUTSIDE || !current.isOver()) {
      return 0;
    }
    wavefronts.fire(wavefront, wavefronts.serialisation.end(current));
    return current.retrying;
  }

  // ---- for drivers' reports and checks ----

  /** Lanes of a wavefront that make an attempt. */
  public long running(int wavefront) {
    return wavefronts.get(wavefront).running;
  }

  /** Lanes of a wavefront that have yet to commit, running or not. */
  public long pending(int wavefront) {
    Wavefront current = wavefronts.get(wavefront);
    return current.running | current.outside | current.mask | current.retrying;
  }

  /** Lanes whose transaction was given up, between its begin and its commit. */
  public long outside(int wavefront) {
    return wavefronts.get(wavefront).outside;
  }

  /** Those of them that read 1 in {@code %tx_failed}. */
  public long told(int wavefront) {
    return wavefronts.get(wavefront).reportedLanes;
  }

  /** Lanes that the driver has sent back to {@code tx.begin} and that have not come there. */
  public long retrying(int wavefront) {
    return wavefronts.get(wavefront).retrying;
  }

  /** Attempts of a wavefront's transaction that have failed. */
  public int failed(int wavefront) {
    return wavefronts.get(wavefront).failed;
  }

  public WavefrontState state(int wavefront) {
    return wavefronts.get(wavefront).state;
  }

  /** The wavefronts that have the work-group to themselves. */
  public long exclusive() {
    return wavefronts.serialisation.exclusive();
  }

  /** The work-item that owns the word at an address, or a negative number. */
  public int owner(int address) {
    return accesses.words.owner(address / WORD);
  }

  /** The address of the word at which a lane failed last, or -1. */
  public int conflict(int wavefront, int lane) {
    return accesses.conflict(item(wavefront, lane));
  }

  /** The work-item that had it then, as far as the shadow memory tells, or a negative number. */
  public int rival(int wavefront, int lane) {
    return accesses.rival(item(wavefront, lane));
  }

  /** From now on each event's end is compared with the states that its row lists. */
  public void check() {
    wavefronts.machine.check();
    accesses.machine.check();
  }

  /** Everything that decides what may happen next, the bytes included. */
  public void write(LongConsumer sink) {
    wavefronts.write(sink);
    accesses.words.write(sink);
  }
}
