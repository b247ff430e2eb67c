package dev.syncopate.memory.transaction;

import dev.syncopate.memory.access.Use;
import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.FilterTurns;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.protocol.Transitions;
import java.util.List;
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
 *   <li>Lanes may also be doomed by somebody else's access or by a work-group serialisation: {@link
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

  /** Who waits at {@code tx.begin}. */
  public interface Listener {
    /** A wavefront that was held at {@code tx.begin} may execute it again. */
    void mayBegin(int wavefront);
  }

  final TxConfig config;
  final int width;
  final Wavefront[] wavefronts;
  final TransactionCounters counters;
  final Transitions<WavefrontState, WavefrontEvent> wavefrontTable;
  private final Accesses accesses;
  private final Serialisation serialisation;

  /** Wavefronts in a transaction. */
  private long busy;

  /**
   * A unit of a work-group none of whose lanes is in a transaction.
   *
   * @param time for messages alone
   */
  public TransactionUnit(
      TxConfig config,
      WorkGroup group,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    this(config, new TransactionPolicy(), group, counters, listener, time);
  }

  /**
   * A unit that is wrong on purpose.
   *
   * @param mutant in what
   */
  public static TransactionUnit wrong(
      TransactionMutant mutant,
      TxConfig config,
      WorkGroup group,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    return new TransactionUnit(config, mutant.policy(), group, counters, listener, time);
  }

  private TransactionUnit(
      TxConfig config,
      TransactionPolicy policy,
      WorkGroup group,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    this.config = config;
    this.width = group.width();
    this.counters = counters;
    this.serialisation = new Serialisation(this, policy, listener);
    this.wavefronts = new Wavefront[group.wavefronts()];
    for (int i = 0; i < wavefronts.length; i++) {
      wavefronts[i] = new Wavefront(width);
    }
    wavefrontTable = TransactionTables.wavefronts(config, time);
    Words words = new Words(config, policy, group, TransactionTables.words(config, time));
    accesses = new Accesses(this, policy, words);
  }

  private TransactionUnit(TransactionUnit of, byte[] memory, Listener listener) {
    config = of.config;
    width = of.width;
    counters = of.counters;
    wavefronts = new Wavefront[of.wavefronts.length];
    for (int i = 0; i < wavefronts.length; i++) {
      wavefronts[i] = of.wavefronts[i].copy();
    }
    wavefrontTable = of.wavefrontTable;
    serialisation = of.serialisation.copy(this, listener);
    busy = of.busy;
    accesses = of.accesses.copy(this, memory);
  }

  /**
   * A unit in the same state that shares counters and tables with this one.
   *
   * @param memory a copy of the bytes
   */
  public TransactionUnit copy(byte[] memory, Listener to) {
    return new TransactionUnit(this, memory, to);
  }

  // ---- begin and commit ----

  /**
   * Lanes of a wavefront execute {@code tx.begin}. They are all in a transaction, all about to
   * retry, or none.
   */
  public Beginning begin(int wavefront, long lanes) {
    Wavefront of = wavefronts[wavefront];
    if ((lanes & (of.running | of.outside)) != 0) {
      record(of, wavefront, WavefrontEvent.NESTED_BEGIN);
      of.deepen(lanes, 1);
      return Beginning.NESTED;
    }
    boolean retry = (lanes & of.retrying) != 0;
    if (!retry && of.state != WavefrontState.OUTSIDE) {
      return Beginning.OCCUPIED;
    }
    if (of.state == WavefrontState.GIVEN_UP) {
      record(of, wavefront, WavefrontEvent.BEGIN_OUTSIDE);
      counters.fallbacks += Long.bitCount(lanes);
      of.retrying &= ~lanes;
      of.runOutside(lanes);
      return Beginning.GIVEN_UP;
    }
    if (!serialisation.mayBegin(wavefront)) {
      return Beginning.HELD;
    }
    counters.attempts += Long.bitCount(lanes);
    if (retry) {
      record(of, wavefront, WavefrontEvent.RETRY);
      of.retrying &= ~lanes;
      of.run(lanes);
      return Beginning.RETRIED;
    }
    record(of, wavefront, WavefrontEvent.BEGIN);
    counters.begins += Long.bitCount(lanes);
    of.begin(lanes);
    busy |= 1L << wavefront;
    return Beginning.BEGUN;
  }

  /**
   * Lanes of a wavefront, none of them doomed, execute {@code tx.commit}.
   *
   * @return those whose transaction has ended; for the others it was a nested one
   */
  public long commit(int wavefront, long lanes) {
    Wavefront of = wavefronts[wavefront];
    long ending = of.outermost(lanes);
    if (ending != lanes) {
      record(of, wavefront, WavefrontEvent.NESTED_COMMIT);
    }
    if (ending != 0 && of.state == WavefrontState.GIVEN_UP) {
      record(of, wavefront, WavefrontEvent.END_OUTSIDE);
      accesses.unnoticed();
      of.outside &= ~ending;
    } else if (ending != 0) {
      record(of, wavefront, WavefrontEvent.COMMIT);
      accesses.commit(wavefront, ending);
      of.running &= ~ending;
      int count = Long.bitCount(ending);
      counters.commits += count;
      counters.serialised += of.state == WavefrontState.TOGETHER ? 0 : count;
    }
    of.deepen(lanes, -1);
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
  public long access(int wavefront, long lanes, long[] address, int bytes, Use use) {
    if ((wavefronts[wavefront].running & lanes) != 0) {
      return accesses.transactional(wavefront, lanes, address, bytes, use);
    }
    if (busy != 0 && config.isolation() == Isolation.STRONG) {
      accesses.plain(lanes, address, bytes, use);
    } else {
      accesses.unnoticed();
    }
    return lanes;
  }

  /** The zero-extended value of 1, 2, 4 or 8 bytes, as a lane sees them. */
  public long get(int wavefront, int lane, int at, int count) {
    boolean inside = (wavefronts[wavefront].running >>> lane & 1) != 0;
    return accesses.words.get(inside ? item(wavefront, lane) : Shadow.NOBODY, at, count);
  }

  /** A lane that may writes the low bytes of a value. Returns whether they had another before. */
  public boolean put(int wavefront, int lane, int at, int count, long value) {
    boolean inside = (wavefronts[wavefront].running >>> lane & 1) != 0;
    return accesses.words.put(inside ? item(wavefront, lane) : Shadow.NOBODY, at, count, value);
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
    boolean each = config.filterTurns() == FilterTurns.ACCESS;
    return config.filterLatency() * (each ? turns : Math.min(turns, 1));
  }

  // ---- lanes that fail ----

  /** Fails lanes that run: rolls them back and sets their bits of the mask. */
  void fail(int wavefront, long lanes, WavefrontEvent why, int bank) {
    Wavefront of = wavefronts[wavefront];
    record(of, wavefront, why);
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      accesses.words.rollBack(item(wavefront, Long.numberOfTrailingZeros(rest)), bank);
    }
    of.running &= ~lanes;
    of.mask |= lanes;
    if (why != WavefrontEvent.ABORT) {
      of.lose(lanes, config.fallback());
    }
  }

  /** Lanes of a wavefront that have failed and are not yet {@link #stopped}. */
  public long doomed(int wavefront) {
    Wavefront of = wavefronts[wavefront];
    return of.mask & ~of.stopped;
  }

  /** The driver has taken failed lanes out of the wavefront. */
  public void stopped(int wavefront, long lanes) {
    wavefronts[wavefront].stopped |= lanes;
  }

  /**
   * Ends a wavefront's attempt if no lane runs any more.
   *
   * @return the lanes that go back to {@code tx.begin}; 0 if none does, now
   */
  public long restart(int wavefront) {
    Wavefront of = wavefronts[wavefront];
    if (of.state == WavefrontState.OUTSIDE || !of.isOver()) {
      return 0;
    }
    if (of.mask == 0) {
      record(of, wavefront, WavefrontEvent.DONE);
      serialisation.letOthersGo(wavefront);
      of.end();
      busy &= ~(1L << wavefront);
      return 0;
    }
    of.failed += of.state == WavefrontState.GIVEN_UP ? 0 : 1;
    of.retrying = serialisation.giveUp(wavefront);
    if (of.retrying == 0) {
      serialisation.decide(wavefront);
      of.retrying = of.state == WavefrontState.TOGETHER ? of.mask : 1L << of.alone;
    }
    if (!accesses.policy.keepsMask()) {
      of.retrying = of.group;
    }
    of.mask &= ~of.retrying;
    of.stopped = of.mask;
    return of.retrying;
  }

  void record(Wavefront of, int wavefront, WavefrontEvent event) {
    wavefrontTable.record(of.state, event, wavefront);
  }

  // ---- for drivers' reports and checks ----

  /** Lanes of a wavefront that make an attempt. */
  public long running(int wavefront) {
    return wavefronts[wavefront].running;
  }

  /** Lanes of a wavefront that have yet to commit, running or not. */
  public long pending(int wavefront) {
    Wavefront of = wavefronts[wavefront];
    return of.running | of.outside | of.mask | of.retrying;
  }

  /** Lanes whose transaction was given up, between its begin and its commit. */
  public long outside(int wavefront) {
    return wavefronts[wavefront].outside;
  }

  /** Those of them that read 1 in {@code %tx_failed}. */
  public long told(int wavefront) {
    return accesses.policy.tells() ? outside(wavefront) : 0;
  }

  /** Lanes that the driver has sent back to {@code tx.begin} and that have not come there. */
  public long retrying(int wavefront) {
    return wavefronts[wavefront].retrying;
  }

  /** Attempts of a wavefront's transaction that have failed. */
  public int failed(int wavefront) {
    return wavefronts[wavefront].failed;
  }

  public WavefrontState state(int wavefront) {
    return wavefronts[wavefront].state;
  }

  /** The wavefronts that have the work-group to themselves. */
  public long exclusive() {
    return serialisation.exclusive();
  }

  /** The work-item that owns the word at an address, or a negative number. */
  public int owner(int at) {
    return accesses.words.owner(at / WORD);
  }

  /** The address of the word at which a lane failed last, or -1. */
  public int conflict(int wavefront, int lane) {
    return accesses.conflict(item(wavefront, lane));
  }

  /** The work-item that had it then, as far as the shadow memory tells, or a negative number. */
  public int rival(int wavefront, int lane) {
    return accesses.rival(item(wavefront, lane));
  }

  /** From now on next states are checked: see {@link #settle}. */
  public void check() {
    wavefrontTable.check();
    accesses.words.table.check();
  }

  /**
   * What has begun is over.
   *
   * @throws dev.syncopate.memory.protocol.ProtocolException if it ended in a state not listed
   */
  public void settle() {
    wavefrontTable.settle(wavefront -> wavefronts[(int) wavefront].state);
    accesses.words.table.settle(word -> accesses.words.state((int) word));
  }

  /** The tables and how often each pair has happened: of wavefronts, then of words. */
  public List<List<Transitions.Pair>> pairs() {
    return List.of(wavefrontTable.pairs(), accesses.words.table.pairs());
  }

  /** Everything that decides what may happen next, the bytes included. */
  public void write(LongConsumer to) {
    for (Wavefront of : wavefronts) {
      of.write(to);
    }
    serialisation.write(to);
    accesses.words.write(to);
  }
}
