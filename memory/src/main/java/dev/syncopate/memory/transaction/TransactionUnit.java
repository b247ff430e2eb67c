package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.config.TxConfig.GroupSerialisation;
import dev.syncopate.memory.config.TxConfig.Isolation;
import dev.syncopate.memory.config.TxConfig.Serialise;
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

  /** What becomes of lanes at {@code tx.begin}. */
  public enum Beginning {
    /** They are in a transaction. */
    BEGUN,
    /** They were in one already, and go on. */
    NESTED,
    /** They try again: the driver gives them the registers that they had. */
    RETRIED,
    /** They wait until {@link Listener#mayBegin}. */
    HELD,
    /** They wait until the other lanes of their wavefront have ended their transaction. */
    OCCUPIED
  }

  /** What an instruction does to the bytes that it accesses. */
  public enum Use {
    READ,
    WRITE,
    /** It reads and, perhaps, writes. */
    UPDATE
  }

  /** Who waits at {@code tx.begin}. */
  public interface Listener {
    /** A wavefront that was held at {@code tx.begin} may execute it again. */
    void mayBegin(int wavefront);
  }

  final TxConfig config;
  final int banks;
  final int width;
  final Wavefront[] wavefronts;
  final TransactionCounters counters;
  final Transitions<WavefrontState, WavefrontEvent> wavefrontTable;
  private final Accesses accesses;
  private final Listener listener;

  /** Wavefronts that have the work-group to themselves; one, if that is arbitrated. */
  private long exclusive;

  /** Wavefronts that wait at {@code tx.begin}. */
  private long held;

  /** Wavefronts in a transaction. */
  private long busy;

  /**
   * A unit of a work-group none of whose lanes is in a transaction.
   *
   * @param memory the bytes, which are changed in place
   * @param base where the group's first byte is
   * @param size bytes of the group's memory
   * @param banks of the local memory
   * @param width lanes of a wavefront, at most 64
   * @param time for messages alone
   */
  public TransactionUnit(
      TxConfig config,
      byte[] memory,
      int base,
      int size,
      int banks,
      int wavefronts,
      int width,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    this(
        config,
        new TransactionPolicy(),
        memory,
        base,
        size,
        banks,
        wavefronts,
        width,
        counters,
        listener,
        time);
  }

  /**
   * A unit that is wrong on purpose.
   *
   * @param mutant in what
   */
  public static TransactionUnit wrong(
      TransactionMutant mutant,
      TxConfig config,
      byte[] memory,
      int base,
      int size,
      int banks,
      int wavefronts,
      int width,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    return new TransactionUnit(
        config,
        mutant.policy(),
        memory,
        base,
        size,
        banks,
        wavefronts,
        width,
        counters,
        listener,
        time);
  }

  private TransactionUnit(
      TxConfig config,
      TransactionPolicy policy,
      byte[] memory,
      int base,
      int size,
      int banks,
      int wavefronts,
      int width,
      TransactionCounters counters,
      Listener listener,
      LongSupplier time) {
    this.config = config;
    this.banks = banks;
    this.width = width;
    this.counters = counters;
    this.listener = listener;
    this.wavefronts = new Wavefront[wavefronts];
    for (int i = 0; i < wavefronts; i++) {
      this.wavefronts[i] = new Wavefront(width);
    }
    wavefrontTable = TransactionTables.wavefronts(config, time);
    int words = Math.ceilDiv(size, WORD);
    accesses =
        new Accesses(
            this,
            policy,
            new Words(
                config,
                policy,
                memory,
                base,
                words,
                banks,
                wavefronts * width,
                TransactionTables.words(config, time)));
  }

  private TransactionUnit(TransactionUnit of, byte[] memory, Listener listener) {
    config = of.config;
    banks = of.banks;
    width = of.width;
    counters = of.counters;
    this.listener = listener;
    wavefronts = new Wavefront[of.wavefronts.length];
    for (int i = 0; i < wavefronts.length; i++) {
      wavefronts[i] = of.wavefronts[i].copy();
    }
    wavefrontTable = of.wavefrontTable;
    exclusive = of.exclusive;
    held = of.held;
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
    if ((lanes & of.running) != 0) {
      record(of, wavefront, WavefrontEvent.NESTED_BEGIN);
      deepen(of, lanes, 1);
      return Beginning.NESTED;
    }
    boolean retry = (lanes & of.retrying) != 0;
    if (!retry && of.state != WavefrontState.OUTSIDE) {
      return Beginning.OCCUPIED;
    }
    if (exclusive != 0 && (exclusive >>> wavefront & 1) == 0) {
      held |= 1L << wavefront;
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
    long ending = 0;
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      int lane = Long.numberOfTrailingZeros(rest);
      ending |= of.depth[lane] == 1 ? 1L << lane : 0;
    }
    if (ending != lanes) {
      record(of, wavefront, WavefrontEvent.NESTED_COMMIT);
    }
    if (ending != 0) {
      record(of, wavefront, WavefrontEvent.COMMIT);
      accesses.commit(wavefront, ending);
      of.running &= ~ending;
      int count = Long.bitCount(ending);
      counters.commits += count;
      counters.serialised += of.state == WavefrontState.TOGETHER ? 0 : count;
    }
    deepen(of, lanes, -1);
    return ending;
  }

  private static void deepen(Wavefront of, long lanes, int by) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      of.depth[Long.numberOfTrailingZeros(rest)] += (byte) by;
    }
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
    return accesses.asked() ? config.filterLatency() : 0;
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
      letOthersGo(wavefront);
      of.end();
      busy &= ~(1L << wavefront);
      return 0;
    }
    of.failed++;
    decide(wavefront, of);
    of.retrying = of.state == WavefrontState.TOGETHER ? of.mask : 1L << of.alone;
    if (!accesses.policy.keepsMask()) {
      of.retrying = of.group;
    }
    of.mask &= ~of.retrying;
    of.stopped = of.mask;
    return of.retrying;
  }

  /** Which state the next attempt is made in, and by which lane if it is alone. */
  private void decide(int wavefront, Wavefront of) {
    boolean same = of.mask == of.before;
    boolean aborted = of.aborted;
    of.aborted = false;
    if (aborted && config.groupSerialisation() == GroupSerialisation.ARBITRATED) {
      record(of, wavefront, WavefrontEvent.AGAIN); // no fault of its own
      if (of.state == WavefrontState.ALONE) {
        advance(of);
      }
      return;
    }
    of.equal = same ? Math.min(of.equal + 1, config.attempts()) : 1;
    of.before = of.mask;
    switch (of.state) {
      case TOGETHER -> {
        boolean stuck = of.equal >= config.attempts();
        record(of, wavefront, stuck ? WavefrontEvent.STUCK : WavefrontEvent.AGAIN);
        if (stuck && accesses.policy.serialises()) {
          counters.wavefrontSerialisations++;
          of.state = WavefrontState.ALONE;
          advance(of);
        }
      }
      case ALONE, EXCLUSIVE -> {
        boolean stuck = (of.mask >>> of.alone & 1) != 0;
        record(of, wavefront, stuck ? WavefrontEvent.STUCK : WavefrontEvent.AGAIN);
        if (!stuck) {
          letOthersGo(wavefront);
          boolean rest = config.serialise() == Serialise.REST;
          of.state = rest ? WavefrontState.ALONE : WavefrontState.TOGETHER;
          of.equal = 1;
          advance(of);
        } else if (of.state == WavefrontState.ALONE && mayExclude()) {
          exclude(wavefront, of);
        }
      }
      case OUTSIDE -> throw new IllegalStateException("no transaction has ended");
    }
  }

  /** The next lane to run alone: the lowest that has yet to commit. */
  private static void advance(Wavefront of) {
    of.alone = of.state == WavefrontState.TOGETHER ? -1 : Long.numberOfTrailingZeros(of.mask);
  }

  private boolean mayExclude() {
    return exclusive == 0 || config.groupSerialisation() == GroupSerialisation.UNARBITRATED;
  }

  /** Work-group serialisation: every other wavefront's attempt is over. */
  private void exclude(int wavefront, Wavefront of) {
    counters.workGroupSerialisations++;
    of.state = WavefrontState.EXCLUSIVE;
    exclusive |= 1L << wavefront;
    for (int i = 0; i < wavefronts.length; i++) {
      Wavefront other = wavefronts[i];
      if (i != wavefront && other.running != 0) {
        other.aborted = true;
        counters.aborts += Long.bitCount(other.running);
        fail(i, other.running, WavefrontEvent.ABORT, -1);
      }
    }
  }

  private void letOthersGo(int wavefront) {
    if ((exclusive >>> wavefront & 1) == 0) {
      return;
    }
    exclusive &= ~(1L << wavefront);
    if (exclusive != 0) {
      return;
    }
    long waiting = held;
    held = 0;
    for (; waiting != 0; waiting &= waiting - 1) {
      listener.mayBegin(Long.numberOfTrailingZeros(waiting));
    }
  }

  private void record(Wavefront of, int wavefront, WavefrontEvent event) {
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
    return of.running | of.mask | of.retrying;
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
    return exclusive;
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
    to.accept(exclusive);
    to.accept(held);
    accesses.words.write(to);
  }
}
